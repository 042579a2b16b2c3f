import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { TableComparer } from "../../../src/diff/table-comparer.ts";
import { keyOfSchema, loadSchemas, schemaOf } from "../../../src/diff/tables/schemas.ts";
import { ROOT } from "../../project.ts";
import { jsonOf } from "../../tables/sample.ts";
import { tableOf } from "./tables.ts";

const KEY = ["model", "bias", "frame", "state_index"];

test("the stage whose output it is says the key, by the path in the tree", async () => {
  const schemas = await loadSchemas(ROOT);
  expect(schemas.notes).toEqual([]);
  const table = await tableOf(`${[...KEY, "other"].join(",")}\n`);
  for (const file of ["cheap-talk/parsed.parquet", "/somewhere/artifacts/paper/cheap-talk/parsed.parquet"])
    expect(keyOfSchema(schemas, file, table, table)).toEqual({ key: KEY, keyFrom: "schema" });
  expect(schemaOf(schemas, "cheap-talk/tables/bias_table.csv", [])?.name).toBe("bias_table");
});

test("elsewhere the schema that has exactly these columns does, in any order", async () => {
  const schemas = await loadSchemas(ROOT);
  const states = schemaOf(schemas, "cheap-talk/states.parquet", [])!;
  const names = states.columns.map(({ name }) => name).reverse();
  expect(schemaOf(schemas, "mine.csv", names)).toBe(states);
  expect(schemaOf(schemas, "mine.csv", [...names, "more"])).toBeNull();
});

test("what the user names comes first, position last", async () => {
  const schemas = await loadSchemas(ROOT);
  const [table, other] = [await tableOf(`${KEY.join(",")}\n`), await tableOf("model,x\n")];
  const file = "cheap-talk/parsed.parquet";
  expect(keyOfSchema(schemas, file, table, table, ["bias"])).toEqual({ key: ["bias"], keyFrom: "option" });
  expect(keyOfSchema(schemas, file, table, table, ["nowhere"])).toEqual({ key: KEY, keyFrom: "schema" });
  expect(keyOfSchema(schemas, file, table, other)).toEqual({ key: [], keyFrom: "position" });
});

test("a damaged pipeline.yaml is noted, and schemas still give keys", async () => {
  const root = mkdtempSync(path.join(tmpdir(), "candor-schemas-"));
  try {
    mkdirSync(path.join(root, "schemas/test"), { recursive: true });
    writeFileSync(path.join(root, "pipeline.yaml"), "stages: [\n");
    writeFileSync(path.join(root, "schemas/broken.schema.json"), "{");
    writeFileSync(
      path.join(root, "schemas/test/sample.schema.json"),
      JSON.stringify(jsonOf({ id: "integer", x: "number?" }, ["id"])),
    );
    const schemas = await loadSchemas(root);
    expect(schemas.notes).toEqual([expect.stringMatching(/pipeline\.yaml cannot be used/u)]);
    const tree = { given: "tree", kind: "tree" as const, commit: null };
    const side = (text: string) => ({ path: "t.csv", bytes: Buffer.from(text), side: tree });
    const comparer = new TableComparer(root, { tolerance: { absolute: 0, relative: 0 }, samples: 20 });
    const found = await comparer.compare(side("id,x\n1,2\n2,3\n"), side("x,id\n3,2\n4,1\n"));
    expect(found).toMatchObject({ keyFrom: "schema", key: ["id"], changed: { cells: 1 } });
    expect(await loadSchemas(path.join(root, "nowhere"))).toEqual({
      byOutput: new Map(),
      all: [],
      notes: [],
    });
  } finally {
    rmSync(root, { recursive: true });
  }
});
