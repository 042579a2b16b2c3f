import { readdirSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Project, ran } from "../project.ts";
import { artifactsOf, storeFiles, TOY, toyProject } from "../toy.ts";

let project: Project;
afterEach(() => project.dispose());

test("status, run and explain leave with 0, 1 or 2, and explain follows the chain to its leaves", () => {
  project = toyProject();
  expect(project.candor(["status"]).code).toBe(1);
  const never = project.candor(["explain", "toy/tables/total"]);
  expect([never.code, never.stdout.split("\n")[0]]).toEqual([1, "toy/tables/total is missing"]);
  const dry = project.candor(["run", "--dry-run"]);
  expect([dry.code, project.has("artifacts")]).toEqual([1, false]);
  expect(dry.stdout).toMatch(/^missing toy\/numbers \(never run\)$/mu);

  expect(project.candor(["run"]).code).toBe(0);
  const fresh = project.candor(["status"]);
  expect([fresh.code, fresh.stdout.trimEnd().split("\n").at(-1)]).toEqual([
    0,
    "fresh: all of 4 stages, basket embedded",
  ]);
  expect(project.candor(["explain", "toy/tables/total"])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^toy\/tables\/total is fresh/u),
  });

  project.edit("pipeline.yaml", "count: 4", "count: 5");
  project.edit("stages/toy/tables/total.ts", "length", "length + 0.0");
  const told = project.candor(["explain", "toy/tables/total"]);
  expect(told.code).toBe(1);
  expect(told.stdout.split("\n").slice(0, 4)).toEqual([
    "toy/tables/total is stale",
    "  because toy/squared is not fresh",
    "    because toy/numbers is not fresh",
    "      because param count changed from 4 to 5",
  ]);
  // Named stages alone are judged; what they need comes along in a dry run.
  expect(Object.keys(project.status(["toy/tables"]).stages)).toEqual(["toy/tables/total"]);
  const forced = project.candor(["run", "--dry-run", "--force", "toy/numbers"]);
  expect([forced.code, forced.stdout]).toEqual([
    1,
    expect.stringMatching(/^stale {3}toy\/numbers \(.*; forced\)$/mu),
  ]);
  expect(project.candor(["run", "--dry-run", "toy/squared"]).stdout).toMatch(
    /^stale {3}toy\/numbers .*\nstale {3}toy\/squared/u,
  );

  project.write("stages/toy/numbers.ts", 'export default () => { throw new Error("no numbers today"); };\n');
  const failed = project.candor(["run"]);
  expect(failed.code).toBe(2);
  expect(failed.stderr).toContain("failed toy/numbers: stage toy/numbers failed: no numbers today");
  expect(failed.stderr).toContain("held   toy/squared (toy/numbers is not fresh)");
  expect(project.candor(["status"]).code).toBe(1);
});

test("named stages and what they need; force; the rest of the manifest stays", () => {
  project = toyProject();
  const part = project.run(["toy/squared"]);
  expect(ran(part.stages)).toEqual(["toy/numbers", "toy/squared"]);
  const entries = () =>
    Object.keys((JSON.parse(project.read("artifacts/embedded/manifest.json")) as { stages: object }).stages);
  expect(entries()).toEqual(["toy/numbers", "toy/squared"]);
  expect(ran(project.run(["toy/tables/"]).stages)).toEqual(["toy/tables/total"]);
  expect(ran(project.run(["toy"]).stages)).toEqual(["toy/figures/sketch"]);
  const before = artifactsOf(project);
  // Force runs what is named, and nothing else: equal rows stop there.
  const forced = project.run(["--force", "toy/squared"]);
  expect(ran(forced.stages)).toEqual(["toy/squared"]);
  expect(forced.stages["toy/squared"]).toMatchObject({
    slices: { ran: 3, fresh: 0 },
    reasons: [{ kind: "forced" }],
  });
  expect(artifactsOf(project)).toEqual(before);
});

