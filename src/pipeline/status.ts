import path from "node:path";
import { type Hash, hashOf } from "./canonical.ts";
import { entryOf } from "./entry.ts";
import { readIfThere } from "./files.ts";
import { type KeyRecord, keyOf } from "./key.ts";
import { withKnownAnswers } from "./known-answers.ts";
import { artifactFolder, type Manifest, type ManifestEntry, readManifest } from "./manifest.ts";
import { type Plan, type PlannedStage, recordOf } from "./plan.ts";
import { stageInputs, withInputs } from "./select.ts";
import { type Evidence, type Reason, reasonsOf } from "./staleness.ts";
import { Store, type StoredResult } from "./store.ts";

export interface StageStatus {
  readonly stage: string;
  readonly state: "fresh" | "stale" | "missing";
  readonly slices: { readonly ran: number; readonly fresh: number };
  readonly reasons: readonly Reason[];
  readonly ms: number;
}

/**
 * State of the stages without running any. A stage below one that would run is stale with the reason
 * "upstream": whether it would run is known only once the rows above are there.
 */
export function statusOf(plan: Plan, ids: readonly string[]): StageStatus[] {
  const manifest = readManifest(plan.engine.root, plan.basket.name);
  const store = new Store(plan.engine.root, () => {});
  const states = new Map<string, StageStatus>();
  for (const id of ids) states.set(id, judge(plan, manifest, store, id, states));
  return [...states.values()];
}

function judge(
  plan: Plan,
  manifest: Manifest,
  store: Store,
  id: string,
  states: ReadonlyMap<string, StageStatus>,
): StageStatus {
  const stage = plan.stages.get(id)!;
  const entry = manifest.stages[id];
  // A file that is gone or was edited is put back from rows that are right: nothing below is in doubt.
  const doubtful = stageInputs(stage.definition).filter((input) =>
    states.get(input)?.reasons.some(leavesRowsInDoubt),
  );
  const hashNow = outputHasher(plan);
  const record = () =>
    withKnownAnswers(
      stage,
      recordOf(stage, plan.engine, (input) => manifest.stages[input]!),
      store,
    );
  const reasons: Reason[] =
    doubtful.length > 0
      ? [
          ...(entry === undefined ? [{ kind: "never-run" as const, path: id, was: null, is: null }] : []),
          ...doubtful.map((input) => ({ kind: "upstream" as const, path: input, was: null, is: null })),
        ]
      : reasonsOf(evidenceOf(plan, stage, record(), entry, (key) => store.getResult(key), hashNow));
  const missing = entry === undefined || stage.outputs.some((output) => hashNow(output) === null);
  const state = reasons.length === 0 ? "fresh" : missing ? "missing" : "stale";
  return {
    stage: id,
    state,
    slices: { ran: 0, fresh: state === "fresh" ? entry!.slices : 0 },
    reasons,
    ms: 0,
  };
}

/** Reasons after which the rows of a stage may differ from the manifest's. */
const IN_DOUBT: ReadonlySet<Reason["kind"]> = new Set([
  "never-run",
  "code",
  "engine",
  "params",
  "inputs",
  "schema",
  "map",
  "sliced",
  "ask",
  "beside",
  "answerers",
  "answers",
  "partial",
  "gaps",
  "format",
  "slice",
  "upstream",
]);

function leavesRowsInDoubt({ kind, path: at }: Reason): boolean {
  return IN_DOUBT.has(kind) || (kind === "manifest" && at === "rows");
}

/**
 * Stages on demand that were made once and would give other rows today, with the reasons: what a run without names
 * leaves as it is, and must not leave unsaid. A stage that never ran is not outdated, and one whose files alone
 * are missing or edited is not either.
 */
export function outdatedOnDemand(plan: Plan): StageStatus[] {
  const onDemand = [...plan.stages.values()].flatMap(({ definition }) =>
    definition.onDemand ? [definition.id] : [],
  );
  if (onDemand.length === 0) return [];
  const { stages } = readManifest(plan.engine.root, plan.basket.name);
  const made = new Set(onDemand.filter((id) => stages[id] !== undefined));
  return statusOf(plan, withInputs(plan, made))
    .filter(({ stage }) => made.has(stage))
    .map((status) => ({ ...status, reasons: status.reasons.filter(leavesRowsInDoubt) }))
    .filter(({ reasons }) => reasons.length > 0);
}

/** What is known of a stage whose inputs are known. */
export function evidenceOf(
  plan: Plan,
  stage: PlannedStage,
  record: KeyRecord,
  entry: ManifestEntry | undefined,
  storedUnder: (key: Hash) => StoredResult | null,
  hashNow = outputHasher(plan),
): Evidence {
  const stored = storedUnder(keyOf(record));
  return {
    stage: stage.definition.id,
    entry,
    record,
    known: stored === null ? null : entryOf(stage, keyOf(record), record, stored),
    knownWriter: stored?.writer ?? null,
    writer: stage.writer,
    outputs: stage.outputs,
    hashNow,
  };
}

/** Hash of an output file of the basket as it lies there when it is first asked for. */
function outputHasher(plan: Plan): (output: string) => Hash | null {
  const folder = path.join(plan.engine.root, artifactFolder(plan.basket.name));
  const known = new Map<string, Hash | null>();
  return (output) => {
    let hash = known.get(output);
    if (hash === undefined) {
      const bytes = readIfThere(path.join(folder, output));
      hash = bytes === null ? null : hashOf(bytes);
      known.set(output, hash);
    }
    return hash;
  };
}
