import { columnChanges, commonColumns } from "../../diff/tables/column-changes.ts";
import { keyPlaces } from "../../diff/tables/diff-tables.ts";
import { type Places, POSITIONS } from "../../diff/tables/keys.ts";
import { type Matching, matchRows } from "../../diff/tables/match.ts";
import type { DiffTable } from "../../diff/tables/table.ts";
import { sameCell, toCell, valueAt } from "../../diff/tables/values.ts";
import type { FirstDifference } from "./report.ts";

/** Two tables of a stage, row by row. */
export interface RowComparison {
  /** In the order of the rows; null where all rows and columns are the same. */
  readonly first: FirstDifference | null;
  /** Whether rows that both have stand in the same order. */
  readonly sameOrder: boolean;
}

/**
 * The first row that differs between two tables, with its key, the first column in it that does, and both values.
 * Where no row does, the first column that was added, removed or changed.
 *
 * @param key columns that tell rows apart; by position where a side lacks one
 * @throws Unreadable when the bytes of a column are damaged
 */
export async function compareRows(
  here: DiffTable,
  rebuilt: DiffTable,
  key: readonly string[],
): Promise<RowComparison> {
  const common = commonColumns(here, rebuilt);
  const keyed = key.length > 0 && key.every((name) => common.some((column) => column.name === name));
  const places: Places = keyed ? await keyPlaces(here, rebuilt, key, common) : POSITIONS;
  const matching = matchRows(places, here.length, rebuilt.length);
  let [at, cell]: [number, FirstDifference | null] = [matching.a.length, null];
  for (const { name, as } of common) {
    if (keyed && key.includes(name)) continue;
    const [a, b] = [await here.read(name, as), await rebuilt.read(name, as)];
    // Only a row above the first one so far can be the first.
    for (let match = 0; match < at; match++) {
      const [i, j] = [matching.a[match]!, matching.b[match]!];
      if (sameCell(a, i, b, j)) continue;
      at = match;
      const [was, is] = [toCell(valueAt(a, i)), toCell(valueAt(b, j))];
      cell = { kind: "cell", key: places.keyOf("b", j), column: name, was, is };
    }
  }
  const cellRow = cell === null ? null : ({ side: "b", row: matching.b[at]! } as const);
  const row = firstLonelyRow(places, matching);
  const rowFirst =
    row !== null && (cellRow === null || places.compare(row.side, row.row, cellRow.side, cellRow.row) < 0);
  const first: FirstDifference | null = rowFirst
    ? { kind: "row", key: places.keyOf(row.side, row.row), only: row.side === "a" ? "here" : "rebuilt" }
    : (cell ?? firstColumn(here, rebuilt));
  const sameOrder = matching.a.every((row, match) => match === 0 || matching.a[match - 1]! < row);
  return { first, sameOrder };
}

/** The first row that one side has alone. Tables are sorted by key, so the first of each side is the first by key. */
function firstLonelyRow(places: Places, { onlyA, onlyB }: Matching) {
  const a = onlyA.length > 0 ? ({ side: "a", row: onlyA[0]! } as const) : null;
  const b = onlyB.length > 0 ? ({ side: "b", row: onlyB[0]! } as const) : null;
  if (a === null || b === null) return a ?? b;
  return places.compare(a.side, a.row, b.side, b.row) <= 0 ? a : b;
}

function firstColumn(here: DiffTable, rebuilt: DiffTable): FirstDifference | null {
  const [change] = columnChanges(here, rebuilt);
  return change === undefined ? null : { kind: "column", change };
}
