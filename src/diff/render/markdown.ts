import { counted, grouped } from "../../pipeline/quantities.ts";
import { shorten } from "../../tables/untrusted.ts";
import type { DiffReport, StageDifference } from "../report.ts";
import { longestList, tableDetails } from "./markdown-table.ts";
import { code, pipeTable, sentence } from "./markdown-text.ts";
import { type Part, pack } from "./pack.ts";
import { visible } from "./visible.ts";
import {
  byCause,
  extentText,
  figureText,
  fileText,
  followText,
  isCompared,
  reasonTexts,
  sideText,
  stageText,
  tableText,
  toleranceText,
  verdict,
} from "./words.ts";

interface MarkdownOptions {
  /** Characters that the text may have, at least 2,000; default 60,000: GitHub takes 65,536 in a comment. */
  readonly limit?: number;
}

const SMALLEST_LIMIT = 2000;
/** Room for the sentence that says what was left out. */
const FOR_SENTENCE = 400;
/** Rows of each list of a table, from all to few; 0 leaves the counts. */
const LENGTHS = [100, 30, 10, 3, 0];
const REASONS_IN_LINE = 3;

/**
 * A report for a comment of a pull request: what differs in one table, then each table folded. Never longer
 * than `limit`: lists are shortened and, last, details left out, which a sentence at the end says. Whatever
 * came from files is escaped.
 *
 * @throws RangeError for a limit below 2,000
 */
export function renderMarkdown(report: DiffReport, options: MarkdownOptions = {}): string {
  const limit = options.limit ?? 60_000;
  if (!(limit >= SMALLEST_LIMIT)) {
    throw new RangeError(`renderMarkdown requires a limit of ${SMALLEST_LIMIT} or more, got ${limit}`);
  }
  const head = opening(report);
  const tables = report.tables.filter(isCompared);
  const parts = [
    notesPart(report.notes),
    summaryPart(report),
    reasonsPart(report.stages),
    followingPart(report.stages),
  ];
  const details = tables.map((table): Part => {
    const lengths = LENGTHS.filter((length, i) => i === 0 || length < longestList(table));
    const whole = Number.POSITIVE_INFINITY;
    const forms = [whole, ...lengths].map((length) => () => tableDetails(table, length));
    return { forms: [...forms, () => ""] };
  });
  const { texts, taken } = pack([...parts, ...details], limit - head.length - FOR_SENTENCE);
  const left = leftOut(taken.slice(0, parts.length), taken.slice(parts.length), details, limit);
  return `${[head, ...texts, left].join("").trimEnd()}\n`;
}

function opening(report: DiffReport): string {
  const side = (name: string, text: string) => `${name} ${code(shorten(visible(text), 60))}`;
  const tolerance = toleranceText(report.tolerance);
  const title = report.equal ? `Artifacts are ${verdict(report)}` : `Artifacts differ: ${extentText(report)}`;
  return [
    `### ${title}\n`,
    `${side("A", sideText(report.a))} → ${side("B", sideText(report.b))}${tolerance === null ? "" : `; ${tolerance}`}\n\n`,
  ].join("\n");
}

function notesPart(notes: readonly string[]): Part {
  if (notes.length === 0) return { forms: [() => ""] };
  const quote = (texts: readonly string[]) => `${texts.map((text) => `> ${text}\n`).join(">\n")}\n`;
  return {
    forms: [
      () => quote(notes.map(sentence)),
      () => quote(notes.slice(0, 5).map((note) => sentence(shorten(visible(note), 200)))),
      () => quote([counted(notes.length, "note")]),
    ],
  };
}

/** Everything that differs, one a line. */
function summaryPart(report: DiffReport): Part {
  const stages = byCause(report.stages);
  const rows = [
    ...stages.own.map((stage) => ["stage", stage.stage, stageLine(stage)]),
    ...(stages.following.length === 0 ? [] : [["stages", "…", followText(stages)]]),
    ...report.tables.map((table) => ["table", table.path, tableText(table)]),
    ...report.figures.map((figure) => ["figure", figure.path, figureText(figure)]),
    ...report.files.map((file) => ["file", file.path, fileText(file)]),
  ].map(([kind, name, text]) => [
    kind!,
    code(shorten(visible(name!), 200)),
    sentence(shorten(visible(text!), 500)),
  ]);
  if (rows.length === 0) return { forms: [() => ""] };
  const first = (count: number) => () => {
    const more = rows.length - count;
    const last = more > 0 ? [["…", `and ${grouped(more)} more`, ""]] : [];
    return `${pipeTable(["", "what", "difference"], [false, false, false], [...rows.slice(0, count), ...last])}\n`;
  };
  const lengths = [300, 100, 30, 10, 0].filter((count) => count < rows.length);
  return { forms: [rows.length, ...lengths].map(first) };
}

function stageLine(stage: StageDifference): string {
  const reasons = reasonTexts(stage);
  if (reasons.length === 0) return stageText(stage);
  const more = reasons.length - REASONS_IN_LINE;
  return `${stageText(stage)}: ${reasons.slice(0, REASONS_IN_LINE).join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}

/** All reasons of the stages that have more than their line of the summary tells. */
function reasonsPart(stages: readonly StageDifference[]): Part {
  const long = stages.filter((stage) => reasonTexts(stage).length > REASONS_IN_LINE);
  if (long.length === 0) return { forms: [() => ""] };
  const listed = (limit: number) => () => {
    const lists = long.slice(0, limit).map((stage) => {
      const reasons = reasonTexts(stage);
      const more = reasons.length > limit ? [`… and ${reasons.length - limit} more`] : [];
      const lines = [...reasons.slice(0, limit).map(sentence), ...more];
      return `${code(stage.stage)}\n\n${lines.map((line) => `- ${line}\n`).join("")}\n`;
    });
    return `<details><summary>Why definitions differ</summary>\n\n${lists.join("")}</details>\n\n`;
  };
  return { forms: [listed(Number.POSITIVE_INFINITY), listed(30), listed(10), () => ""] };
}

/** Stages that follow from others, folded. */
function followingPart(all: readonly StageDifference[]): Part {
  const stages = byCause(all);
  const { following } = stages;
  if (following.length === 0) return { forms: [() => ""] };
  const first = (count: number) => () => {
    const lines = following
      .slice(0, count)
      .map((stage) => `${code(stage.stage)}: ${sentence(stageText(stage))}`);
    const more = following.length - lines.length;
    const list = [...lines, ...(more > 0 ? [`… and ${grouped(more)} more`] : [])];
    return `<details><summary>${followText(stages)}</summary>\n\n${list.map((line) => `- ${line}\n`).join("")}\n</details>\n\n`;
  };
  const lengths = [100, 30, 10].filter((count) => count < following.length);
  return { forms: [...[following.length, ...lengths].map(first), () => ""] };
}

/** What the reader does not see and where it stands. */
function leftOut(
  parts: readonly number[],
  tables: readonly number[],
  details: readonly Part[],
  limit: number,
): string {
  const gone = tables.filter((form, i) => form >= details[i]!.forms.length - 1).length;
  const shortened = tables.filter((form) => form > 0).length - gone;
  const missing = [
    ...(parts.some((form) => form > 0) ? ["lines of the summary"] : []),
    ...(shortened > 0 ? [`rows of ${counted(shortened, "table")}`] : []),
    ...(gone > 0 ? [`all rows of ${counted(gone, "table")}`] : []),
  ];
  if (missing.length === 0) return "";
  return `Left out to stay within ${grouped(limit)} characters: ${missing.join(", ")}. \`candor diff … --format html\` shows them.\n`;
}
