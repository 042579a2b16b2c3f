import type { AnswerParts } from "./answers.ts";
import { truthfulAnswer } from "./default-answer.ts";
import { type ErrorParts, errorOf } from "./errors.ts";
import { type Content, keyOf, promptOf, type RecordedRequest } from "./protocols.ts";

/**
 * What the server does with one request. Behaviours say nothing of a protocol: each reply is given the form of the
 * one that was spoken.
 */
export type Behaviour = (request: RecordedRequest) => Reply;

export interface Reply {
  readonly content: Content;
  /** Over what the protocol sends. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly delivery: Delivery;
  /** Milliseconds before anything is sent. */
  readonly waitMs?: number;
}

export type Delivery =
  | { readonly kind: "whole" }
  /** In ten parts of the body, over this time. */
  | { readonly kind: "drip"; readonly ms: number }
  /**
   * Half of the body. length: the announced length is not reached. chunked: the last chunk is missing. clean: the
   * response ends well, its JSON does not.
   */
  | { readonly kind: "cut"; readonly how: CutHow }
  | { readonly kind: "reset-before" }
  | { readonly kind: "reset-after-headers" }
  /** Nothing is ever sent; the client must give up. */
  | { readonly kind: "hang" };

export type CutHow = "length" | "chunked" | "clean";

const WHOLE: Delivery = { kind: "whole" };

/** The answer that is computed from the prompt (default-answer.ts), or this text. */
export function answer(
  text?: string | null,
  parts: Omit<AnswerParts, "text"> & { readonly headers?: Readonly<Record<string, string>> } = {},
): Behaviour {
  const { headers = {}, ...rest } = parts;
  return (request) => ({
    content: {
      kind: "answer",
      parts: { ...rest, text: text === undefined ? truthfulAnswer(promptOf(request)) : text },
    },
    headers,
    delivery: WHOLE,
  });
}

/** The model refuses in these words; "" is a refusal without words. */
export function refusal(words = "I will not help with that."): Behaviour {
  return answer("", { refusal: words });
}

/** Any error; `headers` go over what the protocol sends. */
export function error(parts: ErrorParts, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return () => ({ content: { kind: "error", parts }, headers, delivery: WHOLE });
}

/** 429 that passes. `retryAfter` in seconds stands in a header, for Google in the body; a text always in the header. */
export function rateLimit(
  options: {
    readonly retryAfter?: number | string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Behaviour {
  const { retryAfter, headers } = options;
  return error({ kind: "rate-limit", ...(retryAfter === undefined ? {} : { retryAfter }) }, headers);
}

/** No money or no quota for today: does not pass by waiting. 429, of Anthropic 400. */
export function quota(): Behaviour {
  return error({ kind: "quota" });
}

/** The key is refused the way each provider does it: 401, of Google 400. */
export function refusedKey(): Behaviour {
  return error({ kind: "refused-key" });
}

/** The error that this status usually means, with exactly this status. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return error(errorOf(code), headers);
}

/** The connection is reset before a byte of the response. */
export function resetBefore(): Behaviour {
  return delivered({ kind: "reset-before" });
}

/** The connection is reset when status and headers are out. */
export function resetAfterHeaders(): Behaviour {
  return delivered({ kind: "reset-after-headers" });
}

/** A body that stops half way. */
export function cutJson(how: CutHow = "length"): Behaviour {
  return delivered({ kind: "cut", how });
}

/** The answer comes whole, but over this time. */
export function slowDrip(ms: number): Behaviour {
  return delivered({ kind: "drip", ms });
}

export function hang(): Behaviour {
  return delivered({ kind: "hang" });
}

/** `behaviour` with another delivery. */
function delivered(delivery: Delivery, behaviour = answer()): Behaviour {
  return (request) => ({ ...behaviour(request), delivery });
}

/** A page in place of an answer, as a proxy or a login page sends it; also with the status of an error. */
export function html200(code = 200): Behaviour {
  const text = "<!doctype html><html><head><title>Sign in</title></head><body>Sign in</body></html>";
  return () => ({
    content: { kind: "text", status: code, type: "text/html; charset=utf-8", text },
    delivery: WHOLE,
  });
}

/** Status 200 and a body that is an error. */
export function errorBody200(kind: ErrorParts["kind"] = "server"): Behaviour {
  return error({ kind, status: 200 });
}

/** 302 to another address. */
export function redirect(location: string): Behaviour {
  return () => ({
    content: { kind: "text", status: 302, type: "text/plain", text: "" },
    headers: { location },
    delivery: WHOLE,
  });
}

/** All tokens went somewhere else: no text, finish reason length. */
export function nullContent(finish = "length"): Behaviour {
  return answer(null, { finish });
}

export function emptyChoices(): Behaviour {
  return answer("", { noChoices: true });
}

/** A text of this many letters. */
export function hugeAnswer(bytes: number): Behaviour {
  const text = "a".repeat(bytes);
  return answer(text);
}

/** A text that holds half of a surrogate pair, escaped in the JSON. */
export function loneSurrogate(): Behaviour {
  return answer("half \ud83d of a pair");
}

export function noUsage(): Behaviour {
  return answer(undefined, { usage: null });
}

/** Another model than the one that was asked answers; null: the answer names none. */
export function wrongServedModel(model: string | null = "another-model"): Behaviour {
  return answer(undefined, { model });
}

/**
 * Quotes the API key, as it was sent and URL-encoded: in the words of a 401 and in a header of it, or in an answer.
 */
export function echoKey(where: "error" | "answer" = "error"): Behaviour {
  return (request) => {
    const key = keyOf(request);
    const words = `Your key is ${key}, in a query ${encodeURIComponent(key)}`;
    if (where === "answer") return answer(words)(request);
    return error({ kind: "refused-key", status: 401, message: words }, { "x-echo": key })(request);
  };
}

/** `behaviour` with more headers. */
export function withHeaders(behaviour: Behaviour, headers: Readonly<Record<string, string>>): Behaviour {
  return (request) => {
    const reply = behaviour(request);
    return { ...reply, headers: { ...reply.headers, ...headers } };
  };
}

/** One after the other, over all requests; the last one stays. */
export function inTurn(...behaviours: readonly [Behaviour, ...Behaviour[]]): Behaviour {
  let next = 0;
  return (request) => behaviours[Math.min(next++, behaviours.length - 1)]!(request);
}

/** One after the other for each body that is sent, so that each request meets all of them; the last one stays. */
export function eachInTurn(...behaviours: readonly [Behaviour, ...Behaviour[]]): Behaviour {
  return (request) => behaviours[Math.min(request.attempt, behaviours.length - 1)]!(request);
}

/** Another behaviour for each request. */
export function byRequest(choose: (request: RecordedRequest) => Behaviour): Behaviour {
  return (request) => choose(request)(request);
}

/** `behaviour`, this much later. */
export function afterMs(ms: number, behaviour: Behaviour = answer()): Behaviour {
  return (request) => {
    const reply = behaviour(request);
    return { ...reply, waitMs: (reply.waitMs ?? 0) + ms };
  };
}
