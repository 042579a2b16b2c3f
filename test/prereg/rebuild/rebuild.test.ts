import { symlinkSync, unlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { tellRebuild } from "../../../src/prereg/rebuild/tell.ts";
import { basketOf, entry } from "../../collect/collecting.ts";
import type { Project } from "../../project.ts";
import { artifactsOf, storeFiles } from "../../toy.ts";
import { leftovers, madeToy, rebuildOf, TOY } from "./rebuilding.ts";

let project: Project;
afterEach(() => project.dispose());

const TIMEOUT = { timeout: 180_000 };

test("untouched artifacts are what a rebuild gives, and the project stays as it is", TIMEOUT, async () => {
  project = madeToy();
  const before = [artifactsOf(project), storeFiles(project)];
  const report = await rebuildOf(project);
  expect(report.equal).toBe(true);
  expect(report.stages.map(({ stage, state, against }) => [stage, state, against])).toEqual([
    ["toy/figures/sketch", "equal", "artifacts"],
    ["toy/numbers", "equal", "artifacts"],
    ["toy/squared", "equal", "artifacts"],
    ["toy/tables/total", "equal", "artifacts"],
  ]);
  expect(report.rebuilds).toHaveLength(1);
  expect(tellRebuild(report).join("\n")).toContain("4 of 4 stages give what lies here, byte by byte");
  expect([artifactsOf(project), storeFiles(project)]).toEqual(before);
  expect(leftovers(project)).toEqual([]);
});

test(
  "the project is rebuilt through a symbolic link, and by relative links to its data",
  TIMEOUT,
  async () => {
    project = madeToy();
    project.write("elsewhere/second.txt", "another note\n");
    symlinkSync(
      path.join(project.root, "elsewhere/second.txt"),
      path.join(project.root, "data/notes/second.txt"),
    );
    symlinkSync("../..", path.join(project.root, "data/notes/round"));
    project.write("elsewhere/more/third.txt", "a third note\n");
    symlinkSync("../elsewhere/more", path.join(project.root, "data/more"));
    project.edit(
      "pipeline.yaml",
      "notes: data/notes/*.txt",
      "notes: data/notes/*.txt\n      more: data/more/*.txt",
    );
    expect(project.run().code).toBe(0);
    const link = `${project.root}-link`;
    symlinkSync(project.root, link);
    const report = await rebuildOf(project, { root: link });
    project.remove("data/notes/round");
    unlinkSync(link);
    expect(report.equal).toBe(true);
  },
);

test("a clone without Parquet is compared by its tables, its figures and the manifest", TIMEOUT, async () => {
  project = madeToy();
  for (const file of ["numbers", "squared", "tables/total"])
    project.remove(`artifacts/embedded/toy/${file}.parquet`);
  const report = await rebuildOf(project);
  expect(report.equal).toBe(true);
  expect(report.of["toy/numbers"]).toMatchObject({ state: "equal", absent: ["toy/numbers.parquet"] });
  expect(report.rebuilds).toHaveLength(1);
});

test("without artifacts two rebuilds are compared with each other", TIMEOUT, async () => {
  project = madeToy();
  project.remove("artifacts");
  const report = await rebuildOf(project);
  expect(report.equal).toBe(true);
  expect(report.stages.every(({ against, repeatable }) => against === "rebuild" && repeatable)).toBe(true);
  const [first, second] = report.rebuilds;
  for (const part of ["timeZone", "locale", "folder", "threads", "startOrder"] as const)
    expect(first![part]).not.toBe(second![part]);
  expect(tellRebuild(report).join("\n")).toContain("4 of 4 stages have no artifacts here to compare with");
});

test("what is on demand is left out, and an edit of its files is named all the same", TIMEOUT, async () => {
  const pipeline = `${TOY["pipeline.yaml"]}    on_demand: true\n`;
  project = madeToy({ "pipeline.yaml": pipeline });
  expect(project.run(["toy/figures/sketch"]).code).toBe(0);
  expect(await rebuildOf(project)).toMatchObject({ equal: true, onDemand: ["toy/figures/sketch"] });
  project.edit("artifacts/embedded/toy/figures/sketch.svg", "points", "joints");
  const report = await rebuildOf(project);
  expect(report).toMatchObject({ equal: false, edited: ["artifacts/embedded/toy/figures/sketch.svg"] });
  expect(report.of["toy/figures/sketch"]).toBeUndefined();
  expect(tellRebuild(report).join("\n")).toContain("sketch.svg: edited by hand");
});

test(
  "a definition that changed since is told leaf by leaf, with what it does to the rows",
  TIMEOUT,
  async () => {
    project = madeToy();
    project.edit("pipeline.yaml", "offset: 1", "offset: 2");
    const report = await rebuildOf(project);
    expect(report.equal).toBe(false);
    expect(report.of["toy/numbers"]!.state).toBe("equal");
    expect(report.of["toy/squared"]!.state).toBe("rows");
    expect(report.of["toy/squared"]!.manifest).toContainEqual({
      path: "record.params.offset",
      was: 1,
      is: 2,
    });
    // The definition explains it: one rebuild tells enough.
    expect(report.rebuilds).toHaveLength(1);
  },
);

test("a stage that fails by now is told with its message, and those below it too", TIMEOUT, async () => {
  project = madeToy();
  project.write("stages/toy/squared.ts", 'export default () => { throw new Error("no longer"); };\n');
  const report = await rebuildOf(project);
  expect(report.equal).toBe(false);
  expect(report.of["toy/squared"]).toMatchObject({ state: "failed", against: "artifacts" });
  expect(report.of["toy/squared"]!.failure).toContain("no longer");
  expect(report.of["toy/tables/total"]!.failure).toBe("toy/squared was not made");
  expect(tellRebuild(report).join("\n")).toContain("could not be made");
});

test(
  "a project that cannot be run at all is told in its own words, without the scratch folder",
  TIMEOUT,
  async () => {
    project = madeToy();
    project.write("schemas/toy/numbers.schema.json", "{");
    await expect(rebuildOf(project)).rejects.toThrow(
      /could not run[\s\S]*numbers\.schema\.json is not JSON/u,
    );
    await expect(rebuildOf(project)).rejects.not.toThrow(project.root);
    expect(leftovers(project)).toEqual([]);
  },
);

test("other baskets' journals are left at home, and keys of providers too", TIMEOUT, async () => {
  const figure = 'export default () => "<svg/>";\n';
  project = madeToy({ "stages/toy/figures/sketch.ts": figure });
  project.write("data/journals/other/toy.jsonl", "not a journal\n");
  process.env.CANDOR_TEST_API_KEY = "secret";
  const { environmentOf, surroundingsOf } = await import("../../../src/prereg/rebuild/surroundings.ts");
  const environment = environmentOf(surroundingsOf(0, 2));
  delete process.env.CANDOR_TEST_API_KEY;
  expect(Object.values(environment)).not.toContain("secret");
  expect(environment).toMatchObject({ PATH: process.env.PATH, LC_ALL: environment.LANG });
  expect((await rebuildOf(project)).equal).toBe(true);
});

test("the surroundings are never those of this process", async () => {
  const { surroundingsOf } = await import("../../../src/prereg/rebuild/surroundings.ts");
  const before = { TZ: process.env.TZ, LC_ALL: process.env.LC_ALL };
  try {
    const plain = surroundingsOf(0, 4);
    process.env.TZ = plain.timeZone;
    process.env.LC_ALL = plain.locale;
    for (const rebuild of [0, 1] as const) {
      const other = surroundingsOf(rebuild, 4);
      expect(other.timeZone).not.toBe(plain.timeZone);
      expect(other.locale).not.toBe(plain.locale);
    }
    expect([surroundingsOf(0, 4).threads, surroundingsOf(1, 1).threads]).toEqual([5, 1]);
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});

test(
  "a basket that nobody has answered yet contradicts nothing; artifacts without their answers do",
  TIMEOUT,
  async () => {
    const { askingProject } = await import("../../collect/collecting.ts");
    project = askingProject(basketOf("live", "toy", [entry({ baseUrl: "http://127.0.0.1:9/v1" })]));
    const before = await rebuildOf(project, { basket: "live" });
    expect(before.equal).toBe(true);
    expect(before.of["toy/squared"]).toMatchObject({ state: "missing", against: null });
    expect(tellRebuild(before).join("\n")).toMatch(/1 of 2 stages cannot be made yet.*4 of 4 answers/u);

    // A partial run is rebuilt as one.
    expect(project.run(["--basket", "live", "--partial"]).code).toBe(0);
    const partial = await rebuildOf(project, { basket: "live" });
    expect(partial).toMatchObject({ equal: true, partial: true });
    expect(partial.of["toy/squared"]).toMatchObject({ state: "equal", against: "artifacts" });

    // Tables that lie here, with no answer in any journal that could give them.
    project.remove("artifacts/live/manifest.json");
    const without = await rebuildOf(project, { basket: "live" });
    expect(without.equal).toBe(false);
    expect(without.of["toy/squared"]).toMatchObject({ state: "missing", against: "artifacts" });
    expect(tellRebuild(without).join("\n")).toContain("the journals here do not give them");
  },
);
