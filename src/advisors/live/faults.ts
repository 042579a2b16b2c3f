import type { ErrorBody } from "./error-body.ts";
import type { Broken } from "./exchange.ts";

/** What is done about one class of faults. */
export interface Fault {
  /** Whether the request is sent again. */
  readonly retry: boolean;
  /** Whether a failed attempt uses up one of the model's attempts; rate limits have a count of their own. */
  readonly countsAgainstAttempts: boolean;
  /**
   * Whether the model is given up: after three such errors in a row ("model"), after five without an answer
   * between ("repeated"), after five where no answer ever came ("unless-reached"), or never.
   */
  readonly breaks: "model" | "repeated" | "unless-reached" | "no";
  /** Whether the provider may charge for the attempt, if it reached the provider at all. */
  readonly maybePaid: boolean;
  readonly words: string;
}

const AGAIN = { retry: true, countsAgainstAttempts: true, breaks: "no", maybePaid: false } as const;
const FINAL = { retry: false, countsAgainstAttempts: true, breaks: "repeated", maybePaid: false } as const;

/** Every class of faults and what is done about it. */
export const FAULTS = {
  "rate-limit": { ...AGAIN, countsAgainstAttempts: false, words: "too many requests or tokens for now" },
  quota: { ...FINAL, breaks: "model", words: "the quota or the credit is used up" },
  overloaded: { ...AGAIN, words: "the provider is overloaded" },
  server: { ...AGAIN, breaks: "unless-reached", words: "the server failed" },
  timeout: { ...AGAIN, breaks: "unless-reached", maybePaid: true, words: "no answer came in time" },
  transport: {
    ...AGAIN,
    breaks: "unless-reached",
    maybePaid: true,
    words: "the connection could not be made, or broke",
  },
  "cut-body": { ...AGAIN, maybePaid: true, words: "the answer broke off" },
  "not-json": { ...AGAIN, breaks: "repeated", words: "a page came in place of an answer" },
  "error-body": { ...AGAIN, breaks: "unless-reached", words: "an error came in the shape of an answer" },
  "no-answer": { ...FINAL, maybePaid: true, words: "what came holds no answer" },
  "bad-request": { ...FINAL, words: "the request was refused as wrong" },
  auth: { ...FINAL, breaks: "model", words: "the key was refused" },
  "unknown-model": { ...FINAL, breaks: "model", words: "there is no such model or address" },
  "too-large": { ...FINAL, breaks: "no", words: "the request is too long for the model" },
  conflict: { ...AGAIN, words: "the request was in conflict with another" },
  redirect: { ...FINAL, words: "the address redirects elsewhere" },
  other: { ...FINAL, words: "something else went wrong" },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultClass = keyof typeof FAULTS;

/** All that is known of an attempt that gave no answer. */
export interface Signs {
  readonly broken: Broken | null;
  /** HTTP status; null where none came. */
  readonly status: number | null;
  /** Text of the body; null where it did not come whole. */
  readonly body: string | null;
  /** Whether the body is JSON. */
  readonly json: boolean;
  readonly error: ErrorBody | null;
}

/** The class of a fault. What the body says goes before the status, which proxies and gateways change. */
export function classify(signs: Signs): FaultClass {
  const { broken, status } = signs;
  if (broken !== null) return BROKEN[broken.kind];
  if (status === null) return "other";
  if (status >= 300 && status < 400) return "redirect";
  const told = signs.error === null ? null : classOfError(signs.error, status);
  if (told !== null) return told;
  if (status >= 200 && status < 300) return classOfSuccess(signs);
  return classOfStatus(status);
}

function classOfStatus(status: number): FaultClass {
  return BY_STATUS[status] ?? (status >= 500 ? "server" : status >= 400 ? "bad-request" : "other");
}

const BROKEN: Readonly<Record<Broken["kind"], FaultClass>> = {
  timeout: "timeout",
  transport: "transport",
  "cut-body": "cut-body",
  endless: "no-answer",
  // The request was refused on this side, before anything was sent.
  "not-sent": "bad-request",
  "no-key": "auth",
  aborted: "other",
};

/** A body with a 2xx status that holds no answer. */
function classOfSuccess({ body, json, error }: Signs): FaultClass {
  if (error !== null) return error.status === null ? "error-body" : classOfStatus(error.status);
  if (json) return "no-answer";
  const start = body?.trimStart()[0];
  return start === undefined || start === "{" || start === "[" ? "cut-body" : "not-json";
}

const BY_STATUS: Readonly<Record<number, FaultClass>> = {
  401: "auth",
  402: "quota",
  403: "auth",
  404: "unknown-model",
  408: "timeout",
  409: "conflict",
  413: "too-large",
  425: "conflict",
  429: "rate-limit",
  // Gateways that gave up on a server that may still have been at work.
  504: "timeout",
  524: "timeout",
  529: "overloaded",
};

/** What the words of an error tell, whatever the status; null where they tell nothing. */
function classOfError({ message, marks, quotas }: ErrorBody, status: number): FaultClass | null {
  const text = message ?? "";
  const marked = (...names: readonly string[]): boolean => names.some((name) => marks.has(name));
  if (marked("insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "billing_error"))
    return "quota";
  if (
    /credit balance is too low|exceeded your current quota, please check your plan/iu.test(text) &&
    !marked("resource_exhausted")
  )
    return "quota";
  if (marked("resource_exhausted"))
    return quotas.some((id) => /per_?day/iu.test(id)) ? "quota" : "rate-limit";
  if (marked("overloaded_error", "overloaded", "server_overloaded")) return "overloaded";
  if (status === 503 && /overloaded/iu.test(text)) return "overloaded";
  if (marked("rate_limit_error", "rate_limit_exceeded")) return "rate-limit";
  if (marked("api_key_invalid", "invalid_api_key", "authentication_error", "permission_error")) return "auth";
  if (marked("model_not_found", "model_not_available", "not_found_error")) return "unknown-model";
  if (marked("context_length_exceeded", "request_too_large", "string_above_max_length")) return "too-large";
  if (
    status === 400 &&
    /prompt is too long|maximum context length|exceeds the maximum number of tokens/iu.test(text)
  )
    return "too-large";
  if (status < 200 || status > 299) return null;
  // Only a 200 needs these: otherwise the status says the same.
  if (marked("invalid_request_error", "invalid_argument")) return "bad-request";
  if (marked("api_error", "server_error", "internal", "unavailable")) return "server";
  if (marked("timeout_error", "deadline_exceeded")) return "timeout";
  return null;
}
