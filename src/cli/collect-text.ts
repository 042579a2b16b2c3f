import type { RecordedCost } from "../collect/recorded-cost.ts";
import type { Drift } from "../collect/repeat-check.ts";
import { hasKey, type Secrets } from "../collect/secrets.ts";
import { type Counts, cameNow, stillMissing, type Tally } from "../collect/tally.ts";
import type { LiveModel } from "../pipeline/definition.ts";
import { printableLines, value } from "../pipeline/describe.ts";
import { counted, grouped } from "../pipeline/quantities.ts";
import { shorten } from "../tables/untrusted.ts";
import { dollars, duration } from "./quantities.ts";

/** What a collection came to. */
export interface Collected {
  readonly models: readonly LiveModel[];
  readonly tally: Tally;
  readonly secrets: Secrets;
  readonly seconds: number;
  /** Whether it came to its end; otherwise more can be missing than is known. */
  readonly ended: boolean;
  /** US dollars of all recorded answers of a model; null where the basket has no prices. */
  readonly inAll: (model: LiveModel) => RecordedCost | null;
}

/** The summary of a collection: a line for each model, and what to do next. */
export function describeCollected(
  basket: string,
  { models, tally, secrets, seconds, ended, inAll }: Collected,
): string {
  const lines = [...tally.all]
    .filter(([, counts]) => counts.needed > 0)
    .flatMap(([name, counts]) => {
      const model = models.find((each) => each.name === name) ?? null;
      return [
        `${printableLines(name)}: ${summaryOf(counts, model, inAll)}`,
        ...notesOf(counts, model, secrets).map((note) => `  ${note}`),
      ];
    });
  const all = [...tally.all.values()];
  const missing = all.reduce((sum, counts) => sum + Math.max(0, stillMissing(counts)), 0);
  const came = all.reduce((sum, counts) => sum + cameNow(counts), 0);
  const head = `${counted(came, "answer")} in ${duration(seconds)}`;
  if (missing > 0) lines.push(`${head}; ${grouped(missing)} missing: ${whatNext(tally, models, secrets)}`);
  else if (!ended) lines.push(`${head}; it did not come to its end: the same command goes on`);
  else lines.push(`${head}; nothing is missing: \`make all BASKET=${basket}\` makes every table and figure`);
  return `${lines.join("\n")}\n`;
}

/** What a person has to do for what is missing to be asked. */
function whatNext(tally: Tally, models: readonly LiveModel[], secrets: Secrets): string {
  const open = [...tally.all].filter(([, counts]) => stillMissing(counts) > 0);
  const hindered = open.filter(([name, { givenUp }]) => {
    const model = models.find((each) => each.name === name);
    return givenUp !== null || (model !== undefined && !hasKey(secrets, model));
  });
  const mend = hindered.length === 0 ? "" : "mend what stands above, then ";
  if (tally.halts.has("budget")) return `${mend}the same command with a higher --max-cost goes on`;
  return `${mend}the same command ${tally.halts.size > 0 ? "goes on" : "asks again"}`;
}

function summaryOf(counts: Counts, model: LiveModel | null, inAll: Collected["inAll"]): string {
  const parts = [
    `${grouped(counts.recorded + cameNow(counts))} of ${grouped(counts.needed)} answers recorded`,
  ];
  if (cameNow(counts) > 0) parts.push(`${grouped(cameNow(counts))} of them now`);
  if (counts.refused > 0) parts.push(`${grouped(counts.refused)} refused`);
  if (counts.empty > 0) parts.push(`${grouped(counts.empty)} empty`);
  if (counts.errors > 0) parts.push(counted(counts.errors, "error"));
  if (counts.failedAttempts > 0) parts.push(counted(counts.failedAttempts, "failed attempt"));
  if (model === null) return parts.join(", ");
  const cost = inAll(model);
  if (cameNow(counts) > 0) {
    parts.push(`${grouped(counts.tokensIn)} + ${grouped(counts.tokensOut)} tokens`);
    parts.push(cost === null ? "cost unknown (no prices in the basket)" : dollars(counts.cost));
  }
  if (cost !== null && counts.recorded > 0)
    parts.push(
      `${cost.most > cost.known ? `${dollars(cost.known)} to ${dollars(cost.most)}` : dollars(cost.known)} for all that is recorded`,
    );
  return parts.join(", ");
}

