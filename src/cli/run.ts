import path from "node:path";
import { writeAtomically } from "../pipeline/files.ts";
import { acquireLock } from "../pipeline/lock.ts";
import { artifactFolder } from "../pipeline/manifest.ts";
import { makePlan, selectStages, withInputs } from "../pipeline/plan.ts";
import { runStages } from "../pipeline/run.ts";
import type { ExitCode, World } from "./command.ts";
import { Progress, seconds } from "./progress.ts";
import { status } from "./status.ts";

export interface RunCommandOptions {
  readonly basket: string;
  readonly jobs: number;
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export async function run(
  world: World,
  stages: readonly string[],
  options: RunCommandOptions,
): Promise<ExitCode> {
  if (options.dryRun) return await status(world, stages, { ...options, inputs: true });
  const began = performance.now();
  const progress = new Progress(world);
  const { root } = world.engine;
  const release = await acquireLock(
    path.join(root, ".candor", "lock"),
    (holder) => progress.show({ kind: "waiting", holder }),
    world.signal,
  );
  try {
    const plan = await makePlan(world.engine, options.basket);
    const selected = selectStages(plan, stages);
    const ids = withInputs(plan, selected);
    progress.show({
      kind: "started",
      basket: options.basket,
      stages: ids.length,
      skippedStudies: plan.skippedStudies,
    });
    const outcomes = await runStages(plan, ids, {
      jobs: options.jobs,
      forced: options.force ? selected : new Set(),
      report: (event) => progress.show(event),
      signal: world.signal,
    });
    progress.end();
    const result = { basket: options.basket, stages: outcomes };
    writeAtomically(
      path.join(root, ".candor", "log", "last-run.json"),
      `${JSON.stringify(result, null, 1)}\n`,
    );
    if (options.json) world.out(`${JSON.stringify(result, null, 1)}\n`);
    const count = (state: string) => outcomes.filter((outcome) => outcome.state === state).length;
    const parts = [`${count("ran")} ran`, `${count("fresh")} fresh`];
    if (count("failed") > 0) parts.push(`${count("failed")} failed`);
    if (count("stale") > 0) parts.push(`${count("stale")} not run`);
    const where = `${artifactFolder(options.basket)}/`;
    const stopped = world.signal.aborted ? "stopped; what was done is kept: " : "";
    world.err(
      `${stopped}${parts.join(", ")} of ${outcomes.length} stages in ${seconds(performance.now() - began)}; results in ${where}\n`,
    );
    return outcomes.every(({ state }) => state === "ran" || state === "fresh") ? 0 : 2;
  } finally {
    progress.end();
    release();
  }
}
