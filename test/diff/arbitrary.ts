import fc from "fast-check";
import type { Cell, CellChange, DiffReport, TableDifference } from "../../src/diff/report.ts";
import { change, EQUAL, HOSTILE, table } from "./reports.ts";

export const TEXT = fc.oneof(
  fc.string({ unit: "binary", maxLength: 120 }),
  fc.constantFrom(...HOSTILE),
  fc.constantFrom(
    "",
    "null",
    "NaN",
    "1",
    "状態は半分くらいです".repeat(6),
    "e\u0301".repeat(30),
    "\\n",
    "\n",
  ),
);
const NUMBER = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
const SPECIAL = fc.constantFrom("NaN", "Infinity", "-Infinity", "-0").map((number) => ({ number }));

export const CELL: fc.Arbitrary<Cell> = fc.oneof(
  TEXT,
  NUMBER,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  SPECIAL,
);

const ROW = fc.dictionary(TEXT, CELL, { minKeys: 1, maxKeys: 5 });
const CHANGE: fc.Arbitrary<CellChange> = fc
  .tuple(ROW, TEXT, CELL, CELL)
  .map(([key, column, was, is]) => change(key, column, was, is));

const TABLE: fc.Arbitrary<TableDifference> = fc
  .record({
    path: TEXT,
    key: fc.array(TEXT, { maxLength: 4 }),
    columns: fc.array(
      fc.record({
        column: TEXT,
        change: fc.constantFrom("added", "removed", "moved", "retyped", "nullable"),
        was: TEXT,
        is: TEXT,
      }),
      { maxLength: 4 },
    ),
    added: fc.array(ROW, { maxLength: 6 }),
    removed: fc.array(ROW, { maxLength: 6 }),
    changed: fc.array(CHANGE, { maxLength: 20 }),
    more: fc.nat({ max: 3000 }),
  })
  .map(({ path, key, columns, added, removed, changed, more }) =>
    table(path, {
      key,
      columns,
      added: { count: added.length + more, sample: added },
      removed: { count: removed.length, sample: removed },
      changed: {
        rows: changed.length,
        cells: changed.length + more,
        tolerated: 0,
        byColumn: changed.map(({ column }) => ({
          column,
          cells: 1,
          largestAbsolute: null,
          largestRelative: null,
        })),
        sample: changed,
      },
    }),
  );

/** Reports whose every text may be anything. */
export const REPORT: fc.Arbitrary<DiffReport> = fc
  .record({
    given: TEXT,
    tables: fc.array(TABLE, { maxLength: 8 }),
    notes: fc.array(TEXT, { maxLength: 3 }),
    files: fc.array(TEXT, { maxLength: 20 }),
  })
  .map(({ given, tables, notes, files }) => ({
    ...EQUAL,
    a: { given, kind: "tree", commit: null },
    equal: false,
    tables,
    notes,
    files: files.map((path) => ({ path, change: "bytes" as const })),
  }));
