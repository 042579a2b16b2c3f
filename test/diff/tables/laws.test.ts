import fc from "fast-check";
import { expect, test } from "vitest";
import type { Cell, TableDifference } from "../../../src/diff/report.ts";
import { difference } from "./tables.ts";

type Row = Readonly<Record<string, Cell>>;

const COLUMNS = ["k", "j", "x", "t"];

/** Cells as text of a CSV. */
const number = fc.constantFrom(
  "",
  "0",
  "-0.0",
  "1",
  "2.5",
  "nan",
  "inf",
  "-inf",
  "1e-300",
  "9007199254740993",
);
const text = fc.constantFrom('""', "a", '"b,""c"', "ω", '"x\ny"', "=1+1", "<b>");
const row = fc.tuple(fc.constantFrom("a", "b", "c"), fc.constantFrom("1", "2"), number, text);
const csv = (rows: readonly (readonly string[])[]) => {
  // Columns keep their kind, so that no law stumbles over a column that is text on one side alone.
  const kinds = ["z", "9", "7", "z"];
  return `${[COLUMNS, kinds, ...rows].map((cells) => cells.join(",")).join("\n")}\n`;
};
const table = fc.array(row, { maxLength: 12 }).map(csv);
/** No two rows have the same k and j. */
const keyed = fc.uniqueArray(row, { maxLength: 12, selector: ([k, j]) => k + j }).map(csv);
const key = fc.constantFrom<readonly string[]>(["k"], ["k", "j"], ["j", "t"], []);
const ALL = { samples: Infinity };

test("a table does not differ from itself", async () => {
  await fc.assert(
    fc.asyncProperty(table, key, async (a, by) => {
      const found = await difference(a, a, by, ALL);
      expect(found).toMatchObject({
        change: "bytes",
        columns: [],
        added: { count: 0 },
        removed: { count: 0 },
        changed: { cells: 0, rows: 0, tolerated: 0 },
      });
      expect(found.duplicates.a).toBe(found.duplicates.b);
    }),
  );
});

test("seen from the other side, what was is what is", async () => {
  await fc.assert(
    fc.asyncProperty(table, table, key, async (a, b, by) => {
      const [there, back] = [await difference(a, b, by, ALL), await difference(b, a, by, ALL)];
      expect(back.added).toEqual(there.removed);
      expect(back.removed).toEqual(there.added);
      expect(back.duplicates.a).toBe(there.duplicates.b);
      expect(back.changed.byColumn).toEqual(there.changed.byColumn);
      expect(back.changed.rows).toBe(there.changed.rows);
      const mirrored = back.changed.sample.map((cell) => ({
        ...cell,
        was: cell.is,
        is: cell.was,
        absolute: cell.absolute === null ? null : 0 - cell.absolute,
      }));
      expect(mirrored).toEqual(there.changed.sample);
    }),
  );
});

test("few samples are the first of all samples, row by row", async () => {
  await fc.assert(
    fc.asyncProperty(table, table, key, fc.nat(5), async (a, b, by, samples) => {
      const [all, few] = [await difference(a, b, by, ALL), await difference(a, b, by, { samples })];
      expect(few.added).toEqual({ ...all.added, sample: all.added.sample.slice(0, samples) });
      expect(few.removed).toEqual({ ...all.removed, sample: all.removed.sample.slice(0, samples) });
      expect(few.changed).toEqual({ ...all.changed, sample: few.changed.sample });
      expect(few.changed.sample).toHaveLength(Math.min(samples, all.changed.cells));
    }),
  );
});

test("a wider tolerance never lets less pass", async () => {
  const width = fc.constantFrom(0, 1e-301, 0.5, 1, 2, 1e9);
  await fc.assert(
    fc.asyncProperty(
      table,
      table,
      fc.tuple(width, width),
      fc.tuple(width, width),
      async (a, b, one, other) => {
        const narrow = { absolute: Math.min(one[0], other[0]), relative: Math.min(one[1], other[1]) };
        const wide = { absolute: Math.max(one[0], other[0]), relative: Math.max(one[1], other[1]) };
        const [less, more] = [
          await difference(a, b, ["k", "j"], { tolerance: narrow }),
          await difference(a, b, ["k", "j"], { tolerance: wide }),
        ];
        expect(more.changed.cells).toBeLessThanOrEqual(less.changed.cells);
        expect(more.changed.cells + more.changed.tolerated).toBe(less.changed.cells + less.changed.tolerated);
      },
    ),
  );
});

test("the changes, applied to the first table, give the second", async () => {
  await fc.assert(
    fc.asyncProperty(keyed, keyed, fc.constantFrom(["k", "j"], []), async (a, b, by) => {
      const found = await difference(a, b, by, ALL);
      expect(sorted(applied(await rowsOf(a), found))).toEqual(sorted(await rowsOf(b)));
    }),
  );
});

/** Every row of a CSV, as the difference to an empty table shows it, in the order of the file. */
async function rowsOf(csv: string): Promise<Row[]> {
  const { added } = await difference(`${COLUMNS.join(",")}\n`, csv, [], ALL);
  return [...added.sample];
}

function applied(rows: readonly Row[], { key, removed, added, changed }: TableDifference): Row[] {
  const byPlace = new Map<string, Record<string, Cell>>();
  const placeOf = (row: Row) => JSON.stringify(Object.fromEntries(key.map((name) => [name, row[name]])));
  for (const [i, row] of rows.entries())
    byPlace.set(key.length === 0 ? JSON.stringify({ "#": i + 1 }) : placeOf(row), { ...row });
  for (const [i, row] of removed.sample.entries()) {
    // By position, the rows that are gone are the last ones.
    const position = { "#": rows.length - removed.count + i + 1 };
    expect(byPlace.delete(key.length === 0 ? JSON.stringify(position) : placeOf(row))).toBe(true);
  }
  for (const { key: place, column, was, is } of changed.sample) {
    const row = byPlace.get(JSON.stringify(place))!;
    expect(row[column]).toEqual(was);
    row[column] = is;
  }
  return [...byPlace.values(), ...added.sample];
}

const sorted = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
