import seedrandom from "seedrandom";
import {
  answer,
  type Behaviour,
  cutJson,
  rateLimit,
  resetAfterHeaders,
  resetBefore,
  status,
} from "./behaviours.ts";

/** Faults that pass when the same request is sent again. */
const TRANSIENT: readonly Behaviour[] = [
  rateLimit({ retryAfter: 0 }),
  rateLimit({ retryAfter: 1 }),
  status(500),
  status(503),
  status(529),
  resetBefore(),
  resetAfterHeaders(),
  cutJson("length"),
  cutJson("chunked"),
];

/** A body meets at most this many faults, so that a client with a few attempts gets every answer. */
const MOST = 4;

/**
 * Answers with transient faults between them. Whether a request fails, and how, depends on seed, body and how often
 * the body was sent before, never on the order in which requests come.
 *
 * @param rate share of requests that fail, 0 to 1
 */
export function faultMix(seed: string, rate: number, good: Behaviour = answer()): Behaviour {
  if (!(rate >= 0 && rate <= 1)) throw new RangeError(`faultMix requires a rate in [0, 1], got ${rate}`);
  return (request) => {
    if (request.attempt >= MOST) return good(request);
    const random = seedrandom.alea(JSON.stringify([seed, request.hash, request.attempt]));
    if (random() >= rate) return good(request);
    return TRANSIENT[Math.floor(random() * TRANSIENT.length)]!(request);
  };
}
