import path from "node:path";
import type { RunEvent } from "../pipeline/events.ts";
import { Failure } from "../pipeline/failure.ts";
import { acquireLock } from "../pipeline/lock.ts";
import { type Engine, makePlan, type Plan } from "../pipeline/plan.ts";
import { runStages } from "../pipeline/run.ts";
import { stageInputs, withInputs } from "../pipeline/select.ts";

export interface PrepareOptions {
  readonly basket: string;
  /** Whether answers that are missing above the stages do not matter. */
  readonly partial: boolean;
  /** Worker threads. */
  readonly jobs: number;
  readonly report: (event: RunEvent) => void;
  readonly signal: AbortSignal;
}

/** Makes the inputs of stages fresh, so that what they ask can be found out. Throws a Failure. */
export async function prepare(
  engine: Engine,
  ids: readonly string[],
  { basket, partial, jobs, report, signal }: PrepareOptions,
): Promise<Plan> {
  const release = await acquireLock(
    path.join(engine.root, ".candor", "lock"),
    (holder) => report({ kind: "waiting", holder }),
    signal,
  );
  try {
    const plan = await makePlan(engine, basket, ids, { partial });
    const inputs = new Set(ids.flatMap((id) => stageInputs(plan.stages.get(id)!.definition)));
    const options = { jobs, forced: new Set<string>(), report, signal };
    const outcomes = await runStages(plan, withInputs(plan, inputs), options);
    const failed = outcomes.find(({ failure }) => failure !== undefined);
    if (failed !== undefined) throw new Failure("stage", failed.failure!);
    if (signal.aborted) throw new Failure("stopped", "stopped");
    return plan;
  } finally {
    release();
  }
}
