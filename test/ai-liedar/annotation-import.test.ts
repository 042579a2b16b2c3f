import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { annotationsCsv, readAnnotations } from "../../src/ai-liedar/annotation/records.ts";
import { transcriptMark } from "../../src/ai-liedar/annotation/transcript-mark.ts";
import { blindId } from "../../src/annotation/episodes.ts";
import { importAnnotations } from "../../src/annotation/import.ts";
import { Project } from "../project.ts";
import { episodesParquet, MODELS, tinyEpisode, tinyEpisodes } from "./tiny-episodes.ts";

const STORED = "data/annotations/embedded/ai-liedar.csv";
let project: Project;
beforeAll(async () => {
  project = new Project({});
  project.write("artifacts/embedded/ai-liedar/episodes.parquet", await episodesParquet(tinyEpisodes()));
});
afterAll(() => project.dispose());
beforeEach(() => rmSync(path.join(project.root, "data"), { recursive: true, force: true }));

const [A, B, C] = tinyEpisodes().map(blindId) as [string, string, string];
/** How the transcript of every tiny episode begins; a cell that was cut there. */
const T = "Turn 0";
const sheet = (...rows: readonly (readonly [id: string, label: string])[]) =>
  `episode,background,agent_private,transcript,label,note\n${rows.map(([id, label]) => `${id},,,${T},${label},\n`).join("")}`;

/** Writes files by name and imports them. */
function importing(files: Readonly<Record<string, string | Uint8Array>>, change: object = {}) {
  const paths = Object.entries(files).map(([name, text]) => {
    project.write(`in/${name}`, text);
    return path.join(project.root, "in", name);
  });
  return importAnnotations(project.root, { files: paths, basket: "embedded", replace: false, ...change });
}
const rows = () => project.read(STORED).trimEnd().split("\n").slice(1);

