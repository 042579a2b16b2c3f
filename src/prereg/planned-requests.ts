import type { Hash } from "../pipeline/canonical.ts";
import type { StageDefinition } from "../pipeline/definition.ts";
import { EMBEDDING } from "../pipeline/definition.ts";
import { type AskingPart, Discovery } from "../pipeline/discovery.ts";
import type { RunEvent } from "../pipeline/events.ts";
import { Failure } from "../pipeline/failure.ts";
import { wholeOf } from "../pipeline/journal.ts";
import { readManifest } from "../pipeline/manifest.ts";
import { asksModels, type Plan } from "../pipeline/plan.ts";
import { Pool } from "../pipeline/pool.ts";
import { runStages } from "../pipeline/run.ts";
import { stageInputs, withInputs } from "../pipeline/select.ts";
import { byteOrder, canonicalJson } from "../tables/canonical.ts";
import { modelIdentity, type Planned } from "./design.ts";

/** How the stages above those that ask are made fresh. */
export interface PlanningOptions {
  /** Worker threads. */
  readonly jobs: number;
  readonly report: (event: RunEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Every request that is planned and depends on no answer, and the rows that it is asked about: each stage that asks
 * is run on an empty journal, slice by slice. Of a conversation that is its first request; what a stage asks about
 * answers of another one (a judge) is not known before data, and left out. Nothing that the stages return is kept.
 *
 * Makes the stages above them fresh first; the caller holds the lock. Throws a Failure.
 */
export async function plannedRequests(plan: Plan, options: PlanningOptions): Promise<Planned> {
  const asking = askingBeforeData(plan);
  const above = withInputs(
    plan,
    new Set(asking.flatMap((id) => stageInputs(plan.stages.get(id)!.definition))),
  );
  await makeFresh(plan, above, options);
  return { requests: await requestsOf(plan, asking, options), rows: rowsOf(plan, above) };
}

/** Stages that ask models and have no stage above them that depends on an answer, inputs first. */
export function askingBeforeData(plan: Pick<Plan, "definitions" | "pipeline" | "basket">): string[] {
  const asks = (stage: StageDefinition): boolean =>
    asksModels(stage) || (stage.ask === EMBEDDING && plan.basket.embedding !== null);
  const isImported = (stage: StageDefinition): boolean =>
    [...stage.inputs.values()].some(({ kind }) => kind === "journal");
  return [...plan.definitions.values()]
    .filter((stage) => asksModels(stage) && !stage.onDemand)
    .filter(({ id }) =>
      withInputs(plan, new Set([id])).every((input) => {
        const above = plan.definitions.get(input)!;
        return input === id || !(asks(above) || isImported(above));
      }),
    )
    .map(({ id }) => id);
}

async function makeFresh(plan: Plan, ids: readonly string[], options: PlanningOptions): Promise<void> {
  if (ids.length === 0) return;
  const outcomes = await runStages(plan, ids, { ...options, forced: new Set() });
  const failed = outcomes.find(({ failure }) => failure !== undefined);
  if (failed !== undefined) throw new Failure("stage", failed.failure!);
  if (options.signal.aborted) throw new Failure("stopped", "stopped");
}

async function requestsOf(
  plan: Plan,
  asking: readonly string[],
  { jobs, signal }: PlanningOptions,
): Promise<Planned["requests"]> {
  if (asking.length === 0) return {};
  const { engine, basket } = plan;
  const pool = new Pool(engine.worker.file, { root: engine.root, writer: engine.writer.file }, jobs);
  const stop = () => void pool.close(new Failure("stopped", "stopped"));
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    const discovery = new Discovery(plan, pool);
    const identities = new Map(basket.models.map((model) => [model.name, modelIdentity(model)]));
    const ask = async (part: AskingPart): Promise<[string, readonly Hash[]][]> => {
      const askedOf = await discovery.askedWithoutAnswers(part, identities);
      return Object.entries(askedOf).map(([name, keys]) => [nameOfPart(part, name), keys]);
    };
    const parts = await Promise.all(asking.map((id) => discovery.everyPartOf(plan.stages.get(id)!)));
    const asked = await Promise.all(parts.flat().map(ask));
    return Object.fromEntries(asked.flat().sort((a, b) => byteOrder(a[0], b[0])));
  } finally {
    signal.removeEventListener("abort", stop);
    await pool.close(new Error("the requests are known"));
  }
}

/**
 * Name of a part among the planned requests: the stage, a space, and the values of the slice as canonical JSON, with
 * whom it asks where that is not the model that a column names.
 */
function nameOfPart({ stage, slice, asks }: AskingPart, whom: string): string {
  const values = { ...slice?.values, ...(whom === asks.named ? {} : { asks: whom }) };
  return `${stage.definition.id} ${canonicalJson(values)}`;
}

/** Rows of stages, and the records of imported logs, that are there before anything is asked. */
function rowsOf(plan: Plan, above: readonly string[]): Planned["rows"] {
  const { stages } = readManifest(plan.engine.root, plan.basket.name);
  const made = above.map((id): [string, Hash] => [id, stages[id]!.rows]);
  const rows = [...made, ...Object.entries(recordsOf(plan))];
  return Object.fromEntries(rows.sort((a, b) => byteOrder(a[0], b[0])));
}

/** Records of imported logs that stages take: `<journal> <what it records>` → hash of its lines, whatever their order. */
export function recordsOf({ stages }: Pick<Plan, "stages">): Planned["rows"] {
  const recorded = [...stages.values()].flatMap(({ definition, journals }) =>
    [...journals].map(([name, { file, groups }]): [string, Hash] => {
      const input = definition.inputs.get(name)!;
      return [`${file} ${input.kind === "journal" ? input.of : name}`, wholeOf(groups).content];
    }),
  );
  return Object.fromEntries(recorded);
}
