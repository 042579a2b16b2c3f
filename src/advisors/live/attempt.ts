import type { LanguageModelV3GenerateResult } from "@ai-sdk/provider";
import type { AnswerRecord, RecordedAnswer } from "../../pipeline/answer-lines.ts";
import type { LiveModel } from "../../pipeline/definition.ts";
import type { AskRequest } from "../../pipeline/stage.ts";
import { type ErrorBody, errorIn, refusalIn } from "./error-body.ts";
import { type Broken, type Exchange, emptyExchange } from "./exchange.ts";
import { classify, FAULTS, type FaultClass } from "./faults.ts";
import type { Interrupt } from "./interrupt.ts";
import { readAnthropic } from "./protocols/anthropic.ts";
import { readGoogle } from "./protocols/google.ts";
import { readOpenAI } from "./protocols/openai.ts";
import { membersOf, type Reading } from "./protocols/reading.ts";
import { type Protocol, protocolOf } from "./providers.ts";
import { callOptions, inWords, withoutTexts } from "./request.ts";
import type { Scrubber } from "./scrub.ts";
import { KeyError, type SdkModels } from "./sdk-models.ts";
import type { Transport } from "./transport.ts";

/** What came of sending a request once. */
export type Sent =
  | {
      readonly kind: "answer";
      readonly answer: RecordedAnswer;
      readonly record: AnswerRecord;
      readonly headers: Headers;
    }
  | {
      readonly kind: "fault";
      readonly class: FaultClass;
      readonly status: number | null;
      readonly message: string;
      readonly headers: Headers;
      /** Wait that the body asks for; null where it asks for none. */
      readonly retryDelay: string | null;
      readonly maybePaid: boolean;
    }
  | { readonly kind: "aborted"; readonly maybePaid: boolean };

type Headers = Readonly<Record<string, string>>;

export interface Sending {
  readonly model: LiveModel;
  readonly request: AskRequest;
  readonly models: SdkModels;
  readonly transport: Transport;
  readonly scrubber: Scrubber;
  readonly interrupt: Interrupt;
}

/** Sends a request once. Never throws for what a provider does. */
export async function send(sending: Sending): Promise<Sent> {
  const exchange = emptyExchange();
  const result = await generate(sending, exchange);
  if (exchange.broken?.kind === "aborted") return { kind: "aborted", maybePaid: exchange.reached };
  const json = parsed(exchange.body);
  const reading = readingOf(protocolOf(sending.model.asked.provider), exchange.head?.status ?? 0, json);
  if (reading !== null) return answered(sending, exchange, reading, result);
  return failed(sending, exchange, json);
}

/** The answer in what came; null where it holds none. */
function readingOf(protocol: Protocol, status: number, json: unknown): Reading | null {
  if (status >= 200 && status <= 299) return READERS[protocol](membersOf(json));
  return status === 400 ? refusalIn(json) : null;
}

const READERS: Readonly<Record<Protocol, (body: Readonly<Record<string, unknown>>) => Reading | null>> = {
  openai: readOpenAI,
  anthropic: readAnthropic,
  google: readGoogle,
};

/** Result of the provider's package, or what it threw. */
type Result = LanguageModelV3GenerateResult | Error;

async function generate(
  { model, request, models, transport, interrupt }: Sending,
  exchange: Exchange,
): Promise<Result> {
  try {
    const sdk = await models.of(model);
    const abortSignal = transport.expect(exchange, interrupt);
    return await sdk.doGenerate({ ...callOptions(model.asked, request), abortSignal });
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (exchange.head === null && exchange.broken === null)
      exchange.broken =
        error instanceof KeyError ? { kind: "no-key", message: error.message } : notSent(error);
    return error;
  }
}

/** The package or Node refused the request, before anything of it was sent. */
function notSent(error: Error): Broken {
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return { kind: "not-sent", message: `the request could not be put: ${error.message}${cause}` };
}