test("a stage on demand runs when its whole id is named, and what it made stays", () => {
  const demand = "    output: toy/figures/sketch.svg\n    on_demand: true\n";
  project = toyProject({
    "pipeline.yaml": TOY["pipeline.yaml"]!.replace("    output: toy/figures/sketch.svg\n", demand),
  });
  expect(Object.keys(project.run().stages)).not.toContain("toy/figures/sketch");
  expect(Object.keys(project.status().stages)).not.toContain("toy/figures/sketch");
  expect(project.candor(["run", "toy/figures"]).code).toBe(2);
  expect(ran(project.run(["toy/figures/sketch"]).stages)).toEqual(["toy/figures/sketch"]);
  const svg = project.read("artifacts/embedded/toy/figures/sketch.svg");
  const entry = () =>
    JSON.stringify(
      (JSON.parse(project.read("artifacts/embedded/manifest.json")) as { stages: Record<string, unknown> })
        .stages["toy/figures/sketch"],
    );
  const before = entry();
  // Stale now, but nobody asked.
  project.edit("pipeline.yaml", "count: 4", "count: 5");
  const outdated =
    "on demand, outdated: toy/figures/sketch (the rows of input squared changed); " +
    "`candor run toy/figures/sketch --basket embedded` renews it\n";
  expect(project.candor(["run"])).toMatchObject({ code: 0, stderr: expect.stringContaining(outdated) });
  expect([project.read("artifacts/embedded/toy/figures/sketch.svg"), entry()]).toEqual([svg, before]);
  // It is told, and is no fault: not in the exit code, not among the stages.
  expect(project.candor(["status"])).toMatchObject({ code: 0, stdout: expect.stringContaining(outdated) });
  expect(project.status()).toMatchObject({ code: 0 });
  expect(Object.keys(project.run().stages)).not.toContain("toy/figures/sketch");
  expect(project.status(["toy/figures/sketch"]).code).toBe(1);
  // Nor does gc take what it would be put back from.
  expect(project.candor(["gc"]).code).toBe(0);
  project.edit("pipeline.yaml", "count: 5", "count: 4");
  expect(project.run(["toy/figures/sketch"]).stages["toy/figures/sketch"]?.state).toBe("fresh");
  expect(project.candor(["status"]).stdout).not.toContain("outdated");
});

test("a committed result on demand is not outdated in a fresh clone, where it never ran and its Parquet is not there", () => {
  project = toyProject({
    "pipeline.yaml": TOY["pipeline.yaml"]!.replace(
      "    renderings: [csv, md, tex]\n",
      "    renderings: [csv, md, tex]\n    on_demand: true\n",
    ),
  });
  expect(project.candor(["run", "toy/figures", "toy/tables/total"]).stderr).not.toContain("outdated");
  project.remove(".candor/store");
  project.remove("artifacts/embedded/toy/tables/total.parquet");
  project.remove("artifacts/embedded/toy/squared.parquet");
  expect(project.candor(["status"]).stdout).not.toContain("outdated");
  expect(project.candor(["run"]).stderr).not.toContain("outdated");
  // Its own code, then the code above it.
  project.edit("stages/toy/tables/total.ts", "Sums of", "The sums of");
  expect(project.candor(["status"]).stdout).toContain("outdated: toy/tables/total (its code changed);");
  project.edit("stages/toy/tables/total.ts", "The sums of", "Sums of");
  project.edit("stages/toy/squared.ts", "x * x", "x * x * x");
  expect(project.candor(["status"]).stdout).toContain(
    "outdated: toy/tables/total (toy/squared is not fresh);",
  );
});

test("a stage for some models is there in baskets that have one of them, and goes with the last", () => {
  const limited = "    output: toy/figures/sketch.svg\n    models: [a-model, another]\n";
  const without = TOY["data/baskets/embedded.yaml"]!;
  const basket = without.replace("name: embedded\n", "name: published\n").replace("embedded/echo", "another");
  project = toyProject({
    "pipeline.yaml": TOY["pipeline.yaml"]!.replace("    output: toy/figures/sketch.svg\n", limited),
    "data/baskets/published.yaml": basket,
  });
  expect(Object.keys(project.run().stages)).not.toContain("toy/figures/sketch");
  expect(Object.keys(project.status().stages)).not.toContain("toy/figures/sketch");
  const why = "it is for baskets with a-model, another, and basket embedded has none of these models\n";
  for (const command of ["run", "status", "explain"]) {
    const { code, stderr } = project.candor([command, "toy/figures/sketch"]);
    expect([command, code]).toEqual([command, 2]);
    expect(stderr).toContain(why);
  }

  const there = ["-b", "published"];
  expect(ran(project.run(there).stages)).toContain("toy/figures/sketch");
  const held = () =>
    Object.keys(
      (JSON.parse(project.read("artifacts/published/manifest.json")) as { stages: object }).stages,
    ).includes("toy/figures/sketch");
  const svg = "artifacts/published/toy/figures/sketch.svg";
  expect([held(), project.has(svg)]).toEqual([true, true]);
  project.write("data/baskets/published.yaml", basket.replace("another", "a-third"));
  expect(project.run(there).code).toBe(0);
  expect([held(), project.has(svg)]).toEqual([false, false]);
});

