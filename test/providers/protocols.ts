import { type AnswerParts, renderAnswer } from "./answers.ts";
import { type ErrorParts, renderError } from "./errors.ts";

/** What the client spoke; other for a path that no provider has. */
export type Protocol = "openai" | "anthropic" | "google" | "other";

/** One request as the server saw it. */
export interface RecordedRequest {
  /** Place among all requests of this server, from 0. */
  readonly number: number;
  readonly protocol: Protocol;
  readonly method: string;
  /** Path with the query. */
  readonly path: string;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it came. */
  readonly text: string;
  /** The body as JSON; null where it is none. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** SHA-256 of the body, in hex. */
  readonly hash: string;
  /** How many requests with the same body came before. */
  readonly attempt: number;
  /** When its last byte was there: milliseconds since the epoch, with fractions. */
  readonly at: number;
  /** Requests at work when it came, itself included. */
  readonly inFlight: number;
  /** Which connection it came over, from 0 in the order of opening. */
  readonly connection: number;
}

/** What a behaviour says, before the protocol gives it a form. */
export type Content =
  | { readonly kind: "answer"; readonly parts: AnswerParts }
  | { readonly kind: "error"; readonly parts: ErrorParts }
  | { readonly kind: "text"; readonly status: number; readonly type: string; readonly text: string };

/** A response that is ready to send. */
export interface Rendered {
  readonly status: number;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Protocol of a path, wherever the base URL of the client ends. */
export function protocolOf(path: string): Protocol {
  const bare = path.split("?", 1)[0]!;
  if (bare.endsWith("/chat/completions")) return "openai";
  if (bare.endsWith("/messages")) return "anthropic";
  return bare.endsWith(":generateContent") ? "google" : "other";
}

/** Id of the model that is asked: in the path for Google, in the body elsewhere; "" where there is none. */
export function modelOf({ protocol, path, body }: RecordedRequest): string {
  if (protocol === "google") return decodeURIComponent(/\/models\/([^/:?]+):/u.exec(path)?.[1] ?? "");
  return typeof body?.model === "string" ? body.model : "";
}

/** What the user said last; "" where nothing was. */
export function promptOf({ protocol, body }: RecordedRequest): string {
  const turns = (protocol === "google" ? body?.contents : body?.messages) as Turn[] | undefined;
  const last = turns?.findLast(({ role }) => role === undefined || role === "user");
  const content = last?.content ?? last?.parts;
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text }) => text ?? "").join("");
}

interface Turn {
  readonly role?: string;
  readonly content?: string | readonly { readonly text?: string }[];
  readonly parts?: readonly { readonly text?: string }[];
}

/** The API key that was sent, in whichever header the provider has it; "" where none was. */
export function keyOf({ headers, path }: RecordedRequest): string {
  const sent = headers.authorization ?? headers["x-api-key"] ?? headers["x-goog-api-key"];
  if (typeof sent === "string") return sent.replace(/^Bearer /u, "");
  return new URL(path, "http://localhost").searchParams.get("key") ?? "";
}

/** Gives a content the form of the protocol that was spoken. Paths of no protocol are answered like OpenAI's. */
export function render(request: RecordedRequest, content: Content): Rendered {
  if (content.kind === "text") return { ...content, headers: {} };
  const { protocol } = request;
  const spoken = protocol === "other" ? "openai" : protocol;
  const rendered =
    content.kind === "answer"
      ? { status: 200, headers: {}, body: renderAnswer(spoken, request, modelOf(request), content.parts) }
      : renderError(spoken, request, modelOf(request), content.parts);
  return {
    status: rendered.status,
    type: "application/json",
    headers: rendered.headers,
    text: JSON.stringify(rendered.body),
  };
}
