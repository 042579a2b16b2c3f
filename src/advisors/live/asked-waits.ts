/** What a provider asks for with an answer or an error. */
export interface AskedWaits {
  /** Milliseconds before the same may be tried again; null where it does not say. */
  readonly retryMs: number | null;
  /** Milliseconds until requests or tokens are there again, where the headers say that none are left; else null. */
  readonly exhaustedMs: number | null;
}

/**
 * Reads the waits in the headers of a response and in its body.
 *
 * @param headers names in small letters
 * @param retryDelay Google's RetryInfo from the body: a text like "34.5s"
 * @param now this machine's clock, for dates in a response without a date of its own: milliseconds
 */
export function askedWaits(
  headers: Readonly<Record<string, string>>,
  retryDelay: string | null = null,
  now: number = Date.now(),
): AskedWaits {
  // A server's dates are read by the server's clock.
  const date = Date.parse(headers.date ?? "");
  const sent = Number.isNaN(date) ? now : date;
  return {
    retryMs: longest([
      milliseconds(headers["retry-after-ms"]),
      secondsOrDate(headers["retry-after"], sent),
      durationMs(retryDelay ?? undefined),
    ]),
    exhaustedMs: longest(
      BUDGETS.map(({ remaining, reset }) => {
        const left = headers[remaining];
        return left === undefined || Number.parseFloat(left) !== 0 ? null : resetMs(headers[reset], sent);
      }),
    ),
  };
}

const BUDGETS = [
  ...["", "-requests", "-tokens"].map((of) => pair("x-ratelimit-", of)),
  { remaining: "x-tokenlimit-remaining", reset: "x-tokenlimit-reset" },
  ...["requests", "tokens", "input-tokens", "output-tokens"].map((of) => ({
    remaining: `anthropic-ratelimit-${of}-remaining`,
    reset: `anthropic-ratelimit-${of}-reset`,
  })),
];

function pair(family: string, of: string): { remaining: string; reset: string } {
  return { remaining: `${family}remaining${of}`, reset: `${family}reset${of}` };
}

function longest(waits: readonly (number | null)[]): number | null {
  const there = waits.filter((wait) => wait !== null);
  return there.length === 0 ? null : Math.max(...there);
}

/** Seconds as a number above this are a time of the epoch, in seconds or milliseconds. */
const EPOCH_SECONDS = 1_000_000_000;
const EPOCH_MS = 1_000_000_000_000;

function resetMs(text: string | undefined, sent: number): number | null {
  const duration = durationMs(text);
  if (duration !== null) return duration;
  const plain = plainNumber(text);
  if (plain === null) return untilDate(text, sent);
  if (plain >= EPOCH_MS) return Math.max(0, plain - sent);
  return plain >= EPOCH_SECONDS ? Math.max(0, plain * 1_000 - sent) : plain * 1_000;
}

function secondsOrDate(text: string | undefined, sent: number): number | null {
  const seconds = plainNumber(text);
  return seconds === null ? (durationMs(text) ?? untilDate(text, sent)) : seconds * 1_000;
}

function milliseconds(text: string | undefined): number | null {
  return plainNumber(text);
}

function plainNumber(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? "";
  return /^\d+(\.\d+)?$/u.test(trimmed) ? Number(trimmed) : null;
}

function untilDate(text: string | undefined, sent: number): number | null {
  // A date has a name or a dash in it; the parser would take many another text for one.
  const date = /[a-z]{3}|\d-\d/iu.test(text ?? "") ? Date.parse(text!) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - sent);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Durations such as "6m0s", "1h2m3.5s", "20ms", "1.5s"; null for other texts. */
function durationMs(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? "";
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/u.test(trimmed)) return null;
  const parts = trimmed.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/gu);
  return [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!, 0);
}
