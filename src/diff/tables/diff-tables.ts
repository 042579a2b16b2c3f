import type { TableDifference, Tolerance } from "../report.ts";
import { CellChanges } from "./cell-changes.ts";
import { columnChanges, commonColumns } from "./column-changes.ts";
import { KeyPlaces, type Places, POSITIONS } from "./keys.ts";
import { type Matching, matchRows } from "./match.ts";
import { firstKeys, RowSamples } from "./row-samples.ts";
import { type DiffTable, type TableFault, Unreadable } from "./table.ts";

const NO_TOLERANCE: Tolerance = { absolute: 0, relative: 0 };

export interface TableDiffOptions {
  /** Where the table lies, for the report. */
  readonly path: string;
  /** Columns that tell rows apart; none: rows are matched by position, and so they are where a side lacks one. */
  readonly key: readonly string[];
  readonly keyFrom: TableDifference["keyFrom"];
  /** Default: none. */
  readonly tolerance?: Tolerance;
  /** How many rows, cells and keys of each kind the report shows; default 20, Infinity for all. */
  readonly samples?: number;
}

/**
 * What differs between two tables, column by column, so that one column of each is in memory at a time (key columns
 * as codes). Equal tables give the change `bytes` with nothing counted, and so do tables that differ within the
 * tolerance alone.
 */
export async function diffTables(
  a: DiffTable | TableFault,
  b: DiffTable | TableFault,
  options: TableDiffOptions,
): Promise<TableDifference> {
  if (a.kind === "fault" || b.kind === "fault") return unreadableTable(options.path, a, b);
  try {
    return await compare(naming(a, "A"), naming(b, "B"), options);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ...unreadableTable(options.path, a, b), fault: error.message };
  }
}

/** A table that says whose damage stopped it. */
function naming(table: DiffTable, side: "A" | "B"): DiffTable {
  const read: DiffTable["read"] = async (name, as) => {
    try {
      return await table.read(name, as);
    } catch (error) {
      throw error instanceof Unreadable
        ? new Unreadable(`${side}: ${error.message}`, { cause: error })
        : error;
    }
  };
  return { ...table, read };
}

async function compare(a: DiffTable, b: DiffTable, options: TableDiffOptions): Promise<TableDifference> {
  const { path, tolerance = NO_TOLERANCE, samples = 20 } = options;
  const common = commonColumns(a, b);
  const asked = [...new Set(options.key)];
  const hasKey = asked.length > 0 && asked.every((name) => common.some((column) => column.name === name));
  const key = hasKey ? asked : [];
  const places = hasKey ? await keyPlaces(a, b, key, common) : POSITIONS;
  const matching = matchRows(places, a.length, b.length);
  const removed = new RowSamples(places, "a", matching.onlyA, samples);
  const added = new RowSamples(places, "b", matching.onlyB, samples);
  const cells = new CellChanges(places, matching, tolerance, samples);
  for (const { name, as } of common) {
    if (key.includes(name)) {
      removed.fillKey(name, places, "a");
      added.fillKey(name, places, "b");
      continue;
    }
    const [inA, inB] = [await a.read(name, as), await b.read(name, as)];
    cells.compare(name, inA, inB);
    removed.fill(name, inA);
    added.fill(name, inB);
  }
  // Also where no row is shown: a damaged column must not pass.
  for (const [table, other, rows] of [
    [a, b, removed],
    [b, a, added],
  ] as const) {
    for (const { name, family } of table.columns) {
      if (!other.columns.some((column) => column.name === name))
        rows.fill(name, await table.read(name, family));
    }
  }
  const columns = columnChanges(a, b);
  const changed = cells.result();
  const anyRow = changed.cells > 0 || matching.onlyA.length > 0 || matching.onlyB.length > 0;
  return {
    path,
    change: anyRow ? "rows" : columns.length > 0 ? "schema" : "bytes",
    fault: null,
    key,
    keyFrom: hasKey ? options.keyFrom : "position",
    rows: { a: a.length, b: b.length },
    columns,
    added: added.result(b.columns.map(({ name }) => name)),
    removed: removed.result(a.columns.map(({ name }) => name)),
    changed,
    duplicates: duplicatesOf(places, matching, samples),
  };
}

/** Where the rows of both tables stand by the values of key columns, each read once. */
export async function keyPlaces(
  a: DiffTable,
  b: DiffTable,
  key: readonly string[],
  common: ReturnType<typeof commonColumns>,
): Promise<Places> {
  const places = new KeyPlaces();
  for (const name of key) {
    const { as } = common.find((column) => column.name === name)!;
    places.add(name, await a.read(name, as), a.length, await b.read(name, as), b.length);
  }
  return places;
}

function duplicatesOf(
  places: Places,
  { repeated }: Matching,
  samples: number,
): TableDifference["duplicates"] {
  const [inA, inB] = [
    firstKeys(places, "a", repeated.a, samples),
    firstKeys(places, "b", repeated.b, samples),
  ];
  const known = new Set(inA.map((each) => JSON.stringify(each)));
  return {
    a: repeated.a.length,
    b: repeated.b.length,
    sample: [...inA, ...inB.filter((each) => !known.has(JSON.stringify(each)))].slice(0, samples),
  };
}

const NOTHING = {
  key: [],
  keyFrom: "position",
  rows: { a: 0, b: 0 },
  columns: [],
  added: { count: 0, sample: [] },
  removed: { count: 0, sample: [] },
  changed: { rows: 0, cells: 0, tolerated: 0, byColumn: [], sample: [] },
  duplicates: { a: 0, b: 0, sample: [] },
} as const;

/** Of a table that one side or both cannot read. */
function unreadableTable(
  path: string,
  a: DiffTable | TableFault,
  b: DiffTable | TableFault,
): TableDifference {
  const faults = [
    a.kind === "fault" ? `A: ${a.fault}` : null,
    b.kind === "fault" ? `B: ${b.fault}` : null,
  ].filter((fault) => fault !== null);
  const rows = { a: a.kind === "table" ? a.length : 0, b: b.kind === "table" ? b.length : 0 };
  return { ...NOTHING, path, change: "unreadable", fault: faults.join("; "), rows };
}

/** Of a table that only one side has: its size and columns are not shown cell by cell. */
export function lonelyTable(
  path: string,
  change: "added" | "removed",
  table: DiffTable | TableFault,
): TableDifference {
  if (table.kind === "fault") return { ...NOTHING, path, change, fault: table.fault };
  const rows = change === "added" ? { a: 0, b: table.length } : { a: table.length, b: 0 };
  const columns = table.columns.map(({ name, type }) =>
    change === "added"
      ? ({ column: name, change, was: null, is: type } as const)
      : ({ column: name, change, was: type, is: null } as const),
  );
  return { ...NOTHING, path, change, fault: null, rows, columns };
}
