import type { RecordedAnswer } from "./answer-lines.ts";
import type { Hash } from "./canonical.ts";
import { EMBEDDING, SUBJECT } from "./definition.ts";
import { Failure } from "./failure.ts";
import { type Gaps, sliceSeed } from "./key.ts";
import { journalOfSlice } from "./known-answers.ts";
import { type Plan, type PlannedStage, type StandIn, seedOf } from "./plan.ts";
import type { Pool } from "./pool.ts";
import { grouped } from "./quantities.ts";
import {
  asksWhom,
  type Cut,
  cutColumns,
  journalCuts,
  journalLines,
  namesAsked,
  type PlannedSlice,
  tableCut,
  valuesOf,
} from "./slices.ts";
import type {
  JournalInput,
  RunTask,
  TableInput,
  TaskAnswerer,
  TaskStandIn,
  TaskStandIns,
  WantedRequests,
} from "./worker-protocol.ts";

/** How recorded answers are looked up. */
export interface Lookups {
  /** Answers that came since the journal was opened. */
  readonly since: Readonly<Record<Hash, RecordedAnswer>>;
  /** Which requests are wanted, to ask them. */
  readonly requests: WantedRequests;
}

const AS_RECORDED: Lookups = { since: {}, requests: "none" };

/** What a worker needs to run a stage, whole or one slice of it. `tables` holds the blob of each table input. */
export function stageTask(
  plan: Plan,
  stage: PlannedStage,
  slice: PlannedSlice | null,
  tables: ReadonlyMap<string, Hash>,
  gaps: Gaps,
  { since, requests }: Lookups = AS_RECORDED,
): RunTask {
  const { definition } = stage;
  const values = slice?.values ?? {};
  const inputs: Record<string, TableInput> = {};
  for (const [name, table] of tables) {
    const by = slice === null ? [] : cutColumns(stage, inputStage(plan, stage, name).columns);
    inputs[name] = { table, by, values: valuesOf(values, by) };
  }
  const files: Record<string, Record<string, string>> = {};
  for (const [name, hashes] of stage.files) {
    files[name] = Object.fromEntries(
      Object.keys(hashes).map((file) => [file, plan.files.read(file)!.bytes.toString("utf8")]),
    );
  }
  const journals: Record<string, JournalInput> = {};
  for (const [name, part] of stage.journals)
    journals[name] = { file: part.file, groups: journalLines(stage, part, values) };
  const asks = asksWhom(stage, values);
  const answerers: Record<string, TaskAnswerer> = {};
  for (const name of namesAsked(asks)) {
    const answerer = stage.answerers.get(name);
    if (answerer !== undefined) {
      const { who, settings, bundle, journal } = answerer;
      answerers[name] = { who, settings, bundle: bundle?.hash ?? null, recorded: journal !== null };
    } else if (name !== EMBEDDING)
      // Without a model embeddings are computed, and nobody is asked.
      throw new Failure(
        "definition",
        `stage ${definition.id} asks ${name}, which is no model of basket ${plan.basket.name}`,
      );
  }
  const journal = journalOfSlice(stage, { asks });
  const seed = seedOf(stage);
  return {
    task: "run",
    stage: definition.id,
    bundle: stage.bundle.hash,
    tables: inputs,
    files,
    journals,
    params: stage.params,
    slice: values,
    seed: seed === null ? null : sliceSeed(seed, values),
    partial: gapsSentence(gaps),
    asks: asks.named,
    answerers,
    recorded:
      journal === null
        ? null
        : { file: journal.file, content: journal.content, since, partial: stage.partial, requests },
    standIns: standInsOf(stage, plan, asks.beside),
    schema: stage.schema,
    part: slice !== null,
  };
}

/** Who stands in for those whom a stage asks: for a model that has several of its roles several. */
function standInsOf(
  { standIns, definition: { askRoles } }: PlannedStage,
  { basket }: Plan,
  beside: readonly string[],
): TaskStandIns | null {
  if (standIns === null) return null;
  const standIn = (role: string): TaskStandIn | null => {
    const known: StandIn | undefined = standIns.get(role);
    return known === undefined ? null : { bundle: known.bundle.hash, settings: known.settings };
  };
  const rolesOf = (name: string) => {
    const { roles } = basket.models.find((model) => model.name === name)!;
    return askRoles.filter((role) => roles.includes(role));
  };
  return {
    named: standIn(SUBJECT),
    beside: Object.fromEntries(beside.map((name) => [name, rolesOf(name).map((role) => standIn(role)!)])),
  };
}

/** Every input of a mapped stage that is cut, with the content of each group. */
export async function cutsOf(
  plan: Plan,
  stage: PlannedStage,
  tables: ReadonlyMap<string, Hash>,
  pool: Pool,
): Promise<Map<string, Cut>> {
  const cuts = journalCuts(stage);
  await Promise.all(
    [...tables].map(async ([name, table]) => {
      const input = inputStage(plan, stage, name);
      const by = cutColumns(stage, input.columns);
      if (by.length === 0) return;
      const groups = await pool.run({ task: "cut", table, by, schema: input.schema! });
      cuts.set(name, tableCut(by, groups));
    }),
  );
  return cuts;
}

/** Which answers are missing, in a sentence; null where none is. */
export function gapsSentence(gaps: Gaps): string | null {
  const told = Object.entries(gaps).map(
    ([id, { missing, asked }]) => `${grouped(missing)} of ${grouped(asked)} answers of ${id}`,
  );
  return told.length === 0 ? null : `Partial: ${told.join(" and ")} were not collected and are left out.`;
}

function inputStage(plan: Plan, stage: PlannedStage, name: string): PlannedStage {
  const input = stage.definition.inputs.get(name)!;
  if (input.kind !== "stage") throw new Error(`${name} is not a table input`);
  return plan.stages.get(input.stage)!;
}
