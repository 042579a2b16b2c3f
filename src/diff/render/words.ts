import { describe } from "../../pipeline/describe.ts";
import { counted, grouped } from "../../pipeline/quantities.ts";
import type {
  ColumnChange,
  DiffReport,
  FigureDifference,
  FileDifference,
  Side,
  StageDifference,
  TableDifference,
  Tolerance,
} from "../report.ts";
import { columnText } from "./cells.ts";
import { relativeText } from "./numbers.ts";

/**
 * The sentences that all three renderings share, as plain text. They hold names and values of unknown origin:
 * whoever puts them somewhere escapes them for that place.
 */

/** What A and B are: as given, with the commit of a revision. */
export function sideText({ given, kind, commit }: Side): string {
  if (commit !== null) return `${given} (commit ${commit.slice(0, 12)})`;
  return kind === "revision" ? `${given} (revision)` : given;
}

/** The whole in one line, without a full stop: "equal: …" or "differs: …". */
export function verdict(report: DiffReport): string {
  if (!report.equal) return `differs: ${extentText(report)}`;
  return isStrict(report.tolerance)
    ? `equal: ${extentText(report)}`
    : `equal within the tolerance: ${extentText(report)}`;
}

/** How much is equal, or how much differs of how much. */
export function extentText({ equal, stages, tables, figures, files, same }: DiffReport): string {
  if (equal) {
    const all = [
      counted(same.tables + tables.length, "table"),
      counted(same.figures + figures.length, "figure"),
      counted(same.files + files.length, "other file"),
    ];
    return `${all[0]}, ${all[1]} and ${all[2]}`;
  }
  const parts = [
    of(tables.length, same.tables, "table"),
    of(figures.length, same.figures, "figure"),
    of(files.length, same.files, "other file"),
    stages.length === 0 ? "" : counted(stages.length, "stage"),
  ].filter((part) => part !== "");
  return parts.length === 0 ? "see the notes" : parts.join(", ");
}

/** The tolerance in words; null where every difference counts. */
export function toleranceText(tolerance: Tolerance): string | null {
  if (isStrict(tolerance)) return null;
  const parts = [
    ...(tolerance.absolute > 0 ? [`${tolerance.absolute} absolute`] : []),
    ...(tolerance.relative > 0 ? [`${tolerance.relative} relative`] : []),
  ];
  return `numbers may differ by ${parts.join(" or ")}${parts.length > 1 ? ", whichever is larger" : ""}`;
}

/** Stages in the order in which a reader asks for them. */
interface StagesByCause {
  /** Those whose own definition differs, then others that say something by themselves. */
  readonly own: readonly StageDifference[];
  /** Those of which nothing differs but the rows of their inputs. */
  readonly following: readonly StageDifference[];
}

export function byCause(stages: readonly StageDifference[]): StagesByCause {
  const following = stages.filter((stage) => followsFrom(stage) !== null);
  const own = stages.filter((stage) => followsFrom(stage) === null);
  const isDefinition = ({ change }: StageDifference) => change === "definition";
  return {
    own: [...own.filter(isDefinition), ...own.filter((stage) => !isDefinition(stage))],
    following,
  };
}

/** Headline of the stages that only follow. */
export function followText({ own, following }: StagesByCause): string {
  const [follow, inputs] = following.length === 1 ? ["follows", "its inputs"] : ["follow", "their inputs"];
  return `${counted(following.length, "stage")} ${follow} from ${own.length === 0 ? `other rows of ${inputs}` : "these"}`;
}

/** What became of a stage. */
export function stageText(stage: StageDifference): string {
  const { change, rows } = stage;
  const above = followsFrom(stage);
  if (above !== null)
    return `other rows of its ${above.length === 1 ? "input" : "inputs"} ${above.join(", ")}${rows === "same" ? "; its own do not differ" : ""}`;
  switch (change) {
    case "added":
      return "only in B";
    case "removed":
      return "only in A";
    case "definition":
      return rows === "same" ? "its definition differs, its rows do not" : "its definition differs";
    case "rows":
      return "other rows by the same definition: one side was edited or made by a stage that is not pure";
    case "bytes":
      return "equal rows in other bytes";
    default:
      return change satisfies never;
  }
}

/** Inputs whose rows are all that is different of a stage: it follows from stages above. Null for any other. */
function followsFrom({ change, reasons }: StageDifference): string[] | null {
  if (change !== "definition" || reasons.length === 0) return null;
  const inputs = reasons.map(({ kind, path }) =>
    kind === "inputs" ? /^inputs\.(.+)\.rows$/su.exec(path)?.[1] : undefined,
  );
  return inputs.every((input) => input !== undefined) ? inputs : null;
}

/** Why the definition of a stage differs, each reason once; none where its one sentence says it. */
export function reasonTexts(stage: StageDifference): string[] {
  if (followsFrom(stage) !== null) return [];
  return [...new Set(stage.reasons.map(reasonText).filter((text) => text !== null))];
}

