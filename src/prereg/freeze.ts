import path from "node:path";
import { checkBasketName } from "../pipeline/basket.ts";
import { Failure } from "../pipeline/failure.ts";
import { readIfThere, removeIfThere, writeAtomically } from "../pipeline/files.ts";
import { acquireLock } from "../pipeline/lock.ts";
import { type Engine, makePlan } from "../pipeline/plan.ts";
import { projectPath } from "../pipeline/project-path.ts";
import { printable } from "../tables/untrusted.ts";
import { frozenWhen } from "./answers.ts";
import { designOf } from "./design.ts";
import { DESIGN_HEADING, renderDesign } from "./design-text.ts";
import { committedAt, gitState, PREREG } from "./git.ts";
import type { Lock } from "./lock.ts";
import { lockOf, readLock, renderLock } from "./lock-file.ts";
import { SECTIONS } from "./merkle.ts";
import { type PlanningOptions, plannedRequests } from "./planned-requests.ts";

export interface FreezeOptions extends PlanningOptions {
  readonly basket: string;
  /** The lock's file, absolute; null for prereg/<basket>.lock.json. */
  readonly out: string | null;
  /** Whether a lock of another design is written over. */
  readonly replace: boolean;
}

export interface Frozen {
  readonly lock: Lock;
  /** Files, relative to the project where they lie in it. */
  readonly file: string;
  readonly text: string;
  readonly state: "written" | "unchanged";
}

/** Lock of a basket, relative to the project. */
export function lockFile(basket: string): string {
  return `${PREREG}/${basket}.lock.json`;
}

/**
 * Freezes today's design of a basket: writes its lock, and the same for people beside it. A lock of another design is
 * left as it is unless it is to be replaced. Throws a Failure.
 */
export async function freezeBasket(engine: Engine, options: FreezeOptions): Promise<Frozen> {
  const { basket, replace } = options;
  checkBasketName(basket);
  const full = options.out ?? path.join(engine.root, lockFile(basket));
  const file = projectPath(engine.root, full);
  const beside = textFile(full);
  const today = await lockToday(engine, basket, options);
  if (options.signal.aborted) throw new Failure("stopped", "stopped");
  const before = readIfThere(full);
  const held = before === null ? null : lockIn(before, file);
  const same = held !== null && (held.root === today.root || (!replace && isFrozenBy(held, today)));
  if (before !== null && !same && !replace) throw otherDesign(engine.root, file, before, held, today);
  const bytes = same ? before! : Buffer.from(renderLock(today), "utf8");
  const lock = readLock(bytes, file);
  const text = renderDesign(
    lock,
    path.basename(full),
    (template) => readIfThere(path.join(engine.root, template))?.toString("utf8") ?? null,
  );
  if (options.out !== null) checkIsDesign(beside);
  const written = writeBoth([beside, Buffer.from(text, "utf8")], [full, bytes]);
  return { lock, file, text: projectPath(engine.root, beside), state: written ? "written" : "unchanged" };
}

/** Today's design of a basket as a lock: nothing is written but what the stages above requests put out. Throws a Failure. */
async function lockToday(engine: Engine, basket: string, options: PlanningOptions): Promise<Lock> {
  const release = await acquireLock(
    path.join(engine.root, ".candor", "lock"),
    (holder) => options.report({ kind: "waiting", holder }),
    options.signal,
  );
  try {
    const plan = await makePlan(engine, basket, [], { anew: true });
    const planned = await plannedRequests(plan, options);
    // After the stages have run: a committed table that they made anew is not as committed.
    const git = gitState(engine.root);
    return lockOf(basket, await designOf(plan, planned, git), git?.commit ?? null);
  } finally {
    release();
  }
}

/** What people read stands beside the lock: `x.lock.json` has `x.md`. */
export function textFile(lock: string): string {
  return `${lock.replace(/\.lock\.json$|\.json$/u, "")}.md`;
}

/** Somebody's notes may have that name. Throws a usage Failure. */
function checkIsDesign(file: string): void {
  const there = readIfThere(file)?.toString("utf8");
  if (there === undefined || there.startsWith(DESIGN_HEADING)) return;
  throw new Failure(
    "usage",
    `${printable(file)} is there and no frozen design, and it would be written over; move it away, or name another lock with --out`,
  );
}

/** A lock; null where the file is none that is whole. */
function lockIn(bytes: Buffer, file: string): Lock | null {
  try {
    return readLock(bytes, file);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** What says when something was frozen, and nothing of how it is analysed: it goes on after a freeze. */
const MOMENT: readonly string[] = ["answers", "tree"];

/** Sections of two designs of which the one is not the other. */
function differing(held: Lock, today: Lock): string[] {
  return SECTIONS.filter((section) => held.nodes[section] !== today.nodes[section]);
}

/**
 * Whether a lock freezes today's design. Commits and answers that came later leave it as it is, unless it was frozen with
 * changes that nobody else could get.
 */
function isFrozenBy(held: Lock, today: Lock): boolean {
  return (
    held.basket === today.basket &&
    held.design.tree.clean === true &&
    differing(held, today).every((section) => MOMENT.includes(section))
  );
}

/** Says what would be lost. */
function otherDesign(root: string, file: string, bytes: Buffer, held: Lock | null, today: Lock): Failure {
  const committed = committedAt(root, file);
  const kept = committed === null ? "never committed, so that it would be lost" : `committed ${committed}`;
  return new Failure(
    "usage",
    `${printable(file)} ${held === null ? unreadable(bytes, file, kept) : otherThan(held, kept, today)}. ` +
      "What was frozen counts from its date: `candor verify` says what differs; " +
      "--replace writes over it, and --out FILE writes another file",
  );
}

function unreadable(bytes: Buffer, file: string, kept: string): string {
  try {
    readLock(bytes, file);
  } catch (error) {
    if (error instanceof Failure) return `is there and no lock that can be read, ${kept} (${error.message})`;
    throw error;
  }
  throw new Error(`${file} can be read after all`);
}

function otherThan(held: Lock, kept: string, today: Lock): string {
  const frozen = `root ${held.root}, frozen ${frozenWhen(held.design.answers)}, ${kept}; today's root is ${today.root}`;
  if (held.basket !== today.basket) return `holds the design of basket ${printable(held.basket)}: ${frozen}`;
  const others = differing(held, today);
  const design = others.filter((section) => !MOMENT.includes(section));
  return design.length === 0
    ? `was frozen with changes that were not committed: ${frozen}; its design is today's`
    : `holds another design of basket ${printable(held.basket)} (other ${design.join(", ")}): ${frozen}`;
}

/**
 * Writes two files, each whole; where the second cannot be written the first is put back. Files that hold the same
 * already are left alone. Returns whether anything was written. Throws a disk Failure.
 */
function writeBoth(first: readonly [string, Buffer], second: readonly [string, Buffer]): boolean {
  const before = readIfThere(first[0]);
  const firstSame = before?.equals(first[1]) ?? false;
  const secondSame = readIfThere(second[0])?.equals(second[1]) ?? false;
  if (!firstSame) writeAtomically(...first);
  try {
    if (!secondSame) writeAtomically(...second);
  } catch (error) {
    if (!firstSame && before !== null) writeAtomically(first[0], before);
    if (before === null) removeIfThere(first[0]);
    throw error;
  }
  return !(firstSame && secondSame);
}
