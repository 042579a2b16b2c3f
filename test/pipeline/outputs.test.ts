import { chmodSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { hashOf } from "../../src/pipeline/canonical.ts";
import { type Project, ran } from "../project.ts";
import { artifactsOf, storeFiles, TOY, toyProject } from "../toy.ts";

let project: Project;
afterEach(() => project.dispose());

const FOLDER = "artifacts/embedded/toy";

test("outputs that are edited, deleted or tampered with are put back and said, and nothing runs", () => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  const before = artifactsOf(project);
  project.write(`${FOLDER}/tables/total.csv`, "group,total\nmine,1\n");
  project.remove(`${FOLDER}/tables/total.md`);
  project.remove(`${FOLDER}/figures`);
  // Same size, and the time of the last change put back.
  const parquet = path.join(project.root, FOLDER, "squared.parquet");
  const { atime, mtime } = statSync(parquet);
  const bytes = project.bytes(`${FOLDER}/squared.parquet`);
  bytes[40]! ^= 1;
  project.write(`${FOLDER}/squared.parquet`, bytes);
  utimesSync(parquet, atime, mtime);

  const judged = project.status();
  expect(judged.code).toBe(1);
  expect(judged.stages["toy/squared"]).toMatchObject({
    state: "stale",
    reasons: [{ kind: "output-changed", path: "toy/squared.parquet" }],
  });
  expect(judged.stages["toy/figures/sketch"]).toMatchObject({
    state: "missing",
    reasons: [{ kind: "output-missing" }],
  });
  expect(judged.stages["toy/tables/total"]?.reasons.map(({ kind, path: file }) => `${kind} ${file}`)).toEqual(
    ["output-missing toy/tables/total.md", "output-changed toy/tables/total.csv"],
  );

  const restored = project.run();
  expect([restored.code, ran(restored.stages)]).toEqual([0, []]);
  expect(restored.stderr).toContain(`replaced ${FOLDER}/squared.parquet, which was not what candor wrote`);
  expect(restored.stderr).toContain(`replaced ${FOLDER}/tables/total.csv, which was not what candor wrote`);
  expect(restored.stderr).toContain(`restored ${FOLDER}/tables/total.md, which was missing`);
  expect(restored.stderr).toContain(`restored ${FOLDER}/figures/sketch.svg, which was missing`);
  expect(artifactsOf(project)).toEqual(before);
  expect(project.status().code).toBe(0);
});

test("what a manifest from elsewhere claims is run here once, and a claim that does not hold is told", () => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  const before = artifactsOf(project);
  project.remove(".candor");
  const judged = project.status();
  expect(judged.code).toBe(1);
  expect(judged.stages["toy/numbers"]).toMatchObject({ state: "stale", reasons: [{ kind: "not-here" }] });
  const here = project.run();
  expect([here.code, ran(here.stages).length]).toEqual([0, 4]);
  expect(here.stderr).not.toContain("differs");
  expect(artifactsOf(project)).toEqual(before);
  expect(project.status().code).toBe(0);

  project.remove(".candor/store");
  const { stages } = JSON.parse(project.read("artifacts/embedded/manifest.json")) as {
    stages: Record<string, { rows: string }>;
  };
  project.edit(
    "artifacts/embedded/manifest.json",
    `"rows": "${stages["toy/tables/total"]!.rows}",\n   "slices"`,
    `"rows": "sha256:${"0".repeat(64)}",\n   "slices"`,
  );
  expect(project.run().stderr).toContain(
    "differs toy/tables/total: with the same key it gave other rows than the manifest says",
  );
  expect(artifactsOf(project)).toEqual(before);
});

test("a damaged file of the store is named and made anew", () => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  const before = artifactsOf(project);
  // Every blob and result, and every output, so that the store is asked for each.
  const files = storeFiles(project);
  expect(files.length).toBeGreaterThan(12);
  for (const file of files) {
    const bytes = project.bytes(file);
    bytes[bytes.length >> 1]! ^= 1;
    project.write(file, bytes);
  }
  project.remove(FOLDER);
  const { code, stderr } = project.run();
  expect([code, code === 0 ? "" : stderr]).toEqual([0, ""]);
  const named = [
    ...stderr.matchAll(
      /^damaged (\S+) did not hold what its name says; it is made anew when it is needed$/gmu,
    ),
  ].map(([, file]) => file!);
  expect(named.length).toBeGreaterThan(3);
  expect(files).toEqual(expect.arrayContaining(named));
  expect(artifactsOf(project)).toEqual(before);
  expect(project.status().code).toBe(0);
});

test("one flipped byte: in the blob of an output, in the rows below a change, in a result", () => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  const before = artifactsOf(project);
  const flip = (holds: string) => {
    const file = storeFiles(project).find(
      (each) => each.endsWith(holds) || project.bytes(each).includes(holds),
    )!;
    const bytes = project.bytes(file);
    bytes[bytes.length - 3]! ^= 1;
    project.write(file, bytes);
    return file;
  };
  // The CSV is gone and its blob is bad: written again from rows that are good.
  const csv = flip("group,total,notes\n");
  project.remove(`${FOLDER}/tables/total.csv`);
  const rewritten = project.run();
  expect(rewritten.stderr).toContain(`damaged ${csv} did not hold what its name says`);
  expect(ran(rewritten.stages)).toEqual([]);
  expect(artifactsOf(project)).toEqual(before);
  // A result's record is bad while its outputs are fine: named, and put back by the time the run ends.
  const { stages } = JSON.parse(project.read("artifacts/embedded/manifest.json")) as {
    stages: Record<string, { key: string }>;
  };
  const result = flip(stages["toy/numbers"]!.key.slice(8));
  const again = project.run();
  expect([again.code, again.stderr.includes(`damaged ${result}`)]).toEqual([0, true]);
  expect(artifactsOf(project)).toEqual(before);
  expect(project.run().stderr).not.toContain("damaged");
});

