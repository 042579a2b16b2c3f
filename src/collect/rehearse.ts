import path from "node:path";
import type { Hash } from "../pipeline/canonical.ts";
import type { StageDefinition } from "../pipeline/definition.ts";
import type { RunEvent } from "../pipeline/events.ts";
import { Failure } from "../pipeline/failure.ts";
import { type Engine, makePlan } from "../pipeline/plan.ts";
import type { RequestSize } from "../pipeline/request-size.ts";
import { runStages } from "../pipeline/run.ts";
import { withInputs } from "../pipeline/select.ts";
import { copyProject } from "../scratch/copy-project.ts";
import { makeScratch } from "../scratch/scratch.ts";
import type { CollectEvent } from "./session.ts";

export interface RehearsalOptions {
  readonly basket: string;
  /** Worker threads. */
  readonly jobs: number;
  readonly report: (event: CollectEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * What one model is asked in a rehearsal. Equal requests are counted once where they would be asked once. Those that
 * follow from what a stand-in said are equal in all slices only because it says the same in the place of every model: they
 * are counted for each slice.
 */
export interface Rehearsed {
  /** Requests whose answer is recorded. */
  readonly recorded: Set<Hash>;
  /** Requests that a stand-in answered, each under a name of its own. */
  readonly open: Map<string, RequestSize>;
}

/**
 * Finds out what stages would ask by running them on the answers that are recorded and, where one is missing, on what
 * a scripted agent says in the model's place (`rehearsal` in pipeline.yaml). So later turns and judges are asked too.
 * What real models say makes conversations longer or shorter: what comes is an estimate.
 *
 * It runs in a scratch copy of the project: no scripted answer gets into its store, artifacts or journals.
 *
 * @param stages those that ask, of studies with a rehearsal
 * @returns by name of the model in the basket
 * @throws Failure
 */
export async function rehearse(
  engine: Engine,
  stages: readonly StageDefinition[],
  { basket, jobs, report, signal }: RehearsalOptions,
): Promise<ReadonlyMap<string, Rehearsed>> {
  const found = new Map<string, Rehearsed>();
  const scratch = await makeScratch(engine.root, signal);
  try {
    const root = path.join(scratch.folder, "rehearsal");
    await copyProject(engine.root, root, basket, signal);
    const ids = stages.map(({ id }) => id);
    const plan = await makePlan({ ...engine, root }, basket, ids, { rehearsal: true });
    const running = withInputs(plan, new Set(ids));
    const tell = (event: RunEvent) => report({ kind: "run", event });
    tell({ kind: "started", basket, stages: running.length, skippedStudies: [] });
    const follows = new Set(
      ids.filter((id) =>
        withInputs(plan, new Set([id])).some((above) => above !== id && ids.includes(above)),
      ),
    );
    let slices = 0;
    const outcomes = await runStages(plan, running, {
      jobs,
      forced: new Set(),
      asked: ({ definition }, { askedOf, rehearsed }) => {
        const slice = String(slices++);
        const nameOf = (key: Hash) =>
          rehearsed[key]!.opening && !follows.has(definition.id) ? key : `${key} ${slice}`;
        add(found, askedOf, rehearsed, nameOf);
      },
      report: (event) => {
        if (event.kind !== "stage-ended") return tell(event);
        const { outcome } = event;
        if (outcome.state === "ran")
          report({ kind: "note", about: outcome.stage, text: "rehearsed with scripted agents" });
        // What ran in the copy did not run here.
        tell({ kind: "stage-ended", outcome: { ...outcome, state: "fresh", reasons: [] } });
      },
      signal,
    });
    const failed = outcomes.find(({ failure }) => failure !== undefined);
    if (failed !== undefined) throw new Failure("stage", failed.failure!);
    if (signal.aborted) throw new Failure("stopped", "stopped");
  } finally {
    scratch.remove();
  }
  return found;
}

function add(
  found: Map<string, Rehearsed>,
  askedOf: Readonly<Record<string, readonly Hash[]>>,
  rehearsed: Readonly<Record<Hash, RequestSize>>,
  nameOf: (key: Hash) => string,
): void {
  for (const [name, keys] of Object.entries(askedOf)) {
    const of = found.get(name) ?? { recorded: new Set(), open: new Map() };
    found.set(name, of);
    for (const key of keys) {
      const size = rehearsed[key];
      if (size === undefined) of.recorded.add(key);
      else of.open.set(nameOf(key), size);
    }
  }
}
