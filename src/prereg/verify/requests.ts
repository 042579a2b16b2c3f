import path from "node:path";
import type { Json } from "../../pipeline/canonical.ts";
import { Failure } from "../../pipeline/failure.ts";
import { makePlan, type Plan } from "../../pipeline/plan.ts";
import { copyProject } from "../../scratch/copy-project.ts";
import { makeScratch } from "../../scratch/scratch.ts";
import { byteOrder } from "../../tables/canonical.ts";
import { NOTHING_PLANNED, type Planned } from "../design.ts";
import type { Design } from "../lock.ts";
import { askingBeforeData, type PlanningOptions, plannedRequests } from "../planned-requests.ts";
import type { StagePair } from "./pairs.ts";
import type { RequestState, StageVerdict, Verification } from "./report.ts";

/** Keys of planned requests by stage, then by slice as canonical JSON. */
type ByStage = Map<string, Map<string, readonly string[]>>;

/** Cuts the names of planned requests: a stage, a space, and a slice as canonical JSON. */
export function requestsByStage(
  requests: Design["requests"],
  todayName: ReadonlyMap<string, string>,
): ByStage {
  const found: ByStage = new Map();
  for (const [name, keys] of Object.entries(requests)) {
    const space = name.indexOf(" ");
    const frozenId = space === -1 ? name : name.slice(0, space);
    const id = todayName.get(frozenId) ?? frozenId;
    const slices = found.get(id) ?? new Map<string, readonly string[]>();
    slices.set(space === -1 ? "{}" : name.slice(space + 1), keys);
    found.set(id, slices);
  }
  return found;
}

/** Frozen id → today's, of stages that are there on both sides. */
export function todayNames(pairs: readonly StagePair[]): Map<string, string> {
  return new Map(
    pairs.flatMap(({ id, frozenId, today }) => (frozenId === null || today === null ? [] : [[frozenId, id]])),
  );
}

/**
 * What became of the planned requests. Where neither a stage that asks nor anything above it deviates they are what
 * they were; otherwise they are planned anew, which runs the stages above in a copy of the project. Throws a Failure where that was stopped.
 *
 * @returns also the keys that today's design plans and the frozen one may not; null where they could not be had
 */
export async function requestStates(
  plan: Plan,
  frozen: Design,
  names: ReadonlyMap<string, string>,
  verdicts: readonly StageVerdict[],
  options: PlanningOptions,
): Promise<Pick<Verification, "requests" | "rows"> & { readonly today: ReadonlySet<string> | null }> {
  const before = requestsByStage(frozen.requests, names);
  const planning = askingBeforeData(plan);
  const asking = [...new Set([...before.keys(), ...planning])].sort(byteOrder);
  const inDoubt = new Set(
    verdicts
      .filter(({ change, above }) => change === "deviation" || above.length > 0)
      .map(({ stage }) => stage),
  );
  if (!asking.some((id) => inDoubt.has(id)))
    return { requests: asking.map((id) => asFrozen(id, before.get(id))), rows: [], today: new Set() };
  let planned: Planned;
  try {
    planned = await planAnew(plan, planning, options);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === "stopped") throw error;
    return {
      requests: asking.map((id) =>
        inDoubt.has(id)
          ? { ...nothing(id, before.get(id)), fault: error.message }
          : asFrozen(id, before.get(id)),
      ),
      rows: [],
      today: null,
    };
  }
  const now = requestsByStage(planned.requests, new Map());
  const rows = Object.entries(frozen.rows).flatMap(([name, hash]) => {
    const stage = names.get(name);
    const is = stage === undefined ? undefined : planned.rows[stage];
    return is === undefined ? [] : [{ stage: stage!, same: is === hash }];
  });
  return {
    requests: asking.map((id) => compared(id, before.get(id), now.get(id))),
    rows,
    today: new Set(Object.values(planned.requests).flat()),
  };
}

/**
 * Plans the requests in a copy of the project: to verify leaves the artifacts as they are, which a run of the stages
 * above would not.
 */
async function planAnew(plan: Plan, asking: readonly string[], options: PlanningOptions): Promise<Planned> {
  const { engine, basket } = plan;
  if (asking.length === 0) return NOTHING_PLANNED;
  const scratch = await makeScratch(engine.root, options.signal);
  try {
    const root = path.join(scratch.folder, "requests");
    await copyProject(engine.root, root, basket.name, options.signal);
    return await plannedRequests(await makePlan({ ...engine, root }, basket.name, asking), options);
  } finally {
    scratch.remove();
  }
}

type Slices = ReadonlyMap<string, readonly string[]>;

const NONE: Slices = new Map();

function nothing(stage: string, slices: Slices = NONE): RequestState {
  const frozen = countOf(slices);
  const different = new Set([...slices.values()].flat()).size;
  return { stage, frozen, different, recomputed: false, fault: null, same: 0, gone: 0, added: 0, slices: [] };
}

function asFrozen(stage: string, slices: Slices = NONE): RequestState {
  return { ...nothing(stage, slices), same: countOf(slices) };
}

function compared(stage: string, before: Slices = NONE, now: Slices = NONE): RequestState {
  const names = [...new Set([...before.keys(), ...now.keys()])].sort(byteOrder);
  const slices = names.map((name) => ({
    slice: sliceOf(name),
    ...compareKeys(before.get(name) ?? [], now.get(name) ?? []),
  }));
  const sum = (of: "same" | "gone" | "added") => slices.reduce((total, each) => total + each[of], 0);
  return {
    ...nothing(stage, before),
    recomputed: true,
    same: sum("same"),
    gone: sum("gone"),
    added: sum("added"),
    slices: slices.filter(({ gone, added }) => gone + added > 0),
  };
}

/** How many of two lists of keys are in both; a key that stands several times counts as often. */
function compareKeys(
  before: readonly string[],
  now: readonly string[],
): { same: number; gone: number; added: number } {
  const left = new Map<string, number>();
  for (const key of before) left.set(key, (left.get(key) ?? 0) + 1);
  let same = 0;
  for (const key of now) {
    const count = left.get(key) ?? 0;
    if (count === 0) continue;
    left.set(key, count - 1);
    same++;
  }
  return { same, gone: before.length - same, added: now.length - same };
}

function countOf(slices: Slices): number {
  return [...slices.values()].reduce((total, keys) => total + keys.length, 0);
}

/** Values of a slice; its text where that is no JSON. */
export function sliceOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
