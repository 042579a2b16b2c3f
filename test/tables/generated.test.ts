import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatedFiles } from "../../src/tables/generate/files.ts";
import { writeGenerated } from "../../src/tables/generate/main.ts";
import { schemaSources, typeFiles } from "../../src/tables/generate/sources.ts";
import { jsonOf } from "./sample.ts";

const root = process.cwd();

test("row types and data dictionary are those of the schemas; npm run schemas makes them so", async () => {
  const files = await generatedFiles(root);
  expect(files.size).toBeGreaterThan(1);
  for (const [path, text] of files) expect(readFileSync(join(root, path), "utf8"), path).toBe(text);
  expect(
    typeFiles(root).filter((path) => !files.has(path)),
    "types without a schema",
  ).toEqual([]);
});

test("each row type has a name of its own", () => {
  const titles = schemaSources(root).map((source) => source.schema.title);
  expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([]);
});

test("types and dictionary say what the schema says, are written once, and go with it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "candor-schemas-"));
  try {
    mkdirSync(join(folder, "schemas", "study"), { recursive: true });
    writeFileSync(join(folder, "schemas", "pipeline.schema.json"), "{}");
    const json = jsonOf(
      {
        id: "integer",
        size: { type: "string", description: "Size | kind", enum: ["s", "l"] },
        x: {
          type: ["number", "null"],
          description: "X",
          minimum: 0,
          exclusiveMaximum: 1,
          "x-unit": "m",
          "x-csv": { null: "Full" },
        },
      },
      ["id", "size"],
    );
    const path = join(folder, "schemas", "study", "sample.schema.json");
    writeFileSync(path, JSON.stringify(json));
    expect(await writeGenerated(folder)).toEqual([
      "wrote schemas/study/sample.ts",
      "wrote docs/data-dictionary.md",
    ]);
    expect(await writeGenerated(folder)).toEqual([]);
    const types = readFileSync(join(folder, "schemas", "study", "sample.ts"), "utf8");
    expect(types).toContain("export interface SampleRow {");
    expect(types).toContain('size: "s" | "l";');
    expect(types).toContain("x: number | null;");
    const dictionary = readFileSync(join(folder, "docs", "data-dictionary.md"), "utf8");
    expect(dictionary).toContain("## study/sample\n\nA sample.\n\nKey: `id`, `size`\n");
    expect(dictionary).toContain("| `size` | text |  | s, l | Size \\| kind |");
    expect(dictionary).toContain('| `x` | number or null | m | ≥ 0, < 1 | X (null is shown as "Full") |');
    rmSync(path);
    expect(await writeGenerated(folder)).toEqual([
      "wrote docs/data-dictionary.md",
      "removed schemas/study/sample.ts",
    ]);
    writeFileSync(path, "{");
    await expect(generatedFiles(folder)).rejects.toThrow(/^schemas\/study\/sample.schema.json: .*JSON/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
