import type { Cell, Key } from "../../diff/report.ts";
import { artifactFolder } from "../../pipeline/manifest.ts";
import { grouped } from "../../pipeline/quantities.ts";
import { printable, shown } from "../../tables/untrusted.ts";
import { excerpts } from "./excerpts.ts";
import type { FileRebuild, FirstDifference, RebuildReport, StageRebuild, Surroundings } from "./report.ts";

/** Leaves of a manifest's entry that are told of a stage. */
const MOST_LEAVES = 4;

/** A report of a rebuild in lines for a terminal, safe to print; short where all is the same. */
export function tellRebuild(report: RebuildReport): string[] {
  return [
    ...report.rebuilds.map((each, index) => tellSurroundings(report.basket, each, index)),
    ...(report.partial ? ["answers were missing when the artifacts were made: rebuilt with --partial"] : []),
    ...report.manifestFaults.map((fault) => `manifest: ${printable(fault)}`),
    ...tellCounts(report.stages),
    ...report.stages.flatMap((stage) => tellStage(stage, report.basket)),
    ...report.edited.filter((file) => !isTold(file, report)).map((file) => `${printable(file)}: ${EDITED}`),
    ...tellList("in the manifest, but no stage of this pipeline and basket", report.gone),
    ...tellList("no stage makes", report.strangers),
    ...tellList("on demand, left out (their manifest entries and files were not rebuilt)", report.onDemand),
  ];
}

const EDITED = "edited by hand: it is not the file that the manifest names";

function tellSurroundings(basket: string, surroundings: Surroundings, index: number): string {
  const { timeZone, locale, threads, startOrder, folder } = surroundings;
  const verb = index === 0 ? `rebuilt ${basket}` : "rebuilt again";
  return `${verb}: time zone ${timeZone}, locale ${locale}, ${threads} threads, start order ${startOrder}, in a folder named ${JSON.stringify(folder)}`;
}

function tellCounts(stages: readonly StageRebuild[]): string[] {
  const count = (wanted: (stage: StageRebuild) => boolean) => stages.filter(wanted).length;
  const same = count(({ state, against }) => state === "equal" && against === "artifacts");
  const twice = count(({ state, against }) => state === "equal" && against === "rebuild");
  const held = count(({ against }) => against === "artifacts");
  const lines = held === 0 ? [] : [`${same} of ${held} stages give what lies here, byte by byte`];
  const absent = stages.reduce((sum, each) => sum + each.absent.length, 0);
  if (absent > 0)
    lines.push(`${grouped(absent)} files of the manifest do not lie here: their hashes were compared`);
  if (twice > 0)
    lines.push(
      `${twice} of ${stages.length} stages have no artifacts here to compare with; made twice, in different surroundings, they give the same`,
    );
  const unmade = stages.filter(({ state, against }) => state === "missing" && against === null);
  if (unmade.length > 0) {
    const why = unmade.find(({ failure }) => failure?.includes("answers"))?.failure;
    lines.push(
      `${unmade.length} of ${stages.length} stages cannot be made yet, and have no artifacts here${why ? `: ${printable(why)}` : ""}`,
    );
  }
  return lines;
}

function tellStage(stage: StageRebuild, basket: string): string[] {
  const { state, against, repeatable, failure } = stage;
  if (state === "missing" && against === null) return [];
  if (state === "equal" && repeatable !== false) return [];
  const details = [
    ...(failure === null ? [] : failure.split("\n").map(printable)),
    ...stage.files.flatMap((file) => tellFile(file, stage, basket)),
    ...tellManifest(stage),
    ...(repeatable === true ? ["two rebuilds in different surroundings agree with each other"] : []),
    ...(repeatable === false ? ["two rebuilds gave different results: the stage is not deterministic"] : []),
  ];
  return [`${stage.stage}: ${headline(stage)}`, ...details.map((line) => `  ${line}`)];
}

function headline({ state, against, repeatable }: StageRebuild): string {
  switch (state) {
    case "rows":
      return against === "rebuild" ? "other rows or text each time" : "other rows or text than lie here";
    case "bytes":
      return "the same rows in other bytes";
    case "manifest":
      return "the files are right, but the manifest says something else of them";
    case "missing":
      return "artifacts of it lie here, but the journals here do not give them";
    case "failed":
      return "could not be made";
    case "equal":
      return repeatable === false ? "once as it lies here, once otherwise" : "the same";
    default:
      return state satisfies never;
  }
}

/** Words for the two sides. */
function sidesOf({ against }: StageRebuild): readonly [string, string] {
  return against === "rebuild" ? ["first", "second"] : ["here", "rebuilt"];
}

