import { listOf, type Members, membersOf, type Reading, textOf } from "./protocols/reading.ts";

/** An error as a provider words it. */
export interface ErrorBody {
  /** The provider's own sentence; null where there is none. */
  readonly message: string | null;
  /** Every code, type, status and reason that it names, in small letters. */
  readonly marks: ReadonlySet<string>;
  /** HTTP status that the error names in itself; null where it names none. */
  readonly status: number | null;
  /** Ids of the quotas that were used up, by Google. */
  readonly quotas: readonly string[];
  /** How long to wait, by Google's RetryInfo: a text like "34.5s"; null where it does not say. */
  readonly retryDelay: string | null;
}

/**
 * The error in a body, whatever the protocol:
 * `{error: {message, type, code}}`, `{type: "error", error: {type, message}}`,
 * `{error: {code, message, status, details}}`, `{error: "text"}`, `{message}`, `{detail}`, also as the first of a
 * list or inside a choice. Null where the body tells of none.
 */
export function errorIn(body: unknown): ErrorBody | null {
  const whole = membersOf(Array.isArray(body) ? body[0] : body);
  const inside = whole.error ?? membersOf(listOf(whole.choices)[0]).error ?? null;
  const error = inside === null ? whole : membersOf(inside);
  const message =
    textOf(inside) ??
    textOf(error.message) ??
    textOf(error.detail) ??
    textOf(membersOf(listOf(error.detail)[0]).msg) ??
    textOf(whole.message);
  const details = listOf(error.details).map(membersOf);
  const marks = [error.code, error.type, error.status, whole.code, ...details.map((each) => each.reason)];
  const named = marks.filter((mark) => typeof mark === "string").map((mark) => mark.toLowerCase());
  if (inside === null && message === null) return null;
  return {
    message,
    marks: new Set(named),
    status: [error.code, error.status].find(isStatus) ?? null,
    quotas: details.flatMap((each) => listOf(each.violations).flatMap(quotaNames)),
    retryDelay: details.map((each) => textOf(each.retryDelay)).find((delay) => delay !== null) ?? null,
  };
}

function quotaNames(violation: unknown): string[] {
  const { quotaId, quotaMetric }: Members = membersOf(violation);
  return [textOf(quotaId), textOf(quotaMetric)].filter((name) => name !== null);
}

function isStatus(code: unknown): code is number {
  return typeof code === "number" && code >= 400 && code <= 599;
}

/** Marks of an error that stands for a refusal: the provider's filter let the request not through to the model. */
const FILTERED = ["content_filter", "content_policy_violation"];

/** A refusal that comes in the shape of an error, as Azure's filter of prompts sends it; null for any other body. */
export function refusalIn(body: unknown): Reading | null {
  const error = errorIn(body);
  const mark = error === null ? undefined : FILTERED.find((each) => error.marks.has(each));
  if (mark === undefined) return null;
  return {
    text: "",
    refusal: error!.message,
    reasoning: null,
    finishRaw: mark,
    finish: "content-filter",
    servedModel: null,
    fingerprint: null,
    id: null,
    usage: { input: null, input_cached: null, output: null, reasoning: null },
  };
}
