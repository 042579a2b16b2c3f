import { keyOfAsk } from "../pipeline/answer-lines.ts";
import type { Hash } from "../pipeline/canonical.ts";
import type { LiveModel } from "../pipeline/definition.ts";
import type { AskingPart } from "../pipeline/discovery.ts";
import { asksModels, type Engine, identityOf, readDeclared } from "../pipeline/plan.ts";
import type { AskRequest } from "../pipeline/stage.ts";
import { byteOrder } from "../tables/canonical.ts";
import { type CollectOptions, Session, type Wave } from "./session.ts";
import { wavesOf } from "./waves.ts";

/** How one model's answers to the same requests agree with its first ones. */
export interface Drift {
  readonly model: LiveModel;
  /** Requests that were answered again. */
  compared: number;
  /** Of these, those whose answer is another one. */
  differing: number;
  /** Requests that gave no answer this time. */
  unanswered: number;
  /** Temperatures that were asked at, rising; null where none was sent. */
  temperatures: (number | null)[];
  /** The first pairs that differ. */
  readonly examples: { readonly first: string; readonly again: string }[];
}

const MOST_EXAMPLES = 3;

/** A request that was answered before. */
interface Candidate {
  readonly wave: Wave;
  readonly part: AskingPart;
  readonly model: LiveModel;
  readonly key: Hash;
  readonly request: AskRequest;
}

/**
 * Asks some requests again that are answered already, each under its next repeat index, records what comes, and
 * compares it with the first answer. Which requests depends on their keys alone, in turn by model. Throws a Failure.
 *
 * @param count how many requests, over all models
 */
export async function repeatCheck(engine: Engine, options: CollectOptions, count: number): Promise<Drift[]> {
  const declared = await readDeclared(engine.root, options.basket);
  const session = new Session(engine, options);
  const drifts = new Map<string, Drift>();
  try {
    const candidates: Candidate[] = [];
    for (const stages of wavesOf(declared, options.study)) {
      const asking = stages.filter(asksModels);
      if (asking.length === 0) continue;
      candidates.push(...(await answeredIn(session, await session.wave(asking, declared.basket, true))));
    }
    await Promise.all(chosen(candidates, count).map((candidate) => askAgain(session, candidate, drifts)));
    session.check();
  } finally {
    await session.close();
  }
  return [...drifts.values()];
}

/** Requests of a wave that were answered before. */
async function answeredIn(session: Session, wave: Wave): Promise<Candidate[]> {
  const found = new Map<Hash, Candidate>();
  for (const part of wave.parts) {
    const { asked, missing, requests } = await wave.discovery.wantedBy(part, {}, "all");
    const open = new Set(missing);
    for (const key of asked) {
      const wanted = requests[key]!;
      if (open.has(key) || !("ask" in wanted) || (wanted.ask.repeat ?? 0) !== 0) continue;
      const model = session.modelOf(wave, wanted.whom)!;
      found.set(key, { wave, part, model, key, request: wanted.ask });
    }
  }
  return [...found.values()];
}

/** The first of each model by key, in turn. */
function chosen(candidates: readonly Candidate[], count: number): Candidate[] {
  const byModel = new Map<string, Candidate[]>();
  for (const candidate of [...candidates].sort((a, b) => byteOrder(a.key, b.key))) {
    const queue = byModel.get(candidate.model.name);
    if (queue === undefined) byModel.set(candidate.model.name, [candidate]);
    else queue.push(candidate);
  }
  const queues = [...byModel.values()];
  const rounds = Array.from({ length: count }, (_, i) => queues.flatMap((queue) => queue[i] ?? []));
  return rounds.flat().slice(0, count);
}

async function askAgain(
  session: Session,
  { wave, part, model, key, request }: Candidate,
  drifts: Map<string, Drift>,
): Promise<void> {
  const drift = drifts.get(model.name) ?? {
    model,
    compared: 0,
    differing: 0,
    unanswered: 0,
    temperatures: [],
    examples: [],
  };
  drifts.set(model.name, drift);
  session.countsOf(wave, model.name).needed++;
  const journal = part.stage.answerers.get(model.name)!.journal!;
  let repeat = 1;
  const keyOf = () => keyOfAsk(identityOf(model), { ...request, repeat });
  while (journal.has(keyOf())) repeat++;
  const first = journal.find(key)!;
  const again = await session.answer(wave, part, keyOf(), {
    ask: { ...request, repeat },
    whom: model.name,
  });
  const { temperature = request.temperature } = model.asked.params;
  if (!drift.temperatures.includes(temperature)) drift.temperatures.push(temperature);
  if (again === null) {
    drift.unanswered++;
    return;
  }
  drift.compared++;
  if (again.text === first.text && again.status === first.status) return;
  drift.differing++;
  if (drift.examples.length < MOST_EXAMPLES)
    drift.examples.push({ first: first.text ?? "", again: again.text ?? "" });
}