function tellFile(file: FileRebuild, stage: StageRebuild, basket: string): string[] {
  const sides = sidesOf(stage);
  const edited = file.edited ? ` (${EDITED})` : "";
  const name = `${artifactFolder(basket)}/${printable(file.path)}${edited}: `;
  const rows =
    file.rows === null || file.rows.here === file.rows.rebuilt
      ? ""
      : `${grouped(file.rows.here)} rows ${sides[0]}, ${grouped(file.rows.rebuilt)} ${sides[1]}; `;
  const fault = file.fault === null ? "" : printable(file.fault);
  const first = file.first === null ? "" : tellFirst(file.first, sides);
  const only = file.change === "bytes" && fault === "" ? "the same rows in other bytes" : "";
  return [`${name}${rows}${[only, fault, first].filter((text) => text !== "").join("; ")}`];
}

function tellFirst(first: FirstDifference, [a, b]: readonly [string, string]): string {
  switch (first.kind) {
    case "cell":
      return `first at ${tellKey(first.key)}, column ${printable(first.column)}: ${tellCells(first.was, first.is, a, b)}`;
    case "row":
      return `first at ${tellKey(first.key)}: a row only ${first.only === "here" ? a : b}`;
    case "column": {
      const { column, change, was, is } = first.change;
      return `column ${printable(column)} ${change}: ${shown(was)} ${a}, ${shown(is)} ${b}`;
    }
    case "line":
      return `first at line ${first.line}: ${tellLine(first.was)} ${a}, ${tellLine(first.is)} ${b}`;
    default:
      return first satisfies never;
  }
}

function tellKey(key: Key): string {
  const parts = Object.entries(key).map(([name, cell]) =>
    name === "#" ? `row ${tellCell(cell)}` : `${printable(name)} ${tellCell(cell)}`,
  );
  return parts.join(", ");
}

/** Two values of a cell; of long texts what stands around their first difference. */
function tellCells(was: Cell, is: Cell, a: string, b: string): string {
  const texts = typeof was === "string" && typeof is === "string" ? excerpts(was, is) : ([was, is] as const);
  return `${tellCell(texts[0])} ${a}, ${tellCell(texts[1])} ${b}`;
}

function tellCell(cell: Cell): string {
  if (cell === null) return "no value";
  return typeof cell === "object" ? cell.number : shown(cell);
}

function tellLine(line: string | null): string {
  return line === null ? "no such line" : shown(line);
}

function tellManifest(stage: StageRebuild): string[] {
  const { manifest } = stage;
  if (manifest.length === 0) return [];
  if (manifest[0]!.path === "") return ["the manifest has no entry for it"];
  const ofKey = manifest.some(({ path }) => path === "key");
  const ofRecord = manifest.filter(({ path }) => path.startsWith("record."));
  const ofInputs = ofRecord.flatMap(({ path }) => /^record\.inputs\.(.+)\.rows$/u.exec(path)?.[1] ?? []);
  if (ofKey && ofRecord.length > 0 && ofInputs.length === ofRecord.length) {
    const names = ofInputs.map(printable).join(", ");
    return [`the rows of its input${ofInputs.length === 1 ? "" : "s"} ${names} differ already: see above it`];
  }
  const [a, b] = sidesOf(stage);
  const leaves = manifest
    .slice(0, MOST_LEAVES)
    .map(({ path, was, is }) => `manifest ${printable(path)}: ${tellValue(was)} ${a}, ${tellValue(is)} ${b}`);
  const more = manifest.length - leaves.length;
  return [
    ...leaves,
    ...(more > 0 ? [`and ${more} more places of its manifest entry`] : []),
    whyManifest(ofKey, ofRecord.length > 0),
  ];
}

function whyManifest(ofKey: boolean, ofRecord: boolean): string {
  if (ofKey && ofRecord)
    return "it was made by another definition, or its entry was edited by hand; `candor status` judges the definition";
  return ofKey || ofRecord
    ? "its key is not that of its record: the manifest was edited by hand"
    : "its key is today's, and what the manifest says of the result is not: edited by hand, or made where the stage gave something else";
}

/** A value of the manifest; of a hash as much as people compare. */
function tellValue(value: unknown): string {
  return typeof value === "string" && HASH.test(value) ? `${value.slice(0, 19)}…` : shown(value);
}

const HASH = /^sha256:[0-9a-f]{64}$/u;

/** An edited file of a stage that is told already. */
function isTold(file: string, { stages, basket }: RebuildReport): boolean {
  return stages.some(({ files }) =>
    files.some(({ path, edited }) => edited && file === `${artifactFolder(basket)}/${path}`),
  );
}

function tellList(heading: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${heading}: ${names.map(printable).join(", ")}`];
}
