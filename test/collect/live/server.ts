import http from "node:http";
import type { AddressInfo } from "node:net";

/** One request as it came in. */
export interface Received {
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
  readonly at: number;
}

export type Reply = (response: http.ServerResponse, request: Received, index: number) => void;

export interface Server {
  readonly url: string;
  readonly received: Received[];
  /** Most requests that were open at one time. */
  readonly peak: () => number;
  reply: Reply;
  close(): Promise<void>;
}

/** A server on this machine that keeps what it is asked and answers as it is told. */
export async function startServer(reply: Reply): Promise<Server> {
  const received: Received[] = [];
  let open = 0;
  let peak = 0;
  const server = http.createServer((request, response) => {
    open += 1;
    peak = Math.max(peak, open);
    response.on("close", () => {
      open -= 1;
    });
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      const one = { url: request.url!, headers: request.headers, body, at: performance.now() };
      received.push(one);
      result.reply(response, one, received.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const result: Server = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    peak: () => peak,
    reply,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return result;
}

/** A body with a status and headers, as JSON unless it is a text. */
export function sends(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** One reply after the other; the last one again and again. */
export function inTurn(...replies: readonly Reply[]): Reply {
  return (response, request, index) =>
    replies[Math.min(index, replies.length - 1)]!(response, request, index);
}

/** An answer of chat completions. */
export function chat(
  content: string | null,
  more: { finish?: string; message?: object; body?: object } = {},
) {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "served-model",
    system_fingerprint: "fp_1",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content, ...more.message },
        finish_reason: more.finish ?? "stop",
      },
    ],
    usage: {
      prompt_tokens: 11,
      completion_tokens: 7,
      total_tokens: 18,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    },
    ...more.body,
  };
}

/** An answer of the messages API. */
export function messages(text: string, more: object = {}) {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "served-claude",
    content: [{ type: "text", text }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 11, cache_read_input_tokens: 4, cache_creation_input_tokens: 3, output_tokens: 7 },
    ...more,
  };
}

/** An answer of generateContent. */
export function gemini(text: string, more: object = {}) {
  return {
    candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP", index: 0 }],
    usageMetadata: {
      promptTokenCount: 11,
      cachedContentTokenCount: 4,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 2,
      totalTokenCount: 18,
    },
    modelVersion: "served-gemini",
    responseId: "resp-1",
    ...more,
  };
}
