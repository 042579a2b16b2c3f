import { describeAll } from "../pipeline/describe.ts";
import { makePlan } from "../pipeline/plan.ts";
import { selectStages, withInputs } from "../pipeline/select.ts";
import { type StageStatus, statusOf } from "../pipeline/status.ts";
import type { ExitCode, World } from "./command.ts";
import { listOutdated } from "./summary.ts";

export interface StatusCommandOptions {
  readonly basket: string;
  readonly json?: boolean;
  /** Whether the stages that the named ones need are shown too. */
  readonly inputs?: boolean;
  /** Whether the named stages are to run even where they are fresh. */
  readonly forced?: boolean;
}

export async function status(
  world: World,
  stages: readonly string[],
  options: StatusCommandOptions,
): Promise<ExitCode> {
  const plan = await makePlan(world.engine, options.basket, stages);
  const selected = selectStages(plan, stages);
  const judged = statusOf(plan, withInputs(plan, selected))
    .filter(({ stage }) => options.inputs || selected.has(stage))
    .map((each) => (options.forced && selected.has(each.stage) ? forcedToRun(each) : each));
  if (options.json) {
    world.out(`${JSON.stringify({ basket: options.basket, stages: judged }, null, 1)}\n`);
  } else {
    const { style } = world;
    for (const { stage, state, reasons } of judged) {
      const shown = {
        fresh: style.good("fresh  "),
        stale: style.warn("stale  "),
        missing: style.bad("missing"),
      }[state];
      world.out(
        `${shown} ${stage}${reasons.length === 0 ? "" : ` ${style.dim(`(${describeAll(reasons)})`)}`}\n`,
      );
    }
    for (const study of plan.skippedStudies)
      world.out(style.dim(`study ${study} is not in basket ${options.basket}: skipped\n`));
    if (stages.length === 0) world.out(listOutdated(plan));
    const fresh = judged.filter(({ state }) => state === "fresh").length;
    const count = judged.length === 1 ? "1 stage" : `${judged.length} stages`;
    world.out(
      `${fresh === judged.length ? `fresh: all of ${count}` : `fresh: ${fresh} of ${count}`}, basket ${options.basket}\n`,
    );
  }
  return judged.every(({ state }) => state === "fresh") ? 0 : 1;
}

function forcedToRun(status: StageStatus): StageStatus {
  const { stage, state, reasons } = status;
  return {
    ...status,
    state: state === "fresh" ? "stale" : state,
    slices: { ran: 0, fresh: 0 },
    reasons: [...reasons, { kind: "forced", path: stage, was: null, is: null }],
  };
}