/** What a person must know of a model beside the counts. */
function notesOf(counts: Counts, model: LiveModel | null, secrets: Secrets): string[] {
  if (model === null) return [];
  const notes: string[] = [];
  if (!hasKey(secrets, model) && stillMissing(counts) > 0)
    notes.push(`not asked: ${model.keyVariable} is not set`);
  if (counts.givenUp !== null) notes.push(`given up: ${shorten(printableLines(counts.givenUp), 250)}`);
  if (counts.withoutUsage > 0)
    notes.push(
      `${counted(counts.withoutUsage, "answer")} without a count of tokens, whose cost is not in the sum`,
    );
  for (const [served, count] of counts.served)
    if (served !== null && served !== model.asked.model)
      notes.push(
        `${counted(count, "answer")} by ${value(served)}, where ${value(model.asked.model)} was asked`,
      );
  const unnamed = counts.served.get(null) ?? 0;
  if (unnamed > 0) notes.push(`${counted(unnamed, "answer")} without the name of the model that gave it`);
  return notes;
}

/** The same for machines. */
export function collectedJson(
  basket: string,
  { models, tally, seconds, ended, inAll }: Collected,
  drifts: readonly Drift[] | null,
) {
  return {
    basket,
    seconds,
    ended,
    models: [...tally.all].map(([name, counts]) => ({
      ...costsOf(
        models.find((each) => each.name === name),
        counts,
        inAll,
      ),
      model: name,
      needed: counts.needed,
      recorded_before: counts.recorded,
      answered: counts.answered,
      empty: counts.empty,
      refused: counts.refused,
      errors: counts.errors,
      failed_attempts: counts.failedAttempts,
      missing: Math.max(0, stillMissing(counts)),
      given_up: counts.givenUp,
      tokens_in: counts.tokensIn,
      tokens_out: counts.tokensOut,
      served: [...counts.served].map(([model, answers]) => ({ model, answers })),
    })),
    repeat_check:
      drifts?.map(({ model, compared, differing, unanswered, temperatures }) => ({
        model: model.name,
        temperatures,
        compared,
        differing,
        unanswered,
      })) ?? null,
  };
}

/** US dollars of a model's answers, now and in all; null where the basket has no prices. */
function costsOf(model: LiveModel | undefined, { cost, withoutUsage }: Counts, inAll: Collected["inAll"]) {
  const all = model === undefined ? null : inAll(model);
  return {
    cost_usd: all === null ? null : cost,
    answers_without_usage: withoutUsage,
    recorded_cost_usd: all === null ? null : { known: all.known, most: all.most },
  };
}

/** How often answers to the same request differ. */
export function describeDrift(drifts: readonly Drift[]): string {
  if (drifts.length === 0) return "nothing was answered before, so nothing can be asked again\n";
  return drifts
    .map(({ model, compared, differing, unanswered, temperatures, examples }) => {
      const share = compared === 0 ? "" : ` (${((100 * differing) / compared).toFixed(1)} %)`;
      const at = temperatures.map((each) => (each === null ? "none sent" : String(each))).join(", ");
      const head = `${printableLines(model.name)}: ${differing} of ${compared} answers differ${share} from the first ones, temperature ${at}${unanswered > 0 ? `; ${unanswered} requests gave none` : ""}`;
      const pairs = examples.map(
        ({ first, again }) => `  first ${shorten(value(first), 100)}, again ${shorten(value(again), 100)}`,
      );
      return `${[head, ...pairs].join("\n")}\n`;
    })
    .join("");
}
