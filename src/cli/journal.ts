import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import path from "node:path";
import { type Checked, checkJournal } from "../collect/journal/check.ts";
import { type Compacted, compactJournal } from "../collect/journal/compact.ts";
import { type Merged, mergeJournals } from "../collect/journal/merge.ts";
import type { Conflict } from "../collect/journal/survey.ts";
import { checkBasketName } from "../pipeline/basket.ts";
import { Failure } from "../pipeline/failure.ts";
import { journalFile } from "../pipeline/journal.ts";
import { acquireLock } from "../pipeline/lock.ts";
import { projectPath } from "../pipeline/project-path.ts";
import { counted, grouped } from "../pipeline/quantities.ts";
import { byteOrder } from "../tables/canonical.ts";
import type { ExitCode, World } from "./command.ts";
import { Progress } from "./progress.ts";

interface Options {
  readonly basket: string;
  readonly json?: boolean;
}

interface ChangeOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Drops from journals what tells nothing new. */
export async function compactCommand(
  world: World,
  files: readonly string[],
  { basket, dryRun = false, json }: Options & ChangeOptions,
): Promise<ExitCode> {
  const { root } = world.engine;
  const done: Compacted[] = [];
  await alone(world, dryRun, async () => {
    for (const file of journalsOf(root, files, basket))
      done.push(await compactJournal(root, file, { dryRun }));
  });
  if (json) printJson(world, { dry_run: dryRun, journals: done.map(compactedJson) });
  else for (const each of done) world.out(describeCompacted(each, dryRun));
  return 0;
}

/** Adds to one journal the lines of another that it lacks. */
export async function mergeCommand(
  world: World,
  first: string,
  second: string,
  { out, dryRun = false, json }: ChangeOptions & { readonly out?: string },
): Promise<ExitCode> {
  const { root } = world.engine;
  const [a, b] = [projectPath(root, first), projectPath(root, second)];
  const merged = await alone(world, dryRun, () =>
    mergeJournals(root, a, b, { dryRun, ...(out === undefined ? {} : { out: projectPath(root, out) }) }),
  );
  if (json) printJson(world, { dry_run: dryRun, ...mergedJson(merged) });
  else world.out(describeMerged(merged, b, dryRun));
  return 0;
}

/** Counts what journals hold; exit code 1 where one has a conflict, a torn last line or a request without an answer. */
export async function checkCommand(
  world: World,
  files: readonly string[],
  { basket, json }: Options,
): Promise<ExitCode> {
  const { root } = world.engine;
  const done: Checked[] = [];
  for (const file of journalsOf(root, files, basket)) done.push(await checkJournal(root, file));
  if (json) printJson(world, { journals: done });
  else for (const each of done) world.out(describeChecked(each));
  return done.every((each) => each.conflicts.length + each.torn + each.unanswered === 0) ? 0 : 1;
}

/** A journal must not be replaced while a run reads it. */
async function alone<T>(world: World, dryRun: boolean, action: () => Promise<T>): Promise<T> {
  if (dryRun) return await action();
  const progress = new Progress(world);
  const release = await acquireLock(
    path.join(world.engine.root, ".candor", "lock"),
    (holder) => progress.show({ kind: "waiting", holder }),
    world.signal,
  );
  try {
    return await action();
  } finally {
    progress.end();
    release();
  }
}

/** The named files, or every journal of a basket that holds answers. */
function journalsOf(root: string, files: readonly string[], basket: string): string[] {
  if (files.length > 0) return files.map((file) => projectPath(root, file));
  checkBasketName(basket);
  const folder = path.posix.dirname(journalFile(basket, "any"));
  const found = namesIn(path.join(root, folder))
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => `${folder}/${name}`)
    .filter((file) => !isImportedLog(path.join(root, file)));
  if (found.length === 0)
    throw new Failure(
      "usage",
      `basket ${basket} has no journal of answers in ${folder}; name files, or another basket with --basket`,
    );
  return found.sort(byteOrder);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const IMPORTED = Buffer.from('{"kind":"imported"');

/** Whether a file begins as an imported log does; such a log is made anew and never appended to. */
function isImportedLog(full: string): boolean {
  const start = Buffer.alloc(IMPORTED.length);
  const handle = openSync(full, "r");
  try {
    readSync(handle, start, 0, start.length, 0);
  } finally {
    closeSync(handle);
  }
  return start.equals(IMPORTED);
}

function printJson(world: World, value: unknown): void {
  world.out(`${JSON.stringify(value, null, 1)}\n`);
}

function compactedJson({ lines, bytes, ...rest }: Compacted): object {
  return {
    ...rest,
    lines_before: lines.before,
    lines_after: lines.after,
    bytes_before: bytes.before,
    bytes_after: bytes.after,
  };
}

function mergedJson({ into, answers, errors, others, equal, conflicts }: Merged): object {
  return { into, added: { answers, errors, others }, equal, conflicts };
}

function describeCompacted(
  { file, repeats, errors, torn, lines, bytes, conflicts }: Compacted,
  dryRun: boolean,
): string {
  const dropped = [
    repeats > 0 ? counted(repeats, "repeated answer") : [],
    errors > 0 ? counted(errors, "error that tells nothing new", "errors that tell nothing new") : [],
    torn > 0 ? `${counted(torn, "byte")} of a torn last line` : [],
  ].flat();
  const did =
    dropped.length === 0
      ? "nothing to drop"
      : `${dryRun ? "would drop" : "dropped"} ${dropped.join(", ")}; ${counted(lines.after, "line")} left, ${size(bytes.before)} → ${size(bytes.after)}`;
  return `${file}: ${did}\n${describeConflicts(conflicts)}`;
}

function describeMerged(
  { into, answers, errors, others, equal, conflicts }: Merged,
  second: string,
  dryRun: boolean,
): string {
  const more = others > 0 ? `, ${counted(others, "other answer")} to requests that were answered` : "";
  const adds = `${dryRun ? "would add" : "added"} ${counted(answers, "answer")}, ${counted(errors, "error")}${more}`;
  return `${into}: ${adds} of ${second}; ${counted(equal, "answer")} of it there already\n${describeConflicts(conflicts, second)}`;
}

function describeChecked({
  file,
  lines,
  requests,
  answers,
  errors,
  unanswered,
  repeats,
  conflicts,
  torn,
}: Checked): string {
  const { answered, empty, refused } = answers;
  const out = [
    `${file}: ${counted(lines, "line")}; ${counted(requests, "request")} answered`,
    `  answers     ${grouped(answered)} answered, ${grouped(empty)} empty, ${grouped(refused)} refused; ${counted(repeats, "repeat")}`,
    `  errors      ${grouped(errors)}; ${counted(unanswered, "request")} not answered since`,
  ];
  if (torn > 0)
    out.push(`  torn        ${counted(torn, "byte")} of a last line; the next collection cuts them`);
  return `${out.join("\n")}\n${describeConflicts(conflicts)}`;
}

const MOST_SHOWN = 20;

function describeConflicts(conflicts: readonly Conflict[], file?: string): string {
  if (conflicts.length === 0) return "";
  const head = `  conflicts   ${counted(conflicts.length, "line")} ${file === undefined ? "" : `of ${file} `}with another answer than the first, which counts:\n`;
  const shown = conflicts.slice(0, MOST_SHOWN).map(({ key, line }) => `    line ${line}  ${key}\n`);
  const more = conflicts.length - shown.length;
  return `${head}${shown.join("")}${more > 0 ? `    and ${grouped(more)} more; --json lists all\n` : ""}`;
}

function size(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
