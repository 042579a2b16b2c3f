import type { AnswerLine, Usage } from "../pipeline/answer-lines.ts";
import type { LiveModel } from "../pipeline/definition.ts";
import { costOf } from "./cost.ts";

/** Why requests were not asked, beside what is wrong with their model. */
export type Halt = "limit" | "budget" | "stopped";

/** What was counted of one model. */
export interface Counts {
  /** Answers that the studies need, as far as known. */
  needed: number;
  /** Of these, recorded before this collection. */
  recorded: number;
  /** Answers that came now: in words, empty, or refused. */
  answered: number;
  empty: number;
  refused: number;
  /** Requests that gave no answer in all their attempts. */
  errors: number;
  /** Attempts that failed, those of requests that were answered later included. */
  failedAttempts: number;
  inFlight: number;
  tokensIn: number;
  tokensOut: number;
  /** US dollars of this collection's answers, as far as known. */
  cost: number;
  /** Answers of which the provider did not count the tokens. */
  withoutUsage: number;
  /** Why the model was given up; null where it was not. */
  givenUp: string | null;
  /** Answers by the model that the provider says it served; null where it does not say. */
  readonly served: Map<string | null, number>;
}

/** Counts of a collection, by name of the model in the basket. */
export class Tally {
  /** What stopped the whole before its end. */
  readonly halts = new Set<Halt>();
  readonly #counts = new Map<string, Counts>();

  of(name: string): Counts {
    let counts = this.#counts.get(name);
    if (counts === undefined) {
      counts = {
        needed: 0,
        recorded: 0,
        answered: 0,
        empty: 0,
        refused: 0,
        errors: 0,
        failedAttempts: 0,
        inFlight: 0,
        tokensIn: 0,
        tokensOut: 0,
        cost: 0,
        withoutUsage: 0,
        givenUp: null,
        served: new Map(),
      };
      this.#counts.set(name, counts);
    }
    return counts;
  }

  /** By name, in the order in which they were first counted. */
  get all(): ReadonlyMap<string, Counts> {
    return this.#counts;
  }

  /** Counts an answer that came now. */
  answered(model: LiveModel, { answer, record }: Pick<AnswerLine, "answer" | "record">): void {
    const counts = this.of(model.name);
    counts[answer.status]++;
    counts.served.set(record.served_model, (counts.served.get(record.served_model) ?? 0) + 1);
    this.#used(counts, model, record.usage);
  }

  #used(counts: Counts, model: LiveModel, usage: Usage): void {
    if (usage.input === null || usage.output === null) counts.withoutUsage++;
    counts.tokensIn += usage.input ?? 0;
    counts.tokensOut += usage.output ?? 0;
    counts.cost += costOf(model, usage) ?? 0;
  }
}

/** Answers that came now, whatever they say. */
export function cameNow({ answered, empty, refused }: Counts): number {
  return answered + empty + refused;
}

/** Answers that are still missing, as far as known. */
export function stillMissing(counts: Counts): number {
  return counts.needed - counts.recorded - cameNow(counts);
}
