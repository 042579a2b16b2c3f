/** How often and how patiently a request is sent again. */
export interface Policy {
  /** Most milliseconds before the second attempt; each later wait may be twice as long. */
  readonly baseMs: number;
  /** Most milliseconds of any wait that the provider did not ask for. */
  readonly capMs: number;
  /** Most attempts at one request that end at a rate limit. */
  readonly rateLimitedAttempts: number;
  /** Uniform numbers in [0, 1). */
  readonly random: () => number;
}

export const DEFAULT_POLICY: Policy = {
  baseMs: 1_000,
  capMs: 60_000,
  rateLimitedAttempts: 30,
  random: Math.random,
};

/**
 * Wait after the n-th failure, n from 1: uniform between 0 and base·2^(n−1), at most the cap ("full jitter", Brooker
 * 2015, Exponential Backoff And Jitter), so that requests that failed together do not come back together.
 */
export function backoffMs({ baseMs, capMs, random }: Policy, failures: number): number {
  let most = baseMs;
  for (let n = 1; n < failures && most < capMs; n++) most *= 2;
  return random() * Math.min(capMs, most);
}
