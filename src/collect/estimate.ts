import { type Tokens, worstOfSize } from "../advisors/live/request.ts";
import type { LiveModel } from "../pipeline/definition.ts";
import type { RequestSize } from "../pipeline/request-size.ts";
import { likelyInput, priceOf } from "./cost.ts";
import type { Totals } from "./totals.ts";

/** What is still to be asked of one model, and what that takes. */
export interface Estimate {
  readonly model: LiveModel;
  /** Answers that are there. */
  recorded: number;
  calls: number;
  /** Calls among them that a rehearsal made: what is really asked depends on what is answered. */
  rehearsed: number;
  /** About how many tokens the requests have. */
  input: number;
  /** Most that these requests and their answers can have. */
  readonly worst: { input: number; output: number };
}

/** How long an answer takes where none was recorded yet. */
const ASSUMED_LATENCY_MS = 2_000;

export function emptyEstimate(model: LiveModel): Estimate {
  return { model, recorded: 0, calls: 0, rehearsed: 0, input: 0, worst: { input: 0, output: 0 } };
}

/** Adds one request that is still to be asked. */
export function addRequest(estimate: Estimate, size: RequestSize): void {
  const worst = worstOfSize(estimate.model.asked, size);
  estimate.calls++;
  estimate.input += likelyInput(estimate.model.asked, size);
  estimate.worst.input += worst.input;
  estimate.worst.output += worst.output;
}

/** Range of what the calls cost, in US dollars; null where the basket has no prices. */
export function costRange(
  { model, input, calls, worst }: Estimate,
  before: Totals,
): { readonly low: number; readonly likely: number | null; readonly high: number } | null {
  const high = priceOf(model, worst);
  if (high === null) return null;
  const cost = (tokens: Tokens) => priceOf(model, tokens)!;
  const counted = before.answers - before.withoutUsage;
  const likely =
    counted === 0
      ? null
      : cost({
          input: (before.tokensIn / counted) * calls,
          output: (before.tokensOut / counted) * calls,
        });
  return { low: cost({ input, output: 0 }), likely, high };
}

/** Seconds that the calls take by the model's limits, and by how long its answers took so far. */
export function secondsFor(
  { model, calls, input, worst }: Estimate,
  before: Totals,
): { readonly seconds: number; readonly assumed: boolean } {
  const { connections, requestsPerMinute, tokensPerMinute } = model.limits;
  const assumed = before.timed === 0;
  const latency = assumed ? ASSUMED_LATENCY_MS : before.latencyMs / before.timed;
  const seconds = Math.max(
    (calls * latency) / 1000 / Math.min(connections, Math.max(1, calls)),
    requestsPerMinute === null ? 0 : (60 * Math.max(0, calls - 1)) / requestsPerMinute,
    // A token limit counts the room that an answer may take.
    tokensPerMinute === null ? 0 : (60 * (input + worst.output)) / tokensPerMinute,
  );
  return { seconds: calls === 0 ? 0 : seconds, assumed };
}