/** As `candor explain` tells it, but for what is about one tree there and about two here. */
function reasonText(reason: StageDifference["reasons"][number]): string | null {
  if (reason.kind === "output-changed") return `${reason.path} has other bytes`;
  // The change itself says it.
  if (reason.kind === "manifest" && reason.path === "rows") return null;
  if (reason.kind === "manifest") return `the number of ${reason.path} differs`;
  return describe(reason);
}

/** A table in one line: rows added, removed, changed. */
export function tableText(table: TableDifference): string {
  switch (table.change) {
    case "added":
      return `only in B, ${counted(table.rows.b, "row")}`;
    case "removed":
      return `only in A, ${counted(table.rows.a, "row")}`;
    case "unreadable":
      return `cannot be compared: ${table.fault ?? "no reason is given"}`;
    case "bytes":
      return "equal rows in other bytes";
    case "rows":
    case "schema":
      return rowsText(table);
    default:
      return table.change satisfies never;
  }
}

function rowsText({ change, columns, added, removed, changed }: TableDifference): string {
  const parts = [
    ...(columns.length > 0 ? [counted(columns.length, "schema change")] : []),
    ...(added.count > 0 ? [`${counted(added.count, "row")} added`] : []),
    ...(removed.count > 0 ? [`${counted(removed.count, "row")} removed`] : []),
    ...(changed.rows > 0
      ? [`${counted(changed.rows, "row")} changed in ${counted(changed.cells, "cell")}`]
      : []),
    ...(changed.tolerated > 0 ? [`${counted(changed.tolerated, "cell")} within the tolerance`] : []),
  ];
  if (parts.length === 0) return change === "schema" ? "another schema" : "other rows";
  return parts.join(", ");
}

/** How many rows each side has, and how rows are told apart. */
export function matchText({ rows, key, keyFrom }: TableDifference): string {
  const size =
    rows.a === rows.b
      ? `${counted(rows.a, "row")} on both sides`
      : `${grouped(rows.a)} → ${counted(rows.b, "row")}`;
  if (key.length === 0 || keyFrom === "position") return `${size}, matched by position`;
  const by = key.map(columnText).join(", ");
  return `${size}, matched by ${by}${keyFrom === "option" ? " (as asked for)" : ""}`;
}

/** Whether rows of a table are compared at all, so that there is something to say of their match. */
export function isCompared({ change }: TableDifference): boolean {
  return change === "rows" || change === "schema";
}

/** Rows that share their key; null where all keys differ. */
export function duplicatesText({ duplicates: { a, b } }: TableDifference): string | null {
  if (a === 0 && b === 0) return null;
  const sides = [...(a > 0 ? [`${grouped(a)} in A`] : []), ...(b > 0 ? [`${grouped(b)} in B`] : [])];
  return `${counted(a + b, "row")} with a key that an earlier row has (${sides.join(", ")}), matched in order`;
}

/** What became of a column. */
export function columnChangeText({ column, change, was, is }: ColumnChange): string {
  const name = columnText(column);
  switch (change) {
    case "added":
      return `column ${name} added${is === null ? "" : ` (${jsonText(is)})`}`;
    case "removed":
      return `column ${name} removed${was === null ? "" : ` (${jsonText(was)})`}`;
    case "moved":
      return `column ${name} moved from place ${jsonText(was)} to ${jsonText(is)}`;
    case "retyped":
      return `column ${name} retyped from ${jsonText(was)} to ${jsonText(is)}`;
    case "nullable":
      return is === true ? `column ${name} may be missing now` : `column ${name} may no longer be missing`;
    default:
      return change satisfies never;
  }
}

/** What became of a figure. */
export function figureText({ change, fault, pixels }: FigureDifference): string {
  switch (change) {
    case "added":
      return "only in B";
    case "removed":
      return "only in A";
    case "text":
      return "another text, the same picture";
    case "unreadable":
      return `cannot be compared: ${fault ?? "no reason is given"}`;
    case "pixels":
      return pixels === null ? "another picture" : pixelText(pixels);
    default:
      return change satisfies never;
  }
}

function pixelText({ differing, width, height }: NonNullable<FigureDifference["pixels"]>): string {
  const share = relativeText(differing / Math.max(1, width * height));
  return `${counted(differing, "pixel")} of ${grouped(width)} × ${grouped(height)} ${differing === 1 ? "differs" : "differ"} (${share})`;
}

/** What became of another file. */
export function fileText({ change }: FileDifference): string {
  if (change === "unreadable") return "cannot be read";
  return change === "added" ? "only in B" : change === "removed" ? "only in A" : "other bytes";
}

function isStrict({ absolute, relative }: Tolerance): boolean {
  return absolute === 0 && relative === 0;
}

function of(differing: number, same: number, noun: string): string {
  return differing === 0 ? "" : `${grouped(differing)} of ${counted(differing + same, noun)}`;
}

function jsonText(value: unknown): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value) ?? "missing";
}