test("a manifest that claims other rows than the store knows is not believed", () => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  const manifest = project.read("artifacts/embedded/manifest.json");
  const { stages } = JSON.parse(manifest) as { stages: Record<string, { rows: string }> };
  const rows = stages["toy/numbers"]!.rows;
  project.write("artifacts/embedded/manifest.json", manifest.replaceAll(rows, `sha256:${"0".repeat(64)}`));
  const judged = project.status();
  expect(judged.code).toBe(1);
  expect(judged.stages["toy/numbers"]?.reasons).toMatchObject([{ kind: "manifest", path: "rows" }, {}]);
  expect(judged.stages["toy/squared"]?.reasons).toMatchObject([{ kind: "upstream", path: "toy/numbers" }]);
  expect(ran(project.run().stages)).toEqual([]);
  expect(project.read("artifacts/embedded/manifest.json")).toBe(manifest);

  // An output edited together with what the manifest says of it.
  const csv = project.read(`${FOLDER}/tables/total.csv`);
  const edited = csv.replace(/\d/u, "9");
  project.write(`${FOLDER}/tables/total.csv`, edited);
  project.write("artifacts/embedded/manifest.json", manifest.replace(hashOf(csv), hashOf(edited)));
  expect(project.status().stages["toy/tables/total"]).toMatchObject({
    state: "stale",
    reasons: [{ kind: "manifest", path: "outputs.toy/tables/total.csv.bytes" }],
  });
  expect(ran(project.run().stages)).toEqual([]);
  expect(project.read(`${FOLDER}/tables/total.csv`)).toBe(csv);
  expect(project.read("artifacts/embedded/manifest.json")).toBe(manifest);
  project.write("artifacts/embedded/manifest.json", manifest.replace('"stages"', "<<<<<<< HEAD"));
  const conflict = project.candor(["run"]);
  expect(conflict.code).toBe(2);
  expect(conflict.stderr).toMatch(
    /^candor: artifacts\/embedded\/manifest\.json is not a manifest .* remove it and run again/u,
  );
});

test("outputs that no stage makes any more: removed as made, kept and named when edited; renamed ones move", () => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  const figure =
    "  toy/figures/sketch:\n    module: stages/toy/figures/sketch.ts\n    inputs: { squared: toy/squared }\n    output: toy/figures/sketch.svg\n";
  project.edit("pipeline.yaml", figure, "");
  project.edit("pipeline.yaml", "output: toy/tables/total.parquet", "output: toy/tables/sums.parquet");
  project.write(`${FOLDER}/tables/total.md`, "edited\n");
  const { code, stderr, stages } = project.run();
  expect([code, ran(stages)]).toEqual([0, []]);
  expect(stderr).toContain(`removed ${FOLDER}/figures/sketch.svg: no stage makes it any more`);
  expect(stderr).toContain(`removed ${FOLDER}/tables/total.csv: no stage makes it any more`);
  expect(stderr).toContain(`left ${FOLDER}/tables/total.md: no stage makes it any more, but it was edited`);
  expect(Object.keys(artifactsOf(project)).filter((file) => /figures|tables/u.test(file))).toEqual([
    "embedded/toy/tables/sums.csv",
    "embedded/toy/tables/sums.md",
    "embedded/toy/tables/sums.parquet",
    "embedded/toy/tables/sums.tex",
    "embedded/toy/tables/total.md",
  ]);
  expect(project.read("artifacts/embedded/manifest.json")).not.toContain("sketch");
});

test("an output whose mode changed is still the output", () => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  chmodSync(path.join(project.root, FOLDER, "tables/total.csv"), 0o755);
  expect(project.status().code).toBe(0);
});

test("tables without rows, and columns that are missing throughout", () => {
  const pipeline = TOY["pipeline.yaml"]!;
  const stage = (name: string) =>
    `  toy/${name}: { module: stages/toy/${name}.ts, output: toy/${name}.parquet, schema: schemas/toy/odd.schema.json, renderings: [csv, md, tex] }\n`;
  project = toyProject({
    "pipeline.yaml": `${pipeline.slice(0, pipeline.indexOf("stages:"))}stages:\n${stage("none")}${stage("nulls")}`,
    "schemas/toy/odd.schema.json": TOY["schemas/toy/total.schema.json"]!.replace(
      '"type":"number"',
      '"type":["number","null"]',
    ).replace('"type":"integer"', '"type":["integer","null"]'),
    "stages/toy/none.ts": "export default () => [];\n",
    "stages/toy/nulls.ts":
      'export default () => ["b", "a"].map((group) => ({ group, total: null, notes: null }));\n',
  });
  expect(project.run().code).toBe(0);
  expect(project.read(`${FOLDER}/none.csv`)).toBe("group,total,notes\n");
  expect(project.read(`${FOLDER}/nulls.csv`)).toBe("group,total,notes\na,,\nb,,\n");
  expect(project.candor(["show", `${FOLDER}/nulls.parquet`]).stdout).toContain("toy/nulls.parquet: 2 rows");
});
