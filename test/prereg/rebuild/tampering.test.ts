import { afterEach, expect, test } from "vitest";
import { hashOf } from "../../../src/pipeline/canonical.ts";
import { tellRebuild } from "../../../src/prereg/rebuild/tell.ts";
import type { Project } from "../../project.ts";
import { leftovers, madeToy, rebuildOf, TOY, tamper } from "./rebuilding.ts";

let project: Project;
afterEach(() => project.dispose());

const TIMEOUT = { timeout: 180_000 };
const AT = "artifacts/embedded";

/** The manifest with some of its text replaced; every place, as one who covers his tracks would. */
function editManifest(from: string, to: string): void {
  tamper(project, `${AT}/manifest.json`, (text) => text.replaceAll(from, to));
}

test(
  "edited outputs of the same size and time are named, with the first key, column and both values",
  TIMEOUT,
  async () => {
    project = madeToy();
    tamper(project, `${AT}/toy/tables/total.csv`, (text) => text.replace("b,17.5", "b,18.5"));
    tamper(project, `${AT}/toy/figures/sketch.svg`, (text) => text.replace("12 points", "13 points"));
    const other = madeToy({ "pipeline.yaml": TOY["pipeline.yaml"]!.replace("offset: 1", "offset: 3") });
    project.write(`${AT}/toy/squared.parquet`, other.bytes(`${AT}/toy/squared.parquet`));
    other.dispose();
    project.edit(`${AT}/toy/tables/total.md`, "Sums of squares.", "Sums.");

    const report = await rebuildOf(project);
    expect(report.equal).toBe(false);
    expect(report.edited).toEqual([
      `${AT}/toy/figures/sketch.svg`,
      `${AT}/toy/squared.parquet`,
      `${AT}/toy/tables/total.csv`,
      `${AT}/toy/tables/total.md`,
    ]);
    // Before anything is run.
    const named = report.lines.findIndex((line) => line.startsWith("edited by hand"));
    expect(named).toBeLessThan(report.lines.findIndex((line) => line.startsWith("rebuilding")));
    expect(report.of["toy/numbers"]!.state).toBe("equal");
    expect(report.of["toy/squared"]).toMatchObject({
      state: "rows",
      files: [
        {
          path: "toy/squared.parquet",
          change: "rows",
          edited: true,
          first: { kind: "cell", key: { group: "a", index: 0 }, column: "y", was: 3, is: 1 },
        },
      ],
    });
    expect(report.of["toy/tables/total"]!.files).toMatchObject([
      { path: "toy/tables/total.csv", first: { key: { group: "b" }, column: "total", was: 18.5, is: 17.5 } },
      { path: "toy/tables/total.md", change: "text", first: { kind: "line" } },
    ]);
    expect(report.of["toy/figures/sketch"]!.files[0]!.first).toMatchObject({ kind: "line", line: 1 });
    // The manifest says what the rebuild gave: the edit explains it all.
    expect(report.rebuilds).toHaveLength(1);
    const told = tellRebuild(report).join("\n");
    expect(told).toContain('first at group "b", column total: 18.5 here, 17.5 rebuilt');
    expect(told).toContain('first at group "a", index 0, column y: 3 here, 1 rebuilt');
    expect(told).toContain("edited by hand");
    expect(leftovers(project)).toEqual([]);
  },
);

test(
  "an output that was edited together with its hash in the manifest is caught all the same",
  TIMEOUT,
  async () => {
    project = madeToy();
    const figure = `${AT}/toy/figures/sketch.svg`;
    const was = hashOf(project.bytes(figure));
    tamper(project, figure, (text) => text.replace("12 points", "13 points"));
    editManifest(was, hashOf(project.bytes(figure)));
    const report = await rebuildOf(project);
    expect(report).toMatchObject({ equal: false, edited: [] });
    expect(report.of["toy/figures/sketch"]).toMatchObject({
      state: "rows",
      repeatable: true,
      files: [{ change: "text", edited: false }],
    });
    expect(tellRebuild(report).join("\n")).toContain("two rebuilds in different surroundings agree");
  },
);