function answered({ scrubber }: Sending, exchange: Exchange, reading: Reading, result: Result): Sent {
  const unified = result instanceof Error ? reading.finish : result.finishReason.unified;
  // One package tells a refusal in words as a stop, another as filtered content.
  const finish = reading.refusal !== null && unified === "stop" ? "content-filter" : unified;
  const refused = reading.refusal !== null || finish === "content-filter";
  return {
    kind: "answer",
    answer: {
      status: refused ? "refused" : reading.text === "" ? "empty" : "answered",
      text: scrubber.answer(reading.text),
      vector: null,
      // Where the body names no reason the package says "other".
      finish_reason: reading.finishRaw === null ? null : finish,
    },
    record: scrubber.deep({
      served_model: reading.servedModel,
      fingerprint: reading.fingerprint,
      id: reading.id,
      finish_reason_raw: reading.finishRaw,
      refusal: reading.refusal,
      reasoning: reading.reasoning,
      sent: withoutTexts(exchange.request!),
      warnings:
        result instanceof Error
          ? [`the provider's package refused the answer: ${scrubber.message(result.message)}`]
          : result.warnings.map(inWords),
      usage: reading.usage,
      latency_ms: Math.round(exchange.tookMs),
    }),
    headers: exchange.head!.headers,
  };
}

function failed({ model, scrubber }: Sending, exchange: Exchange, json: unknown): Sent {
  const { broken, body, head } = exchange;
  const error = broken === null && json !== undefined ? errorIn(json) : null;
  const status = head?.status ?? null;
  const kind = classify({ broken, status, body, json: json !== undefined, error });
  return {
    kind: "fault",
    class: kind,
    status,
    message: scrubber.message(sentence(kind, model, withoutKey(exchange, scrubber), error)),
    headers: head?.headers ?? {},
    retryDelay: error?.retryDelay ?? null,
    maybePaid: FAULTS[kind].maybePaid && exchange.reached,
  };
}

/** What happened, for a person: our words, then the provider's. */
function sentence(kind: FaultClass, model: LiveModel, exchange: Exchange, error: ErrorBody | null): string {
  const { broken, head, body } = exchange;
  if (broken?.kind === "not-sent" || broken?.kind === "no-key") return broken.message;
  const status = head === null ? "" : ` (${head.status})`;
  // What came of a cut answer is no error message.
  const cut = kind === "cut-body" ? "the body ends in the middle" : null;
  const theirs = broken?.message ?? error?.message ?? cut ?? excerpt(body);
  const said = theirs === "" ? "" : `: ${theirs}`;
  if (kind === "redirect") return `${FAULTS.redirect.words}${status}: ${redirectTarget(exchange)}`;
  if (kind === "auth" && model.keyVariable === null)
    return `no key was sent, and the server wants one${status}: name its variable under key_variable${said}`;
  if (kind === "unknown-model" && error === null)
    return `nothing is at this path of ${model.asked.base_url}${status}${said}; is base_url right, must it end in /v1?`;
  if (kind === "auth") return `the key in ${model.keyVariable} was refused${status}${said}`;
  if (kind === "unknown-model")
    return `there is no model "${model.asked.model}" at ${model.asked.base_url}${status}${said}`;
  return `${FAULTS[kind].words}${status}${said}`;
}

/** Reading an address changes how a key is written in it, so that it is taken out before. */
function withoutKey(exchange: Exchange, scrubber: Scrubber): Exchange {
  const location = exchange.head?.headers.location;
  if (exchange.head === null || location === undefined) return exchange;
  const headers = { ...exchange.head.headers, location: scrubber.answer(location) };
  return { ...exchange, head: { ...exchange.head, headers } };
}

/** Where a redirect leads, without what may be secret in an address. */
function redirectTarget({ head }: Exchange): string {
  const location = head?.headers.location;
  if (location === undefined || !URL.canParse(location, head?.url)) return "nowhere";
  const { origin, pathname } = new URL(location, head?.url);
  return `${origin}${pathname}`;
}

/** A body that is no JSON, as text: tags of a page left out. */
function excerpt(body: string | null): string {
  const text = (body ?? "").slice(0, 65_536).replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/giu, " ");
  return text.replace(/\s+/gu, " ").trim();
}

/** undefined where the text is no JSON. */
function parsed(body: string | null): unknown {
  try {
    return JSON.parse(body ?? "");
  } catch {
    return undefined;
  }
}
