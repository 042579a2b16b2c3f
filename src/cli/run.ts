import path from "node:path";
import { writeAtomically } from "../pipeline/files.ts";
import { acquireLock } from "../pipeline/lock.ts";
import { makePlan } from "../pipeline/plan.ts";
import { runStages } from "../pipeline/run.ts";
import { selectStages, withInputs } from "../pipeline/select.ts";
import { shuffledBy } from "../pipeline/start-order.ts";
import type { ExitCode, World } from "./command.ts";
import { Progress } from "./progress.ts";
import { status } from "./status.ts";
import { countOutcomes, listGaps, listOutdated, listOutputs } from "./summary.ts";

export interface RunCommandOptions {
  readonly basket: string;
  readonly jobs: number;
  readonly force?: boolean;
  readonly partial?: boolean;
  readonly shuffle?: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export async function run(
  world: World,
  stages: readonly string[],
  options: RunCommandOptions,
): Promise<ExitCode> {
  if (options.dryRun)
    return await status(world, stages, { ...options, inputs: true, forced: options.force ?? false });
  const began = performance.now();
  const progress = new Progress(world);
  const { root } = world.engine;
  const release = await acquireLock(
    path.join(root, ".candor", "lock"),
    (holder) => progress.show({ kind: "waiting", holder }),
    world.signal,
  );
  try {
    const plan = await makePlan(world.engine, options.basket, stages, { partial: options.partial ?? false });
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
      ...(options.shuffle === undefined ? {} : { order: shuffledBy(options.shuffle) }),
    });
    progress.end();
    const result = { basket: options.basket, stages: outcomes };
    const json = `${JSON.stringify(result, null, 1)}\n`;
    // First what was asked for: a full disk must not hide it.
    if (options.json) world.out(json);
    // The log keeps the times of the last run that did something.
    if (outcomes.some(({ state, reasons }) => state !== "fresh" || reasons.length > 0)) {
      writeAtomically(path.join(root, ".candor", "log", "last-run.json"), json, { durable: false });
    }
    const { aborted } = world.signal;
    const whole = outcomes.every(({ state }) => state === "ran" || state === "fresh");
    world.err(countOutcomes(outcomes, performance.now() - began, aborted));
    if (whole && !options.json) {
      world.err(listOutputs(plan, ids));
      if (options.partial) world.err(listGaps(plan, ids));
      if (stages.length === 0) world.err(listOutdated(plan));
    }
    if (whole) return 0;
    if (outcomes.some(({ state }) => state === "missing"))
      world.err(`answers are missing: \`candor collect --basket ${options.basket}\` gets them\n`);
    return outcomes.some(({ state }) => state === "failed") ? 2 : 1;
  } finally {
    progress.end();
    release();
  }
}
