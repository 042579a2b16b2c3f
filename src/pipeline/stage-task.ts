import type { RecordedAnswer } from "./answer-lines.ts";
import type { Hash } from "./canonical.ts";
import { Failure } from "./failure.ts";
import { type Gaps, sliceSeed } from "./key.ts";
import { EMBEDDING } from "./load.ts";
import { type Plan, type PlannedStage, seedOf } from "./plan.ts";
import type { Pool } from "./pool.ts";
import { grouped } from "./quantities.ts";
import {
  asksWhom,
  type Cut,
  cutColumns,
  journalCuts,
  journalLines,
  type PlannedSlice,
  tableCut,
  valuesOf,
} from "./slices.ts";
import type { JournalInput, RunTask, TableInput, WantedRequests } from "./worker-protocol.ts";

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
  const answerer = asks === null ? undefined : stage.answerers.get(asks);
  // Without a model embeddings are computed, and nobody is asked.
  if (asks !== null && asks !== EMBEDDING && answerer === undefined) {
    throw new Failure(
      "definition",
      `stage ${definition.id} asks ${asks}, which is no model of basket ${plan.basket.name}`,
    );
  }
  const journal = answerer?.journal ?? null;
  const seed = seedOf(stage);
  return {
    task: "run",
    stage: definition.id,
    bundle: (answerer ?? stage).bundle.hash,
    tables: inputs,
    files,
    journals,
    params: stage.params,
    slice: values,
    seed: seed === null ? null : sliceSeed(seed, values),
    partial: gapsSentence(gaps),
    who: answerer?.who ?? null,
    answerer: answerer?.settings ?? null,
    recorded:
      journal === null
        ? null
        : { file: journal.file, content: journal.content, since, partial: stage.partial, requests },
    schema: stage.schema,
    part: slice !== null,
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