test("a manifest that alone was edited is named, whatever in it was", TIMEOUT, async () => {
  project = madeToy();
  const manifest = JSON.parse(project.read(`${AT}/manifest.json`));
  manifest.stages["toy/numbers"].outputs["toy/numbers.parquet"].count = 13;
  manifest.stages["toy/squared"].rows = `sha256:${"0".repeat(64)}`;
  manifest.stages["toy/tables/total"].slices = 2;
  manifest.stages["toy/figures/sketch"].record.params.hidden = 1;
  manifest.stages["toy/gone"] = manifest.stages["toy/numbers"];
  project.write(`${AT}/manifest.json`, `${JSON.stringify(manifest, null, 1)}\n`);
  project.write(`${AT}/toy/stranger.csv`, "a\n1\n");
  const report = await rebuildOf(project);
  expect(report.equal).toBe(false);
  const leaves = report.stages.map(({ stage, state, manifest }) => [stage, state, manifest[0]?.path]);
  expect(leaves).toEqual([
    ["toy/figures/sketch", "manifest", "record.params.hidden"],
    ["toy/numbers", "manifest", "outputs.toy/numbers.parquet.count"],
    ["toy/squared", "manifest", "rows"],
    ["toy/tables/total", "manifest", "slices"],
  ]);
  expect(report).toMatchObject({ gone: ["toy/gone"], strangers: [`${AT}/toy/stranger.csv`] });
  const told = tellRebuild(report).join("\n");
  expect(told).toContain("manifest outputs.toy/numbers.parquet.count: 13 here, 12 rebuilt");
  expect(told).toContain("edited by hand");
});

test(
  "an entry that was taken out, a damaged manifest and one with a line added are told",
  TIMEOUT,
  async () => {
    project = madeToy();
    const text = project.read(`${AT}/manifest.json`);
    const manifest = JSON.parse(text);
    delete manifest.stages["toy/numbers"];
    project.write(`${AT}/manifest.json`, `${JSON.stringify(manifest, null, 1)}\n`);
    const without = await rebuildOf(project);
    expect(without.equal).toBe(false);
    expect(tellRebuild(without).join("\n")).toContain("the manifest has no entry for it");

    project.write(`${AT}/manifest.json`, text.slice(0, -20));
    const damaged = await rebuildOf(project);
    expect(damaged.equal).toBe(false);
    expect(damaged.manifestFaults[0]).toContain("is not a manifest");
    // Files were still compared.
    expect(damaged.stages.map(({ state, against }) => `${state} ${against}`)).toEqual(
      new Array(4).fill("equal artifacts"),
    );

    project.write(`${AT}/manifest.json`, text.replace('"format": 1', '"format": 1,\n "format": 1'));
    const twice = await rebuildOf(project);
    expect(twice).toMatchObject({
      equal: false,
      manifestFaults: [expect.stringContaining("edited by hand")],
    });
  },
);

test("line endings and a table in other bytes with the same rows are told as bytes", TIMEOUT, async () => {
  project = madeToy();
  tamper(project, `${AT}/toy/figures/sketch.svg`, (text) => text.replace("\n", "\r\n"));
  tamper(project, `${AT}/toy/tables/total.csv`, (text) => text.replace("17.5", "17.50"));
  const report = await rebuildOf(project);
  expect(report.equal).toBe(false);
  expect(report.of["toy/figures/sketch"]).toMatchObject({
    state: "bytes",
    files: [{ change: "bytes", fault: "line endings alone differ" }],
  });
  expect(report.of["toy/tables/total"]!.state).toBe("bytes");
  expect(tellRebuild(report).join("\n")).toContain("the same rows in other bytes");
});

test("corrupt Parquet and hostile cells are told, not run", TIMEOUT, async () => {
  project = madeToy();
  tamper(project, `${AT}/toy/squared.parquet`, (text) => text.slice(0, 100));
  // A folder in the place of a file.
  project.remove(`${AT}/toy/tables/total.md`);
  project.write(`${AT}/toy/tables/total.md/within.txt`, "");
  tamper(project, `${AT}/toy/tables/total.csv`, (text) => text.replace("a,", "\u001b[2Ja,"));
  const report = await rebuildOf(project);
  expect(report.of["toy/squared"]!.files[0]).toMatchObject({ change: "unreadable" });
  expect(report.of["toy/squared"]!.files[0]!.fault).not.toBe("");
  const told = tellRebuild(report).join("\n");
  expect(told).not.toContain("\u001b");
  expect(told).toContain("\\x1b[2Ja");
  expect(report.of["toy/tables/total"]!.absent).toEqual(["toy/tables/total.md"]);
  expect(report.strangers).toEqual([`${AT}/toy/tables/total.md/within.txt`]);
});

test("a basket's name that leads elsewhere is refused before it becomes a path", async () => {
  project = madeToy();
  await expect(rebuildOf(project, { basket: "../../../../outside" })).rejects.toMatchObject({
    kind: "usage",
  });
  await expect(rebuildOf(project, { basket: "nobody" })).rejects.toThrow(/there is no basket "nobody"/u);
  expect(leftovers(project)).toEqual([]);
});
