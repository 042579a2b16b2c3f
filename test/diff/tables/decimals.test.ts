import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderHtml } from "../../../src/diff/render/html.ts";
import { renderMarkdown } from "../../../src/diff/render/markdown.ts";
import { renderText } from "../../../src/diff/render/text.ts";
import { EQUAL } from "../reports.ts";
import { difference } from "./tables.ts";

let folder = "";
let duckdb: DuckDBInstance;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "candor-decimals-"));
  duckdb = await DuckDBInstance.create(":memory:", { threads: "1" });
});
afterAll(() => {
  duckdb.closeSync();
  rmSync(folder, { recursive: true });
});

/** What DuckDB writes for a query. */
async function written(query: string, options = "FORMAT parquet"): Promise<Uint8Array> {
  const file = path.join(folder, "table");
  const connection = await duckdb.connect();
  await connection.run(`COPY (${query}) TO '${file}' (${options})`);
  connection.closeSync();
  return readFileSync(file);
}

const decimal = (text: string, type = "DECIMAL(38,20)") => `SELECT 1 AS k, ${text}::${type} AS x`;

describe("decimals wider than a double", () => {
  test.each([
    ["12345678901234567890.1", "12345678901234567890.3", "DECIMAL(21,1)", 0.2],
    ["0.1", "0.10000000000000000005", "DECIMAL(38,20)", 5e-20],
    ["1", "1.00000000000000000001", "DECIMAL(38,20)", 1e-20],
    ["-0.5", "0.25", "DECIMAL(38,20)", 0.75],
  ])("%s against %s has its distance", async (was, is, type, absolute) => {
    const [a, b] = [await written(decimal(was, type)), await written(decimal(is, type))];
    const found = await difference(a, b, ["k"]);
    expect(found.changed.sample).toMatchObject([{ column: "x", absolute }]);
    expect(found.changed.byColumn[0]!.largestAbsolute).toBe(absolute);
    const wide = { tolerance: { absolute: 1, relative: 0 } };
    expect((await difference(a, b, ["k"], wide)).changed).toMatchObject({ cells: 0, tolerated: 1 });
  });

  test("against doubles and a CSV of the same rows they are equal", async () => {
    const rows = "SELECT k, x::TYPE AS x FROM (VALUES (1, 0.1), (2, 2), (3, -1.25), (4, NULL)) t(k, x)";
    const wide = await written(rows.replace("TYPE", "DECIMAL(38,20)"));
    const narrow = await written(rows.replace("TYPE", "DOUBLE"));
    expect(await difference(wide, narrow, ["k"])).toMatchObject({
      change: "schema",
      columns: [{ column: "x", was: "decimal(38,20)", is: "float64" }],
    });
    const exact = decimal("12345678901234567890.12", "DECIMAL(22,2)");
    for (const query of [rows.replace("TYPE", "DECIMAL(38,20)"), exact])
      expect(
        await difference(await written(query), await written(query, "FORMAT csv, HEADER"), ["k"]),
      ).toMatchObject({ change: "bytes", columns: [], changed: { cells: 0 } });
  });

  test("as keys they are the numbers they are", async () => {
    const query = "SELECT x::DECIMAL(38,20) AS x, x::INTEGER AS y FROM (VALUES (1), (2.5), (2.75)) t(x)";
    const found = await difference(
      await written(query),
      await written(query.replace("DECIMAL(38,20)", "DOUBLE")),
      ["x"],
    );
    expect(found).toMatchObject({ change: "schema", added: { count: 0 }, removed: { count: 0 } });
  });

  test("their differences are those of whole numbers", async () => {
    const units = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
    await fc.assert(
      fc.asyncProperty(units, units, async (x, y) => {
        const text = (value: bigint) =>
          `${value < 0n ? "-" : ""}${String(value < 0n ? -value : value)
            .padStart(21, "0")
            .replace(/(.{20})$/u, ".$1")}`;
        const { changed } = await difference(`k,x\n1,${text(x)}\n`, `k,x\n1,${text(y)}\n`, ["k"]);
        if (changed.sample[0]?.absolute != null)
          expect(changed.sample[0].absolute).toBeCloseTo(Number(y - x) / 1e20, 5);
        expect(changed.cells).toBe(Number(x !== y));
      }),
      { numRuns: 100 },
    );
  });
});

test("numbers of many digits stand without quotes, in every format", async () => {
  const found = await difference(
    "k,n,d\n1,9007199254740993,0.12345678901234567890\n",
    "k,n,d\n1,9007199254740995,0.12345678901234567899\n",
    ["k"],
  );
  const report = { ...EQUAL, equal: false, tables: [found] };
  const text = renderText(report, { width: 160 });
  expect(text).toMatch(/9007199254740993 {2}→ {2}9007199254740995 +\+2 /u);
  expect(text).toMatch(/0\.1234567890123456789 {2}→ {2}0\.12345678901234567899/u);
  for (const page of [text, renderText(report, { width: 80 }), renderMarkdown(report), renderHtml(report)]) {
    expect(page).toContain("9007199254740995");
    expect(page).not.toMatch(/(?:"|&quot;)[\d.]+9007199254740995/u);
    expect(page).not.toMatch(/(?:"|&quot;)(?:9007|0\.1234)/u);
  }
});
