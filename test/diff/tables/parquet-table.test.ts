import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as zlib from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { diffTables } from "../../../src/diff/tables/diff-tables.ts";
import { readTable } from "../../../src/diff/tables/read-table.ts";
import { toCell, valueAt } from "../../../src/diff/tables/values.ts";
import { difference, parquet, tableOf } from "./tables.ts";

let folder = "";
let duckdb: DuckDBInstance;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "candor-diff-"));
  duckdb = await DuckDBInstance.create(":memory:", { threads: "1" });
});
afterAll(() => {
  duckdb.closeSync();
  rmSync(folder, { recursive: true });
});

/** What DuckDB writes for a query. */
async function written(query: string, codec = "snappy"): Promise<Uint8Array> {
  const file = path.join(folder, "table.parquet");
  const connection = await duckdb.connect();
  await connection.run(`COPY (${query}) TO '${file}' (FORMAT parquet, COMPRESSION ${codec})`);
  connection.closeSync();
  return readFileSync(file);
}

async function cellsOf(bytes: Uint8Array): Promise<Record<string, unknown[]>> {
  const table = await tableOf(bytes);
  const cells: Record<string, unknown[]> = {};
  for (const { name, family } of table.columns) {
    const values = await table.read(name, family);
    cells[name] = Array.from({ length: table.length }, (_, row) => toCell(valueAt(values, row)));
  }
  return cells;
}