test("gc removes what no manifest uses, and nothing that one does", () => {
  project = toyProject();
  expect(project.run().code).toBe(0);
  const needed = storeFiles(project);
  project.edit("pipeline.yaml", "offset: 1", "offset: 2");
  expect(project.run().code).toBe(0);
  project.edit("pipeline.yaml", "offset: 2", "offset: 1");
  project.edit("stages/toy/numbers.ts", "index / 2", "index * 0.5");
  expect(project.run().code).toBe(0);
  project.edit("stages/toy/numbers.ts", "index * 0.5", "index / 2");
  expect(project.run().code).toBe(0);
  const before = artifactsOf(project);
  const grown = storeFiles(project);
  expect(grown.length).toBeGreaterThan(needed.length);

  const gone = project.candor(["gc"]);
  expect([gone.code, gone.stdout]).toEqual([
    0,
    expect.stringMatching(/^removed \d+ files, \d+\.\d MB, from \.candor\n$/u),
  ]);
  expect(storeFiles(project).sort()).toEqual(needed.sort());
  expect(project.candor(["gc"]).stdout).toContain("removed 0 files");
  // Caches too: one bundle for each stage, one build of the command line.
  const names = (folder: string) => readdirSync(path.join(project.root, ".candor", folder));
  expect(names("cache/bundles").filter((name) => name.endsWith(".js"))).toHaveLength(4);
  expect(names("cli")).toHaveLength(2);
  expect(names("cache/yaml")).toEqual([]);
  project.write(".candor/cli/current.json", "{");
  expect(project.candor(["gc"]).code).toBe(0);
  project.remove("artifacts/embedded/toy");
  const again = project.run();
  expect([again.code, ran(again.stages)]).toEqual([0, []]);
  expect(artifactsOf(project)).toEqual(before);
  // A manifest that cannot be read would make all look unused.
  project.write("artifacts/embedded/manifest.json", "<<<<<<<");
  expect(project.candor(["gc"]).code).toBe(2);
  expect(storeFiles(project)).toEqual(expect.arrayContaining(needed));
});

test("graph shows stages, map columns and inputs; show shows schema and rows", () => {
  project = toyProject();
  const mermaid = project.candor(["graph"]).stdout;
  expect(mermaid).toMatch(/^flowchart LR\n/u);
  expect(mermaid).toContain('["toy/squared<br/>by group"]');
  expect(mermaid.match(/-->/gu)).toHaveLength(3);
  const dot = project.candor(["graph", "--format", "dot"]).stdout;
  expect(dot).toMatch(/^digraph candor \{\n.*\}\n$/su);
  expect(dot).toContain('"toy/numbers" -> "toy/squared";');
  expect(dot).toContain('[label="toy/squared\\nby group"]');

  expect(project.run().code).toBe(0);
  const { stdout } = project.candor(["show", "toy/squared", "--rows", "2"]);
  expect(stdout).toBe(
    project.candor(["show", "artifacts/embedded/toy/squared.parquet", "--rows", "2"]).stdout,
  );
  expect(stdout).toMatch(
    /squared\.parquet: 12 rows\n\ngroup +utf8\nindex +int32\ny +float64\nseed +utf8\n\ngroup +index +y +seed\na +0 +1 +[0-9a-f]{8}\na +1 +1\.25 /u,
  );
  expect(stdout).toContain("… 10 more rows");
});