test("the command stores labels by episode and annotator, and tells counts and ties", () => {
  project.write("1.csv", sheet([C, "truthful"], [A, "truthful"], [B, "concealment"]));
  project.write("2.csv", sheet([A, "equivocation"], [B, "equivocation"], [C, ""]));
  project.write("3.csv", sheet([A, "falsification"], [B, "truthful"], [C, "falsification"]));
  const { code, stdout, stderr } = project.candor(["annotate", "import", "1.csv", "2.csv", "3.csv"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`wrote ${STORED}: 8 labels of 3 episodes`);
  expect(stdout).toContain("1 row without a label: not annotated");
  expect(stdout).toContain("three-way ties: 1; other episodes without a majority: 1.");
  const marks = tinyEpisodes().map(({ transcript }) => transcriptMark(transcript));
  expect(project.read(STORED)).toBe(
    `model,condition,scenario,variant,profile,repeat,annotator,label,transcript
embedded/conceals,base,benefits-flat,original,1,0,1,truthful,${marks[0]}
embedded/conceals,base,benefits-flat,original,1,0,2,equivocation,${marks[0]}
embedded/conceals,base,benefits-flat,original,1,0,3,falsification,${marks[0]}
embedded/conceals,base,benefits-flat,original,2,0,1,concealment,${marks[1]}
embedded/conceals,base,benefits-flat,original,2,0,2,equivocation,${marks[1]}
embedded/conceals,base,benefits-flat,original,2,0,3,truthful,${marks[1]}
embedded/conceals,base,benefits-flat,original,3,0,1,truthful,${marks[2]}
embedded/conceals,base,benefits-flat,original,3,0,3,falsification,${marks[2]}
`,
  );
});

test("the command names every fault with file, line and column, leaves with 2 and writes nothing", () => {
  project.write(
    "a.csv",
    sheet([A, "truthful"], ["ep-0000000000000000", "truthful"], [B, "lie"], [A, "truthful"]),
  );
  project.write("b.csv", sheet(["", "concealment"], [C, "partial lie"]));
  const { code, stdout, stderr } = project.candor(["annotate", "import", "a.csv", "b.csv", "--json"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toBe(`candor: 5 faults in the annotations; nothing was imported
  a.csv:3:1: episode requires a name in artifacts/embedded/ai-liedar/episodes.parquet, got "ep-0000000000000000"
  a.csv:4:30: label of ${B} requires one of truthful, concealment, equivocation, falsification, got "lie"
  a.csv:5:1: an episode requires one row, got a second one of ${A} (first: line 2)
  b.csv:2:1: episode requires a name in artifacts/embedded/ai-liedar/episodes.parquet, got an empty cell
  b.csv:3:30: label of ${C} requires one of truthful, concealment, equivocation, falsification, got "partial lie"
`);
  expect(project.has("data")).toBe(false);
});

const PLAIN = sheet([A, "truthful"], [B, "falsification"]);
const SPREADSHEETS: Readonly<Record<string, string>> = {
  "a byte order mark and CR LF": `\ufeff${PLAIN.replaceAll("\n", "\r\n")}`,
  "case and white space": PLAIN.replace(",truthful", ", Truthful\u00a0").replace(
    "falsification",
    "FALSIFICATION ",
  ),
  "empty rows and cells": PLAIN.replace(",falsification,", ",falsification,,,").replace(/\n/u, "\n,,,,,\n"),
  "other columns and another order": `note,label,Episode,Transcript\n"so, so",truthful,${A},${T}\n,falsification,${B.toUpperCase()},${T}\n`,
  "rows without their last empty cells": `label,episode,transcript,note\ntruthful,${A},${T}\nfalsification,${B},${T}\n`,
};
test.each(Object.keys(SPREADSHEETS))("%s make no difference", async (name) => {
  await importing({ "x.csv": PLAIN });
  const plain = project.read(STORED);
  project.remove("data");
  await importing({ "x.csv": SPREADSHEETS[name]! });
  expect(project.read(STORED)).toBe(plain);
});

const REFUSED: Readonly<Record<string, readonly [text: string | Uint8Array, message: string]>> = {
  semicolons: [
    PLAIN.replaceAll(",", ";"),
    "x.csv:1:1: cells are parted by semicolons, not by commas; save the file again as CSV with the comma as separator",
  ],
  tabs: [PLAIN.replaceAll(",", "\t"), "x.csv:1:1: cells are parted by tabs"],
  "UTF-16": [
    Buffer.from(`\ufeff${PLAIN}`, "utf16le"),
    "x.csv:1:1: this is UTF-16 text; save it as CSV in UTF-8",
  ],
  "another encoding": [Buffer.from(`${PLAIN}é`, "latin1"), "x.csv:1:1: this is not UTF-8 text"],
  "a quote that does not close": [
    `episode,label\n"${A},truthful\n`,
    "x.csv:2:1: a quoted cell requires a closing quote",
  ],
  "no label column": [
    `episode,note\n${A},truthful\n`,
    'x.csv:1:1: the header requires a column label, got "episode,note"',
  ],
  "no transcript column": [
    `episode,label\n${A},truthful\n`,
    'x.csv:1:1: the header requires a column transcript, got "episode,label"',
  ],
  "an empty transcript beside a label": [
    `episode,transcript,label\n${A},,truthful\n`,
    `x.csv:2:21: a label requires the transcript of ${A} that was read, got an empty cell`,
  ],
  "a cell beyond the header": [
    `episode,transcript,label\n${A},Turn 0, it said,truthful\n`,
    'x.csv:2:37: a row requires no more than 3 cells, as the header, got "truthful"',
  ],
  "two label columns": ["episode,transcript,label,Label\n", "the header requires one column label, got two"],
  "an empty file": ["", "x.csv:1:1: the header requires episode, label, transcript, got an empty file"],
  "no label at all": [sheet([A, ""], [B, " "]), "no label in"],
  "an annotator without a name": [
    `episode,transcript,label,annotator\n${A},${T},truthful,=cmd\n`,
    'got "=cmd"',
  ],
  "control characters": [`episode,transcript,label\n${A},${T},\u001b[31m\n`, 'got "\\x1b[31m"'],
};
test.each(Object.keys(REFUSED))("%s is refused, and nothing is written", async (name) => {
  const [text, message] = REFUSED[name]!;
  await expect(importing({ "x.csv": text })).rejects.toThrow(message);
  expect(project.has("data")).toBe(false);
});

test("an episode that was played anew since the export is refused; a cut transcript is not", async () => {
  const { transcript } = tinyEpisode({ profile: 1 });
  const withTranscript = (text: string) =>
    `episode,transcript,label\n${A},"${text.replaceAll('"', '""')}",truthful\n`;
  await importing({ "x.csv": withTranscript(transcript.replaceAll('"', "”").replaceAll("\n", "\r\n ")) });
  await importing({ "x.csv": withTranscript(transcript.slice(0, 30)) });
  await expect(importing({ "x.csv": withTranscript(transcript.replace("so", "true")) })).rejects.toThrow(
    `x.csv:2:1: the transcript of ${A} is not today's: it was played anew since the export; export again`,
  );
});

test("one annotator's label of one episode in two files is refused", async () => {
  const one = `episode,transcript,label,annotator\n${A},${T},truthful,Ann Lee\n`;
  await expect(importing({ "p.csv": one, "q.csv": one })).rejects.toThrow(
    /q\.csv:2:\d+: Ann Lee requires one label of ep-\w+, got a second one \(first: .*p\.csv:2:\d+\)/u,
  );
});

test("the same file twice is one fault, however its path is written", async () => {
  project.write("in/x.csv", PLAIN);
  const file = path.join(project.root, "in", "x.csv");
  const again = path.join(project.root, "in", ".", "..", "in") + "/./x.csv";
  const twice = importAnnotations(project.root, {
    files: [file, again, file],
    basket: "embedded",
    replace: false,
  });
  await expect(twice).rejects.toThrow(
    `one fault in the annotations; nothing was imported\n  ${file}: an import requires each file once, got it twice or more`,
  );
});

test("annotators whose names differ by case alone are refused, among the files and from before", async () => {
  const one = sheet([A, "truthful"]);
  const both = importing({
    "Ann.csv": one,
    "bob.csv": one,
    "in/ann.csv": sheet([B, "truthful"], [C, "truthful"]),
  });
  await expect(both).rejects.toThrow(
    /^one fault .*\n.*ann\.csv:2:30: annotators require names that differ by more than case, got ann beside Ann \(.*Ann\.csv:2:30\)$/u,
  );
  expect(project.has("data")).toBe(false);
  await importing({ "Ann.csv": one });
  const later = { "ann.csv": one };
  await expect(importing(later)).rejects.toThrow("got ann beside Ann (kept from before)");
  expect((await importing(later, { replace: true })).removed).toEqual([{ annotator: "Ann", labels: 1 }]);
});

test("the command says whose labels from before were kept, how many, and how to drop them", async () => {
  await importing({ "ann.csv": sheet([A, "truthful"], [B, "truthful"]), "bob.csv": sheet([A, "truthful"]) });
  project.write("eve.csv", sheet([C, "truthful"]));
  expect(
    project.candor(["annotate", "import", "eve.csv"]).stdout,
  ).toContain(`wrote ${STORED}: 4 labels of 3 episodes
  eve  1 label
kept 3 labels of other annotators (ann 2, bob 1) from before; they enter the tables too, and --replace drops them
`);
  expect(project.candor(["annotate", "import", "eve.csv", "--replace"]).stdout).toContain(
    "dropped 3 labels of other annotators (ann 2, bob 1) from before\n",
  );
});

test("other annotators keep their labels unless --replace; an annotator's own are those of the new file", async () => {
  await importing({
    "ann.csv": sheet([A, "truthful"], [B, "truthful"]),
    "bob.csv": sheet([A, "concealment"]),
  });
  const again = await importing({ "ann.csv": sheet([B, "falsification"], [C, "truthful"]) });
  expect(again).toMatchObject({
    changed: true,
    imported: [{ annotator: "ann", labels: 2, dropped: 2 }],
    kept: [{ annotator: "bob", labels: 1 }],
    removed: [],
    labels: 3,
    episodes: 3,
  });
  expect(rows().map((row) => row.split(",").slice(4, 8).join(","))).toEqual([
    "1,0,bob,concealment",
    "2,0,ann,falsification",
    "3,0,ann,truthful",
  ]);
  expect((await importing({ "ann.csv": sheet([B, "falsification"], [C, "truthful"]) })).changed).toBe(false);
  const replaced = await importing({ "eve.csv": sheet([A, "truthful"]) }, { replace: true });
  expect(replaced).toMatchObject({
    kept: [],
    removed: [
      { annotator: "ann", labels: 2 },
      { annotator: "bob", labels: 1 },
    ],
    labels: 1,
  });
  expect(rows()).toHaveLength(1);
});

test("a stored file that somebody broke is not written over", async () => {
  project.write(STORED, "model,label\nx,truthful\n");
  await expect(importing({ "x.csv": PLAIN })).rejects.toThrow(
    /ai-liedar\.csv:1:1: the header requires model,condition,.*; mend the file or move it away, nothing was imported/u,
  );
  expect(project.read(STORED)).toBe("model,label\nx,truthful\n");
});

test("a file that is not there is named", async () => {
  const files = ["nowhere.csv"];
  await expect(
    importAnnotations(project.root, { files, basket: "embedded", replace: false }),
  ).rejects.toThrow("nowhere.csv is not there");
});

test("stored annotations come back as they were, also of a model whose name looks like a formula", () => {
  const row = { ...tinyEpisode({ model: "@cf/llama" }), annotator: "ann", label: "truthful" as const };
  const { model, condition, scenario, variant, profile, repeat, annotator, label } = row;
  const transcript = "00ff";
  const kept = { model, condition, scenario, variant, profile, repeat, annotator, label, transcript };
  const text = annotationsCsv([kept, { ...kept, model: MODELS[0] }]);
  expect(text).toContain("\n'@cf/llama,");
  expect(readAnnotations({ "a.csv": text })).toEqual([kept, { ...kept, model: MODELS[0] }]);
});

test.each([
  ["lie", 'a.csv:2:20: label requires one of truthful, concealment, equivocation, falsification, got "lie"'],
  ["", 'a.csv:2:20: label requires one of truthful, concealment, equivocation, falsification, got ""'],
])("a stored label %s is an error with its place", (label, message) => {
  const text = `model,condition,scenario,variant,profile,repeat,annotator,label,transcript\nm,base,s,v,1,0,ann,${label},00\n`;
  expect(() => readAnnotations({ "a.csv": text })).toThrow(message);
});

test("one annotator's label of one episode in two stored files is an error", () => {
  const text =
    "model,condition,scenario,variant,profile,repeat,annotator,label,transcript\nm,base,s,v,1,0,ann,truthful,00\n";
  expect(() => readAnnotations({ "a.csv": text, "b.csv": text })).toThrow(
    "b.csv:2:20: an annotator requires one label per episode, got a second one (first: a.csv:2)",
  );
});