test("flat types of another writer are read without losing a digit", async () => {
  const bytes = await written(`SELECT * FROM (VALUES
    ('NaN'::DOUBLE, 9007199254740993::BIGINT, 18446744073709551615::UBIGINT, 4294967295::UINTEGER, 1.5::FLOAT,
     12.340::DECIMAL(9,3), 12345678901234567890.12::DECIMAL(30,2), DATE '1969-12-31', TIME '12:34:56.789012',
     TIMESTAMP '1969-12-31 23:59:59.999999', TIMESTAMP_NS '2020-02-29 00:00:00.123456789',
     '00112233-4455-6677-8899-aabbccddeeff'::UUID, true, 'ω'),
    ('-Infinity', -5, 0, 0, -0.0::FLOAT, -0.001, -0.01, DATE '2024-02-29', TIME '00:00:00',
     TIMESTAMP '0001-01-01 00:00:00', TIMESTAMP_NS '1969-12-31 23:59:59.999999999',
     'ffffffff-ffff-ffff-ffff-ffffffffffff', NULL, NULL)
    ) t(d, i64, u64, u32, f, dec, wide, day, clock, us, ns, id, flag, txt)`);
  expect(await cellsOf(bytes)).toEqual({
    d: [{ number: "NaN" }, { number: "-Infinity" }],
    i64: ["9007199254740993", -5],
    u64: ["18446744073709551615", 0],
    u32: [4294967295, 0],
    f: [1.5, expect.anything()],
    dec: [12.34, -0.001],
    wide: ["12345678901234567890.12", -0.01],
    day: ["1969-12-31", "2024-02-29"],
    clock: ["12:34:56.789012", "00:00:00.000000"],
    us: ["1969-12-31 23:59:59.999999", "0001-01-01 00:00:00.000000"],
    ns: ["2020-02-29 00:00:00.123456789", "1969-12-31 23:59:59.999999999"],
    id: ["00112233-4455-6677-8899-aabbccddeeff", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
    flag: [true, null],
    txt: ["ω", null],
  });
});

test.each(["uncompressed", "snappy", "gzip", "brotli"])(
  "pages compressed by %s are the same rows",
  async (codec) => {
    const query =
      "SELECT i AS id, CASE WHEN i % 3 = 0 THEN NULL ELSE 'text ' || (i % 4) END AS t FROM range(5000) r(i)";
    const found = await difference(await written(query), await written(query, codec), ["id"]);
    expect(found).toMatchObject({ change: "bytes", fault: null, rows: { a: 5000, b: 5000 } });
  },
);

test("a compression that this Node.js cannot undo is named, with those it can", async () => {
  const bytes = await written("SELECT i AS id FROM range(5000) r(i)", "lz4_raw");
  const found = await difference(bytes, bytes, ["id"]);
  expect(found.fault).toMatch(
    /^A: not a .*: column id: its pages are compressed by LZ4_RAW, which is not read here; SNAPPY, GZIP, BROTLI/u,
  );
});

test("pages compressed by ZSTD are read, or said to need a later Node.js", async () => {
  const bytes = await written("SELECT i AS id FROM range(5000) r(i)", "zstd");
  const { fault } = await difference(bytes, bytes, ["id"]);
  if (!("zstdDecompressSync" in zlib)) expect(fault).toMatch(/ZSTD needs Node\.js 22\.15 or later/u);
  else expect(fault).toBeNull();
});

test("integers beyond 2^53 differ by one, whatever holds them", async () => {
  const found = await difference(
    await written("SELECT 1 AS id, 9007199254740993::BIGINT AS n, 9007199254740994::BIGINT AS same"),
    await written("SELECT 1 AS id, 9007199254740992::BIGINT AS n, 9007199254740994::DOUBLE AS same"),
    ["id"],
  );
  expect(found.changed.sample).toEqual([
    {
      key: { id: 1 },
      column: "n",
      was: "9007199254740993",
      is: "9007199254740992",
      absolute: -1,
      relative: 1 / 9007199254740992,
    },
  ]);
  expect(found.columns).toEqual([{ column: "same", change: "retyped", was: "int64", is: "float64" }]);
});

test.each([
  ["SELECT [1, 2] AS list", "column list is nested"],
  ["SELECT {'x': 1} AS struct", "column struct is nested"],
])("%s is a fault", async (query, why) => {
  expect(await readTable(await written(query), "t.parquet")).toEqual({
    kind: "fault",
    fault: `not a Parquet file that candor can read: ${why}; only flat columns are compared`,
  });
});

test.each([
  ["nothing", ""],
  ["no Parquet", "hello world, this is no table"],
  ["its marks alone", "PAR1PAR1"],
])("%s is a fault", async (_, text) => {
  const table = await readTable(Buffer.from(text), "t.parquet");
  expect(table).toMatchObject({ kind: "fault", fault: expect.stringMatching(/^not a Parquet file/u) });
});

test("damage that shows when a column is decoded names side and column", async () => {
  const good = await parquet({ id: "integer", text: "string" }, [{ id: 1, text: "some text of a row" }]);
  const bad = Uint8Array.from(good);
  bad.fill(0xff, Buffer.from(good).indexOf("some text"), Buffer.from(good).indexOf("some text") + 4);
  bad[4] = 0xff;
  const found = await diffTables(await tableOf(good), await tableOf(bad), {
    path: "t.parquet",
    key: ["id"],
    keyFrom: "schema",
  });
  expect(found.change).toBe("unreadable");
  expect(found.fault).toMatch(/^B: not a Parquet file that candor can read: column id: /u);
});

test("whatever bytes are damaged, there is an answer and no error", async () => {
  const files = [
    await written(
      "SELECT i AS id, i * 0.5::DOUBLE AS d, 'text ' || (i % 5) AS t FROM range(200) r(i)",
      "uncompressed",
    ),
    await written("SELECT i AS id, NULLIF(i % 7, 0) AS n, i % 2 = 0 AS b FROM range(200) r(i)"),
    await parquet(
      { id: "string", n: "number?", b: "boolean?" },
      Array.from({ length: 200 }, (_, i) => ({ id: `t${i}`, n: i % 3 ? i : null, b: i % 2 ? true : null })),
    ),
  ];
  // Places and values from a fixed sequence: the same damage in every run.
  let state = 12345;
  const next = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
  for (let round = 0; round < 600; round++) {
    const good = files[round % files.length]!;
    const bad = Uint8Array.from(good);
    for (let k = 0; k <= round % 3; k++) bad[next(bad.length)] = next(256);
    const found = await diffTables(await tableOf(good), await readTable(bad, "t.parquet"), {
      path: "t",
      key: ["id"],
      keyFrom: "option",
    });
    expect(found.change === "unreadable").toBe(found.fault !== null);
  }
});
