import { statSync } from "node:fs";
import path from "node:path";
import type { RunEvent } from "../../pipeline/events.ts";
import { Failure } from "../../pipeline/failure.ts";
import { readIfThere } from "../../pipeline/files.ts";
import { type Engine, makePlan } from "../../pipeline/plan.ts";
import { byteOrder } from "../../tables/canonical.ts";
import { printable } from "../../tables/untrusted.ts";
import { frozenWhen } from "../answers.ts";
import { designOf, NOTHING_PLANNED } from "../design.ts";
import { isComputed } from "../design-text.ts";
import { treeAt } from "../git.ts";
import type { Lock } from "../lock.ts";
import { readLock } from "../lock-file.ts";
import { recordsOf } from "../planned-requests.ts";
import { compareDesigns, sourcesOfStages } from "./compare.ts";
import { deviationsFile, matchDeclarations, readDeclarations } from "./deviations.ts";
import { journalLeaves, journalStates } from "./journals.ts";
import { lockDate, treeToday } from "./moments.ts";
import { pairStages } from "./pairs.ts";
import { compareReadable } from "./readable.ts";
import type { FrozenState, Verification } from "./report.ts";
import { requestStates, todayNames } from "./requests.ts";
import { changedSources, sameCodeSources, sourceDiffs } from "./source-diff.ts";
import { verdictsOf, worst } from "./verdicts.ts";

export interface VerifyOptions {
  /** Whether bundles are made anew, so that no package that was edited in place goes unseen. */
  readonly anew: boolean;
  /** Worker threads, for requests that must be planned anew. */
  readonly jobs: number;
  readonly report: (event: RunEvent) => void;
  readonly signal: AbortSignal;
}

/** Reads a lock by its path, relative to the project or absolute. Throws a Failure that says what is wrong with it. */
export function lockIn(root: string, file: string): Lock {
  const full = path.resolve(root, file);
  const meant = lockMeant(root, file);
  const name = meant === null ? "" : `; name ${printable(meant)}`;
  if (statSync(full, { throwIfNoEntry: false })?.isDirectory() === true)
    throw new Failure("usage", `${printable(file)} is a folder and no lock${name}`);
  const bytes = readIfThere(full);
  if (bytes === null)
    throw new Failure(
      "usage",
      `${printable(file)} does not exist${name || "; `candor freeze` writes a lock"}`,
    );
  if (meant !== null && !file.endsWith(".json"))
    throw new Failure("usage", `${printable(file)} is no lock${name}`);
  return readLock(bytes, file);
}

/** The lock beside a file that somebody named in its place: the readable design, the deviations, or a basket. */
function lockMeant(root: string, file: string): string | null {
  const stem = file.replace(/(\.md|\.deviations\.yaml|\.lock|\.json)$/u, "");
  const near = [`${stem}.lock.json`, `prereg/${path.posix.basename(stem)}.lock.json`];
  const isFile = (each: string) =>
    statSync(path.resolve(root, each), { throwIfNoEntry: false })?.isFile() === true;
  return near.find((each) => each !== file && isFile(each)) ?? null;
}

/**
 * Holds today's design of a basket against its lock, leaf by leaf. Nothing runs unless requests may have changed.
 *
 * @param file how the lock is named in what is told
 * @throws Failure where the basket cannot be planned
 */
export async function verifyLock(
  engine: Engine,
  lock: Lock,
  file: string,
  options: VerifyOptions,
): Promise<Verification> {
  const { basket, design: frozen } = lock;
  const commitFound = checkCommit(engine.root, lock, file);
  const plan = await makePlan(engine, basket, [], { anew: options.anew });
  const planned = { ...NOTHING_PLANNED, rows: recordsOf(plan) };
  const today = await designOf(plan, planned, null, frozen.machinery);
  const declarations = await readDeclarations(plan.files, basket);

  let leaves = compareDesigns(frozen, today);
  const ofStages = sourcesOfStages(frozen, today);
  const sources = changedSources(plan.files, lock.commit, [...leaves, ...ofStages], frozen);
  if (leaves.some(({ section, change }) => section === "sources" && change === "deviation"))
    leaves = compareDesigns(frozen, today, await sameCodeSources(engine.root, sources));

  const names = todayNames(pairStages(frozen.stages, today.stages));
  const before = verdictsOf(frozen, today, leaves, new Set());
  const { requests, rows, today: keys } = await requestStates(plan, frozen, names, before, options);
  const journals = await journalStates(plan, frozen, names, keys);
  leaves = [...leaves, ...journalLeaves(journals)].sort((a, b) => byteOrder(a.address, b.address));
  const { declared, undeclared, stale } = matchDeclarations(leaves, declarations);
  const stages = verdictsOf(frozen, today, leaves, new Set(declared.map(({ address }) => address)));
  return {
    lock: file,
    basket,
    root: lock.root,
    commit: lock.commit,
    commitFound,
    readable: compareReadable(engine.root, lock, path.resolve(engine.root, file)),
    frozen: frozenState(lock),
    today: treeToday(engine.root),
    date: lockDate(engine.root, lock, file),
    change: worst(leaves),
    declared: undeclared.length === 0,
    stages,
    leaves,
    sources: await sourceDiffs(sources, [...leaves, ...ofStages]),
    requests,
    rows,
    journals,
    deviations: { file: deviationsFile(basket), declared, undeclared, stale },
  };
}

/**
 * Holds the commit of a lock, which stands beside the root and not in it, against the tree, which stands in it. Returns
 * whether git has the commit. Throws a damaged Failure where it holds another tree.
 */
function checkCommit(root: string, { commit, design }: Lock, file: string): boolean {
  const git = typeof design.tree.git === "string" ? design.tree.git : null;
  const held = commit === null ? null : treeAt(root, commit);
  if (commit !== null && held === null && git !== null) return false;
  if (held === git) return commit !== null;
  throw new Failure(
    "damaged",
    `${printable(file)} was changed since it was frozen: its commit ${commit ?? "null"} holds ${held === null ? "no tree" : `the tree ${held}`} ` +
      `(prereg/ left out), and ${git === null ? "no tree" : `the tree ${printable(git)}`} was frozen; bring the file back as it was committed`,
  );
}

/** What a lock says of the moment when it was written. Its tree is of unknown origin where somebody made the lock. */
function frozenState({ design }: Lock): FrozenState {
  const { answers, tree } = design;
  const { git, clean, changed } = tree;
  return {
    when: frozenWhen(answers),
    computed: isComputed(design),
    answers,
    clean: typeof clean === "boolean" ? clean : null,
    changed: Array.isArray(changed) ? changed.map(String) : [],
    tree: typeof git === "string" ? git : null,
  };
}
