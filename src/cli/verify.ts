import path from "node:path";
import { printableLines } from "../pipeline/describe.ts";
import type { RunEvent } from "../pipeline/events.ts";
import { Failure } from "../pipeline/failure.ts";
import { ProjectFiles, removeIfThere } from "../pipeline/files.ts";
import { projectPath } from "../pipeline/project-path.ts";
import { rebuildBasket } from "../prereg/rebuild/rebuild.ts";
import { artifactsFollow, type RebuildReport } from "../prereg/rebuild/report.ts";
import { isUntouched, type Verification } from "../prereg/verify/report.ts";
import { stateFile, stateOf, writeState } from "../prereg/verify/state.ts";
import { lockIn, verifyLock } from "../prereg/verify/verify.ts";
import { byteOrder } from "../tables/canonical.ts";
import { printable } from "../tables/untrusted.ts";
import type { ExitCode, World } from "./command.ts";
import { Progress } from "./progress.ts";
import { projectOf } from "./verify-project.ts";
import { tellVerification } from "./verify-report.ts";

export interface VerifyCommandOptions {
  readonly rebuild?: boolean;
  readonly json?: boolean;
  readonly jobs: number;
}

/** What came of one lock. */
type Verified =
  | {
      readonly lock: string;
      readonly failure: null;
      readonly found: Verification;
      readonly rebuild: RebuildReport | null;
      /** Where the state was written; null where another lock is the basket's. */
      readonly state: string | null;
    }
  | { readonly lock: string; readonly failure: string };

/** Holds today's design of baskets against their locks. One that cannot be verified does not keep others from it. */
export async function verify(
  world: World,
  given: readonly string[],
  options: VerifyCommandOptions,
): Promise<ExitCode> {
  const { root } = world.engine;
  const locks = given.length === 0 ? everyLock(root) : given.map((file) => projectPath(root, file));
  const verified: Verified[] = [];
  for (const [index, lock] of locks.entries()) {
    const each = await verifyOne(world, lock, options);
    verified.push(each);
    if (options.json) continue;
    if (index > 0) world.out("\n");
    if (each.failure === null)
      world.out(tellVerification(each.found, each.rebuild, world.style, projectOf(root, lock)));
    else world.err(`${world.style.bad("candor:")} ${printableLines(each.failure)}\n`);
  }
  if (options.json) world.out(`${JSON.stringify({ project: root, locks: verified.map(asJson) }, null, 1)}\n`);
  const codes = verified.map(exitOf);
  return codes.includes(2) ? 2 : codes.includes(1) ? 1 : 0;
}

/** Every lock in prereg/, in byte order. */
function everyLock(root: string): string[] {
  const names = new ProjectFiles(root).list("prereg").filter((name) => name.endsWith(".lock.json"));
  if (names.length === 0)
    throw new Failure(
      "usage",
      "prereg/ holds no frozen design; `candor freeze` writes one, and a lock elsewhere can be named",
    );
  return names.sort(byteOrder).map((name) => `prereg/${name}`);
}

async function verifyOne(world: World, file: string, options: VerifyCommandOptions): Promise<Verified> {
  const { engine, signal } = world;
  const progress = new Progress(world);
  try {
    const lock = lockIn(engine.root, file);
    const { jobs } = options;
    const report = inCopy(progress, () => world.err(`${world.style.dim(IN_COPY)}\n`));
    const found = await verifyLock(engine, lock, file, {
      jobs,
      anew: options.rebuild ?? false,
      report,
      signal,
    });
    progress.end();
    const rebuild = options.rebuild
      ? await rebuildBasket(engine, lock.basket, {
          jobs,
          report: (line) => world.err(`${world.style.dim(printable(line))}\n`),
          signal,
        })
      : null;
    // Of several locks of a basket the one in its place is the basket's.
    const own = `prereg/${lock.basket}.lock.json`;
    const counts = file === own || new ProjectFiles(engine.root).read(own) === null;
    if (counts) writeState(engine.root, stateOf(engine.root, found, rebuild));
    return { lock: file, failure: null, found, rebuild, state: counts ? stateFile(lock.basket) : null };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === "stopped") throw error;
    // A report must not go on to say what held before.
    const basket = /^prereg\/([a-z0-9][a-z0-9._-]*)\.lock\.json$/u.exec(file)?.[1];
    if (basket !== undefined) removeIfThere(path.join(engine.root, stateFile(basket)));
    const where = error.message.startsWith(printable(file)) ? "" : `${printable(file)} cannot be verified: `;
    return { lock: file, failure: `${where}${error.message}` };
  } finally {
    progress.end();
  }
}

const IN_COPY = "planning requests anew, stages run in a copy of the project";

/** Progress of stages that run elsewhere: that they do is said once, and not of each that it ran for the first time. */
function inCopy(progress: Progress, say: () => void): (event: RunEvent) => void {
  let said = false;
  return (event) => {
    if (!said) say();
    said = true;
    const ran = event.kind === "stage-ended" && event.outcome.state === "ran";
    progress.show(ran ? { ...event, outcome: { ...event.outcome, state: "fresh", reasons: [] } } : event);
  };
}

function exitOf(verified: Verified): ExitCode {
  if (verified.failure !== null) return 2;
  const { found, rebuild } = verified;
  return found.declared && isUntouched(found) && (rebuild === null || artifactsFollow(rebuild)) ? 0 : 1;
}

function asJson(verified: Verified): object {
  if (verified.failure !== null) return { lock: verified.lock, failure: verified.failure };
  const { found, state, rebuild } = verified;
  return { ...found, state, rebuild };
}
