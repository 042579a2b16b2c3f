import type { Hash } from "../pipeline/canonical.ts";
import { Failure } from "../pipeline/failure.ts";
import { type Engine, readDeclared } from "../pipeline/plan.ts";
import { namesAsked } from "../pipeline/slices.ts";
import { fillPart, inTurn } from "./fill.ts";
import { Places } from "./places.ts";
import { type CollectOptions, nameAsked, Session, type Wave } from "./session.ts";
import { cameNow, stillMissing } from "./tally.ts";
import { wavesOf } from "./waves.ts";

/** Requests to one answerer that are under way at one time, most of them waiting for a connection. */
const UNDER_WAY = 1_000;

/**
 * Asks whatever the basket's journals lack, until they are full or nothing more can be asked. Each wave of stages is
 * run on what its journal holds; what it then still wants is asked, and recorded. Throws a Failure; what was recorded
 * by then stays.
 */
export async function collect(engine: Engine, options: CollectOptions): Promise<void> {
  const declared = await readDeclared(engine.root, options.basket);
  const session = new Session(engine, options);
  const counted = new Set<Hash>();
  try {
    let gaps = false;
    for (const stages of wavesOf(declared, options.study)) {
      if (options.signal.aborted) break;
      await fill(session, await session.wave(stages, declared.basket, gaps), counted, options);
      const counts = [...options.tally.all.values()];
      gaps = counts.some((each) => stillMissing(each) > 0);
      // Of nothing nothing is made.
      if (gaps && counts.every((each) => each.recorded + cameNow(each) === 0)) break;
    }
  } finally {
    await session.close();
  }
}

/** Fills the journals as far as a wave wants. Throws the first Failure, once nothing is under way any more. */
async function fill(
  session: Session,
  wave: Wave,
  counted: Set<Hash>,
  { signal }: CollectOptions,
): Promise<void> {
  const failures: Failure[] = [];
  const names = new Set(wave.parts.flatMap(({ asks }) => namesAsked(asks)));
  const places = new Map([...names].map((name) => [name, new Places(UNDER_WAY)]));
  const filling = inTurn(wave.parts).map(async (part) => {
    try {
      await fillPart(wave.discovery, part, {
        answer: (key, wanted) =>
          places.get(nameAsked(wanted))!.use(() => session.answer(wave, part, key, wanted)),
        count: (key, name, recorded) => {
          if (counted.has(key)) return;
          counted.add(key);
          const counts = session.countsOf(wave, name);
          counts.needed++;
          if (recorded) counts.recorded++;
        },
        signal,
      });
    } catch (error) {
      // What a stage makes of the answers of one part is no reason to leave the others unasked.
      if (error instanceof Failure && (error.kind === "stage" || error.kind === "impure"))
        failures.push(error);
      else session.fail(error);
    }
  });
  await Promise.all(filling);
  session.check();
  if (failures.length > 0) throw failures[0];
}
