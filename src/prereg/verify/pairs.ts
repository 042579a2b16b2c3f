import { byteOrder, canonicalJson } from "../../tables/canonical.ts";
import type { Design, FrozenStage } from "../lock.ts";

/** A stage as it was frozen and as it is today; null on the side that lacks it. */
export interface StagePair {
  /** Today's id; the frozen one of a stage that is gone. */
  readonly id: string;
  readonly frozenId: string | null;
  readonly frozen: FrozenStage | null;
  readonly today: FrozenStage | null;
}

type Stages = Design["stages"];

/**
 * Brings the stages of two designs together by id. A stage that is gone and one that is new are the same stage under
 * another name where they are equal but for the id, the outputs and names of stages that were renamed as well.
 */
export function pairStages(frozen: Stages, today: Stages): StagePair[] {
  const gone = Object.keys(frozen).filter((id) => !Object.hasOwn(today, id));
  const added = Object.keys(today).filter((id) => !Object.hasOwn(frozen, id));
  const renamed = renames(frozen, today, gone.sort(byteOrder), added.sort(byteOrder));
  const oldName = new Map([...renamed].map(([was, is]) => [is, was]));
  const pairs = Object.keys(today).map((id) => {
    const frozenId = Object.hasOwn(frozen, id) ? id : (oldName.get(id) ?? null);
    return { id, frozenId, frozen: frozenId === null ? null : frozen[frozenId]!, today: today[id]! };
  });
  const left = gone.filter((id) => !renamed.has(id));
  return [...pairs, ...left.map((id) => ({ id, frozenId: id, frozen: frozen[id]!, today: null }))].sort(
    (a, b) => byteOrder(a.id, b.id),
  );
}

/** Frozen id → today's id. A rename may show only once those above it are known, so it is looked for until none is found. */
function renames(
  frozen: Stages,
  today: Stages,
  gone: readonly string[],
  added: readonly string[],
): Map<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const was of gone) {
      if (found.has(was)) continue;
      const definition = essence(frozen[was]!, found);
      const is = added.find((id) => !taken.has(id) && essence(today[id]!, new Map()) === definition);
      if (is === undefined) continue;
      found.set(was, is);
      taken.add(is);
    }
  }
  return found;
}

/** A stage without what may differ between two names of it, as one text. A module may move along: its code says the same. */
function essence(stage: FrozenStage, renamed: ReadonlyMap<string, string>): string {
  const { code, answerers, params, schema, map, sliced, ask, askRoles, onDemand } = stage;
  const inputs = Object.entries(stage.inputs).map(([name, from]) => [name, inputToday(from, renamed)]);
  const rest = { code, answerers, params, schema, map, sliced, ask, askRoles, onDemand };
  return canonicalJson({ ...rest, inputs: Object.fromEntries(inputs) });
}

const STAGE_INPUT = "stage:";

/** An input as it reads after renames. */
export function inputToday(from: string, renamed: ReadonlyMap<string, string>): string {
  if (!from.startsWith(STAGE_INPUT)) return from;
  const stage = from.slice(STAGE_INPUT.length);
  return STAGE_INPUT + (renamed.get(stage) ?? stage);
}

/** Stages that a stage takes tables from. */
export function stagesAbove({ inputs }: FrozenStage): string[] {
  return Object.values(inputs).flatMap((from) =>
    from.startsWith(STAGE_INPUT) ? [from.slice(STAGE_INPUT.length)] : [],
  );
}
