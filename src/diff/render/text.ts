import { grouped } from "../../pipeline/quantities.ts";
import type { DiffReport, FigureDifference, StageDifference, TableDifference } from "../report.ts";
import { keyText } from "./cells.ts";
import { type Paint, PLAIN, wrap } from "./terminal.ts";
import { changeLines, rowLines, tallyLines } from "./text-changes.ts";
import { visible } from "./visible.ts";
import { cut } from "./width.ts";
import {
  byCause,
  columnChangeText,
  duplicatesText,
  figureText,
  fileText,
  followText,
  isCompared,
  matchText,
  reasonTexts,
  sideText,
  stageText,
  tableText,
  toleranceText,
  verdict,
} from "./words.ts";

/** Reasons of a stage that a terminal shows. */
const REASONS = 20;

interface TextOptions {
  /** Colours; default none. */
  readonly style?: Paint;
  /** Columns of the terminal, at least 80; default 100. */
  readonly width?: number;
}

/**
 * A report for a terminal: stages, tables, figures and files in sections, the largest changes of each table
 * one a line. Equal sides are one line, besides notes. Whatever came from files is printable, and no line is
 * wider than `width`.
 */
export function renderText(report: DiffReport, options: TextOptions = {}): string {
  const width = Math.max(80, options.width ?? 100);
  const style = options.style ?? PLAIN;
  const lines = [...opening(report, width, style), ...body(report, width, style)];
  return lines.map((line) => `${line}\n`).join("");
}

function opening(report: DiffReport, width: number, style: Paint): string[] {
  const paint = report.equal ? style.good : style.bad;
  const notes = report.notes.flatMap((note) => wrap(`note: ${note}`, 0, width).map(style.warn));
  const tolerance = toleranceText(report.tolerance);
  if (report.equal && isBare(report)) {
    return [...notes, ...wrap(verdict(report), 0, width).map(paint)];
  }
  return [
    cut(`A  ${visible(sideText(report.a))}`, width),
    cut(`B  ${visible(sideText(report.b))}`, width),
    ...(tolerance === null ? [] : wrap(tolerance, 0, width)),
    ...notes,
    ...wrap(verdict(report), 0, width).map(paint),
  ];
}

function isBare({ stages, tables, figures, files }: DiffReport): boolean {
  return stages.length + tables.length + figures.length + files.length === 0;
}

function body(report: DiffReport, width: number, style: Paint): string[] {
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ["", title, ...lines];
  return [
    ...section("stages", allStages(report.stages, width, style)),
    ...section("tables", apart(report.tables.map((table) => tableLines(table, width, style)))),
    ...section(
      "figures",
      report.figures.flatMap((figure) => figureLines(figure, width)),
    ),
    ...section(
      "other files",
      report.files.flatMap((file) => wrap(`${file.path}: ${fileText(file)}`, 2, width)),
    ),
  ];
}

/** Blocks one below another, with a blank line around those that are more than a headline. */
function apart(blocks: readonly (readonly string[])[]): string[] {
  return blocks.flatMap((block, i) => {
    const before = blocks[i - 1];
    const isApart = before !== undefined && (before.length > 2 || block.length > 2);
    return isApart ? ["", ...block] : block;
  });
}

/** What follows from the stages above it is named in one list. */
function allStages(all: readonly StageDifference[], width: number, style: Paint): string[] {
  const stages = byCause(all);
  const names = stages.following.map(
    ({ stage, rows }) => `${stage}${rows === "same" ? " (its own rows do not differ)" : ""}`,
  );
  return [
    ...stages.own.flatMap((stage) => stageLines(stage, width, style)),
    ...(names.length === 0 ? [] : wrap(`${followText(stages)}: ${names.join(", ")}`, 2, width)),
  ];
}

function stageLines(stage: StageDifference, width: number, style: Paint): string[] {
  const head = wrap(`${stage.stage}: ${stageText(stage)}`, 2, width);
  const reasons = reasonTexts(stage);
  return [
    ...(stage.change === "rows" ? head.map(style.bad) : head),
    ...reasons.slice(0, REASONS).flatMap((reason) => wrap(`- ${reason}`, 4, width)),
    ...more(reasons.length - REASONS, "reason", style),
  ];
}

function figureLines(figure: FigureDifference, width: number): string[] {
  return wrap(`${figure.path}: ${figureText(figure)}`, 2, width);
}

function tableLines(table: TableDifference, width: number, style: Paint): string[] {
  const lines = wrap(`${table.path}: ${tableText(table)}`, 2, width);
  if (table.change === "unreadable") return lines.map(style.bad);
  if (!isCompared(table)) return lines;
  const { added, removed, changed } = table;
  const duplicates = duplicatesText(table);
  return [
    ...lines,
    ...wrap(matchText(table), 4, width).map(style.dim),
    ...table.columns.flatMap((change) => wrap(columnChangeText(change), 4, width)),
    ...(duplicates === null ? [] : wrap(`${duplicates}${exampleKeys(table)}`, 4, width).map(style.warn)),
    ...tallyLines(table, width),
    ...changeLines(table, width, style),
    ...more(changed.cells - changed.sample.length, "changed cell", style),
    ...rowLines(removed.sample, table.key, "-", width, style),
    ...more(removed.count - removed.sample.length, "removed row", style),
    ...rowLines(added.sample, table.key, "+", width, style),
    ...more(added.count - added.sample.length, "added row", style),
  ];
}

function exampleKeys({ duplicates: { sample } }: TableDifference): string {
  return sample.length === 0
    ? ""
    : `, such as ${sample
        .slice(0, 3)
        .map((key) => keyText(key, false, 28))
        .join("; ")}`;
}

function more(count: number, noun: string, style: Paint): string[] {
  return count > 0 ? [style.dim(`    … and ${grouped(count)} more ${noun}${count === 1 ? "" : "s"}`)] : [];
}
