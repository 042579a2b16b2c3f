import type { ColumnChange } from "../report.ts";
import type { DiffColumn, DiffTable, Family } from "./table.ts";

/** A column that both tables have, and how its cells are taken where a file leaves it open. */
interface CommonColumn {
  readonly name: string;
  readonly as: Family;
}

/** Columns that both have, in the order of the first table. */
export function commonColumns(a: DiffTable, b: DiffTable): CommonColumn[] {
  const other = byName(b);
  return a.columns.flatMap((mine) => {
    const theirs = other.get(mine.name);
    return theirs === undefined ? [] : [{ name: mine.name, as: takenAs(mine, a, theirs, b) }];
  });
}

/** A CSV column is what the other side says it is; of two that disagree each cell is what it is by itself. */
function takenAs(mine: DiffColumn, a: DiffTable, theirs: DiffColumn, b: DiffTable): Family {
  if (mine.family === theirs.family || theirs.family === "none") return mine.family;
  if (mine.family === "none") return theirs.family;
  if (a.format !== b.format) return a.format === "csv" ? theirs.family : mine.family;
  return "mixed";
}

/** What differs between the columns of two tables, in the order of the first one, then what the second one adds. */
export function columnChanges(a: DiffTable, b: DiffTable): ColumnChange[] {
  const [inA, inB] = [byName(a), byName(b)];
  const moved = movedColumns(a, b);
  const changes = a.columns.flatMap((mine, i): ColumnChange[] => {
    const column = mine.name;
    const theirs = inB.get(column);
    if (theirs === undefined) return [{ column, change: "removed", was: mine.type, is: null }];
    const found: ColumnChange[] = [];
    if (moved.has(column)) {
      const is = b.columns.findIndex(({ name }) => name === column);
      found.push({ column, change: "moved", was: i + 1, is: is + 1 });
    }
    if (isRetyped(mine, a, theirs, b))
      found.push({ column, change: "retyped", was: mine.type, is: theirs.type });
    if (mine.nullable !== null && theirs.nullable !== null && mine.nullable !== theirs.nullable)
      found.push({ column, change: "nullable", was: mine.nullable, is: theirs.nullable });
    return found;
  });
  const added = b.columns.filter(({ name }) => !inA.has(name));
  return [
    ...changes,
    ...added.map(({ name, type }): ColumnChange => ({ column: name, change: "added", was: null, is: type })),
  ];
}

/** A CSV knows families of types only, and nothing of a column without values. */
function isRetyped(mine: DiffColumn, a: DiffTable, theirs: DiffColumn, b: DiffTable): boolean {
  if (a.format === "parquet" && b.format === "parquet") return mine.type !== theirs.type;
  return mine.family !== theirs.family && mine.family !== "none" && theirs.family !== "none";
}

/**
 * The fewest columns that must move to turn one order into the other: all that both have but a longest run of
 * columns that stand in the same order on both sides.
 */
function movedColumns(a: DiffTable, b: DiffTable): Set<string> {
  const placeInB = new Map(b.columns.map(({ name }, place) => [name, place]));
  const common = a.columns.map(({ name }) => name).filter((name) => placeInB.has(name));
  const places = common.map((name) => placeInB.get(name)!);
  // Longest increasing run by its ends: ends[k] is the last column of the best run of k + 1 columns.
  const ends: number[] = [];
  const before = places.map((place, i) => {
    const length = ends.findIndex((end) => places[end]! > place);
    const at = length === -1 ? ends.length : length;
    ends[at] = i;
    return at === 0 ? -1 : ends[at - 1]!;
  });
  const moved = new Set(common);
  for (let i = ends.at(-1) ?? -1; i !== -1; i = before[i]!) moved.delete(common[i]!);
  return moved;
}

const byName = (table: DiffTable): Map<string, DiffColumn> =>
  new Map(table.columns.map((column) => [column.name, column]));
