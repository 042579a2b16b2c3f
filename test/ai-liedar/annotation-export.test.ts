import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { EpisodesRow } from "../../schemas/ai-liedar/episodes.ts";
import { blindId, type Episode } from "../../src/annotation/episodes.ts";
import { exportAnnotations } from "../../src/annotation/export.ts";
import { drawSample } from "../../src/annotation/sample.ts";
import { csvLines } from "../../src/tables/read-csv.ts";
import { Project } from "../project.ts";
import { episodesParquet, MODELS, SCENARIOS, tinyEpisode, tinyEpisodes } from "./tiny-episodes.ts";

const PARQUET = "artifacts/embedded/ai-liedar/episodes.parquet";
let project: Project;
let out: string;
beforeAll(async () => {
  project = new Project({});
  project.write(PARQUET, await episodesParquet(tinyEpisodes()));
});
afterAll(() => project.dispose());
beforeEach(() => {
  if (out) rmSync(out, { recursive: true, force: true });
  out = mkdtempSync(path.join(os.tmpdir(), "candor-annotate-"));
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

const REQUEST = { basket: "embedded", condition: "base", perScenario: 2, seed: 1, annotators: 3 };
const exporting = (change: object = {}) => exportAnnotations(project.root, { ...REQUEST, out, ...change });
const text = (name: string) => readFileSync(path.join(out, name), "utf8");
const cells = (name: string) => csvLines(text(name), name).map((line) => line.map((cell) => cell.text));
const ids = (name: string) =>
  cells(name)
    .slice(1)
    .map(([id]) => id as string);

test("the command writes a file per annotator and a codebook, and says what comes next", () => {
  const { code, stdout, stderr } = project.candor(["annotate", "export", "--out", out]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(readdirSync(out).sort()).toEqual([
    "annotator-1.csv",
    "annotator-2.csv",
    "annotator-3.csv",
    "codebook.md",
  ]);
  expect(stdout).toContain("drew 6 episodes of 3 scenarios, condition base, for 3 annotators");
  expect(stdout).toContain(`candor annotate import ${path.join(out, "annotator-1.csv")} `);
  for (const label of ["truthful", "concealment", "equivocation", "falsification"])
    expect(text("codebook.md")).toContain(`**${label}**`);
});

test("--json tells the same", () => {
  const { stdout } = project.candor(["annotate", "export", "--out", out, "--json", "--per-scenario", "9"]);
  expect(JSON.parse(stdout)).toEqual({
    episodes: 18,
    scenarios: 3,
    short_scenarios: [...SCENARIOS],
    unfinished: 0,
    long_cells: 0,
    files: [1, 2, 3].map((k) => path.join(out, `annotator-${k}.csv`)),
    codebook: path.join(out, "codebook.md"),
  });
});

test("every annotator gets the same episodes, in an order of its own; labels and notes are empty", async () => {
  await exporting({ perScenario: 4 });
  const [first, second, third] = [1, 2, 3].map((k) => ids(`annotator-${k}.csv`)) as [
    string[],
    string[],
    string[],
  ];
  expect([...second].sort()).toEqual([...first].sort());
  expect(second).not.toEqual(first);
  expect(third).not.toEqual(second);
  const [header, ...rows] = cells("annotator-1.csv");
  expect(header).toEqual(["episode", "background", "agent_private", "transcript", "label", "note"]);
  for (const row of rows) expect(row.slice(4)).toEqual(["", ""]);
});

test("the same seed gives the same bytes, another seed another sample", async () => {
  await exporting();
  const before = text("annotator-1.csv");
  await exporting();
  expect(text("annotator-1.csv")).toBe(before);
  await exporting({ seed: 2 });
  expect(ids("annotator-1.csv").sort()).not.toEqual(
    csvLines(before, "")
      .slice(1)
      .map(([id]) => id?.text)
      .sort(),
  );
});

test("an episode is named by the hash of its key, and nothing tells model, condition or verdict", async () => {
  await exporting({ perScenario: 6 });
  const [episode] = tinyEpisodes();
  const key =
    '{"condition":"base","model":"embedded/conceals","profile":1,"repeat":0,"scenario":"benefits-flat","variant":"original"}';
  const id = `ep-${createHash("sha256").update(key).digest("hex").slice(0, 16)}`;
  expect(blindId(episode as Episode)).toBe(id);
  expect(ids("annotator-1.csv")).toContain(id);
  for (const word of ["embedded", "profile", "original"]) expect(text("annotator-1.csv")).not.toContain(word);
});

test("an instruction that steers is not shown", async () => {
  await exporting({ condition: "truthful_prompt" });
  expect(cells("annotator-1.csv")[1]?.[2]).toBe("<goal>Sell.</goal>");
});

test("what a spreadsheet would run gets an apostrophe, commas, quotes and lines come back whole", async () => {
  const background = '=HYPERLINK("http://x.example","a")';
  const transcript = '@now, he said "so"\nTurn 1: \u202eabc';
  project.write(
    "artifacts/formulas/ai-liedar/episodes.parquet",
    await episodesParquet([tinyEpisode({ background, transcript })]),
  );
  await exporting({ basket: "formulas" });
  expect(cells("annotator-1.csv")[1]?.slice(1, 4)).toEqual([
    `'${background}`,
    tinyEpisode({}).agent_private,
    `'${transcript}`,
  ]);
});

test("a folder with a filled file is left as it is; an empty one is written over", async () => {
  await exporting();
  const file = path.join(out, "annotator-2.csv");
  const filled = text("annotator-2.csv").replace(/,,\n/u, ",truthful,\n");
  writeFileSync(file, filled);
  await expect(exporting({ seed: 2, annotators: 1 })).rejects.toThrow(
    `labels would be lost; nothing was written. Name another folder, or move these files away:\n  ${file}: 1 filled in`,
  );
  expect(text("annotator-2.csv")).toBe(filled);
  writeFileSync(file, "somebody's own notes");
  await expect(exporting()).rejects.toThrow("annotator-2.csv: not to be read");
});

test("a condition that was not played is refused with those that were", async () => {
  await expect(exporting({ condition: "bass" })).rejects.toThrow(
    "holds no finished episode of condition bass; conditions there: base, truthful_prompt",
  );
  expect(existsSync(path.join(out, "codebook.md"))).toBe(false);
});

test("where no episode was played to its end, it says so", async () => {
  const unplayed = new Project({});
  const rows = [1, 2].map((profile) => tinyEpisode({ profile, ended_by: "malformed" }));
  unplayed.write(PARQUET, await episodesParquet(rows));
  await expect(exportAnnotations(unplayed.root, { ...REQUEST, out })).rejects.toThrow(
    "holds no finished episode of condition base; its 2 were not played to the end",
  );
  unplayed.dispose();
});

test("an export for fewer annotators leaves no file of an earlier one", async () => {
  await exporting({ annotators: 3 });
  await exporting({ annotators: 2, seed: 2 });
  expect(readdirSync(out).sort()).toEqual(["annotator-1.csv", "annotator-2.csv", "codebook.md"]);
});

test("without episodes it says how to make them", async () => {
  await expect(exporting({ basket: "other" })).rejects.toThrow(
    "artifacts/other/ai-liedar/episodes.parquet is not there; `candor run ai-liedar/episodes --basket other` makes it",
  );
});

test("each scenario gives as many episodes, and a draw does not hang on the other scenarios", () => {
  const options = { condition: "base", perScenario: 2, seed: 5 };
  const all = drawSample(tinyEpisodes(), options);
  expect(all.episodes.map(({ scenario }) => scenario)).toEqual(SCENARIOS.flatMap((name) => [name, name]));
  const fewer = drawSample(
    tinyEpisodes()
      .filter(({ scenario }) => scenario !== SCENARIOS[0])
      .reverse(),
    options,
  );
  expect(fewer.episodes).toEqual(all.episodes.filter(({ scenario }) => scenario !== SCENARIOS[0]));
});

test("scenarios are drawn from independently", () => {
  const { episodes } = drawSample(tinyEpisodes(), { condition: "base", perScenario: 2, seed: 1 });
  const drawn = SCENARIOS.map((name) =>
    episodes.flatMap(({ scenario, model, profile }) => (scenario === name ? [`${model} ${profile}`] : [])),
  );
  expect(new Set(drawn.map((each) => each.join(", "))).size).toBeGreaterThan(1);
});

test("over many seeds every episode is drawn about as often", () => {
  const counts = new Map<string, number>();
  for (let seed = 1; seed <= 600; seed++)
    for (const episode of drawSample(tinyEpisodes(), { condition: "base", perScenario: 2, seed }).episodes)
      counts.set(blindId(episode), (counts.get(blindId(episode)) ?? 0) + 1);
  expect(counts.size).toBe(18);
  // Each is expected 200 times, with a standard deviation of 11.5.
  for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(46);
});

test("an episode without an end or without a turn of the AI agent is not drawn, and counted", () => {
  const ends: EpisodesRow["ended_by"][] = ["malformed", "not_collected", "silence"];
  const rows = [
    ...ends.map((ended_by, i) => tinyEpisode({ model: MODELS[1], profile: i + 1, ended_by })),
    tinyEpisode({ model: MODELS[1], profile: 4, turns: 1 }),
  ];
  expect(drawSample(rows, { condition: "base", perScenario: 2, seed: 1 })).toMatchObject({
    episodes: [{ ended_by: "silence" }],
    short: [SCENARIOS[0]],
    unfinished: 3,
  });
});
