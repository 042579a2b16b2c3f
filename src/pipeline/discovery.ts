import { byteOrder } from "../tables/canonical.ts";
import type { RecordedAnswer } from "./answer-lines.ts";
import type { Hash, Json } from "./canonical.ts";
import { journalOfSlice } from "./known-answers.ts";
import { readManifest } from "./manifest.ts";
import { answersFile, type Plan, type PlannedStage, recordOf } from "./plan.ts";
import type { Pool } from "./pool.ts";
import { stageInputs } from "./select.ts";
import { type Asks, asksWhom, namesAsked, type PlannedSlice, planSlices } from "./slices.ts";
import { cutsOf, stageTask } from "./stage-task.ts";
import { Store } from "./store.ts";
import type { LookedUp, WantedRequests } from "./worker-protocol.ts";

/** One part of a stage that asks: a slice, or the whole of a stage that is not mapped. */
export interface AskingPart {
  readonly stage: PlannedStage;
  readonly slice: PlannedSlice | null;
  readonly asks: Asks;
}

/** What one part asks, as far as it is known. */
export interface Wanted {
  readonly asked: readonly Hash[];
  readonly missing: readonly Hash[];
  /** By key; of what is missing alone unless more was wanted. */
  readonly requests: Readonly<Record<Hash, LookedUp>>;
  /** Keys by the name of whom they ask. */
  readonly askedOf: Readonly<Record<string, readonly Hash[]>>;
}

/** Finds out what stages ask, by running them on what their journals hold. Nothing that they return is kept. */
export class Discovery {
  readonly #plan: Plan;
  readonly #pool: Pool;
  readonly #tables = new Map<PlannedStage, ReadonlyMap<string, Hash>>();

  /** The stages' inputs must be fresh. */
  constructor(plan: Plan, pool: Pool) {
    this.#plan = plan;
    this.#pool = pool;
  }

  /** The parts of a stage that ask somebody whose answers are recorded. */
  async partsOf(stage: PlannedStage): Promise<AskingPart[]> {
    const parts = await this.everyPartOf(stage);
    return parts.filter((part) => journalOfSlice(stage, part) !== null);
  }

  /** The parts of a stage that asks, whoever answers. */
  async everyPartOf(stage: PlannedStage): Promise<AskingPart[]> {
    const { stages } = readManifest(this.#plan.engine.root, this.#plan.basket.name);
    const store = new Store(this.#plan.engine.root, () => {});
    const byStage = new Map(
      stageInputs(stage.definition).map((id) => [id, store.getResult(stages[id]!.key)!.table!]),
    );
    const tables = new Map<string, Hash>();
    for (const [name, input] of stage.definition.inputs)
      if (input.kind === "stage") tables.set(name, byStage.get(input.stage)!);
    this.#tables.set(stage, tables);
    return stage.definition.map.length === 0
      ? [{ stage, slice: null, asks: asksWhom(stage, {}) }]
      : planSlices(
          stage,
          recordOf(stage, this.#plan.engine, (input) => stages[input]!),
          await cutsOf(this.#plan, stage, tables, this.#pool),
        ).map((slice) => ({ stage, slice, asks: slice.asks }));
  }

  /** What a part asks, given the answers that came since its journal was opened. Throws a Failure. */
  async wantedBy(
    { stage, slice }: AskingPart,
    since: Readonly<Record<Hash, RecordedAnswer>>,
    requests: WantedRequests = "missing",
  ): Promise<Wanted> {
    const task = stageTask(this.#plan, stage, slice, this.#tables.get(stage)!, {}, { since, requests });
    const recorded = { ...task.recorded!, partial: false };
    return await this.#pool.run({ ...task, recorded });
  }

  /**
   * What a part asks while nothing is answered: keys in byte order, by whom they ask. A model that computes its answers
   * is asked like one whose answers are recorded. Throws a Failure.
   *
   * @param identities by name, what stands in the keys of requests to it
   */
  async askedWithoutAnswers(
    { stage, slice, asks }: AskingPart,
    identities: ReadonlyMap<string, Json>,
  ): Promise<Readonly<Record<string, readonly Hash[]>>> {
    const task = stageTask(this.#plan, stage, slice, this.#tables.get(stage)!, {});
    const file = answersFile(this.#plan.basket.name, stage.definition);
    const recorded = { file, content: null, since: {}, partial: false, requests: "all" } as const;
    const answerers = Object.fromEntries(
      namesAsked(asks).map((name) => {
        const settings = identities.get(name) ?? null;
        return [
          name,
          { who: stage.answerers.get(name)?.who ?? null, settings, bundle: null, recorded: true },
        ];
      }),
    );
    const { askedOf } = await this.#pool.run({ ...task, answerers, recorded });
    return Object.fromEntries(
      Object.entries(askedOf).map(([name, keys]) => [name, [...keys].sort(byteOrder)]),
    );
  }
}
