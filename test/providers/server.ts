import { hash as hashOf } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { answer, type Behaviour, type Reply } from "./behaviours.ts";
import { deliver } from "./deliver.ts";
import { protocolOf, type RecordedRequest, render } from "./protocols.ts";

/**
 * A provider on the loopback interface. It speaks OpenAI chat completions, Anthropic messages and Google
 * generateContent (each recognised by its path) and does what its script says, by default a true answer that depends
 * on the prompt alone. It needs no key.
 */
export interface Providers {
  /** http://127.0.0.1:PORT */
  readonly url: string;
  /** Base URLs as the packages of the providers take them. */
  readonly openai: string;
  readonly anthropic: string;
  readonly google: string;
  /** In the order of coming; empty where the server was told not to keep them. */
  readonly requests: readonly RecordedRequest[];
  /** What is done with requests that come from now on. */
  script(behaviour: Behaviour): void;
  log(): ProvidersLog;
  /** Forgets requests and counts; `attempt` of a body starts again. */
  clear(): void;
  /** Ends at once, with what is in flight. */
  close(): Promise<void>;
}

/** Counts since the start, also under GET /log. DELETE /log forgets them. */
export interface ProvidersLog {
  /** Requests to a provider, GET /log not counted. */
  readonly total: number;
  /** Answers that were sent in full: what a provider would charge for. */
  readonly answered: number;
  /** SHA-256 of a body → how often it was sent. */
  readonly byBody: Readonly<Record<string, number>>;
  /** SHA-256 of a body → how often it was answered in full. */
  readonly answeredByBody: Readonly<Record<string, number>>;
  /** Connections that were opened, those for GET /log included. */
  readonly connections: number;
  /** Requests at work now, and most of them at one time. */
  readonly inFlight: number;
  readonly mostInFlight: number;
  /** Milliseconds since the epoch, with fractions; null where there was none. */
  readonly firstAt: number | null;
  readonly lastAnsweredAt: number | null;
}

export interface ProvidersOptions {
  /** 0 (default): any free one. */
  readonly port?: number;
  /** Milliseconds before each reply, over what the script says; default 0. */
  readonly latencyMs?: number;
  readonly behaviour?: Behaviour;
  /** Whether `requests` keeps what comes; default true. Counts are kept always. */
  readonly keep?: boolean;
  /** Called when a request has ended, one way or the other. */
  readonly ended?: (request: RecordedRequest, outcome: { status: number | null; answered: boolean }) => void;
}

/** Starts a server; it listens when the promise resolves. */
export async function startProviders(options: ProvidersOptions = {}): Promise<Providers> {
  const { port = 0, latencyMs = 0, keep = true, ended } = options;
  let behaviour = options.behaviour ?? answer();
  const requests: RecordedRequest[] = [];
  let counts = new Counts();
  let connections = 0;
  const connectionOf = new WeakMap<Socket, number>();

  const server = createServer((incoming, response) => {
    if (incoming.url === "/log") {
      if (incoming.method === "DELETE") clear();
      const text = JSON.stringify(counts.log(connections));
      response.writeHead(200, { "content-type": "application/json" }).end(text);
      return;
    }
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => serve(incoming, response, Buffer.concat(chunks)));
  });

  function serve(incoming: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
    const hash = hashOf("sha256", bytes);
    const at = performance.timeOrigin + performance.now();
    // The counts at its coming: what was cleared since then is not counted into the new ones.
    const mine = counts;
    const text = bytes.toString("utf8");
    const path = incoming.url!;
    const request: RecordedRequest = {
      ...mine.came(hash, at),
      protocol: protocolOf(path),
      method: incoming.method!,
      path,
      headers: incoming.headers,
      text,
      body: parsed(text),
      hash,
      at,
      connection: connectionOf.get(incoming.socket)!,
    };
    if (keep) requests.push(request);
    let sentWhole = false;
    let timer: NodeJS.Timeout | undefined;
    response.once("close", () => {
      clearTimeout(timer);
      const status = response.headersSent ? response.statusCode : null;
      const answered = sentWhole && response.writableFinished;
      mine.left(hash, answered);
      ended?.(request, { status, answered });
    });
    const reply = behaviour(request);
    const rendered = render(request, reply.content);
    const send = () => {
      sentWhole = answersInFull(reply);
      const headers = { "content-type": rendered.type, ...rendered.headers, ...reply.headers };
      deliver(response, rendered.status, headers, rendered.text, reply.delivery);
    };
    const wait = latencyMs + (reply.waitMs ?? 0);
    if (wait === 0) send();
    else timer = setTimeout(send, wait);
  }

  function clear(): void {
    requests.length = 0;
    counts = new Counts();
  }

  server.on("connection", (socket) => connectionOf.set(socket, connections++));
  // Connections stay open, as long as the client wants: one that the server closes just when the client sends
  // would look like a fault that nobody scripted.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", 1024, resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    openai: `${url}/v1`,
    anthropic: `${url}/v1`,
    google: `${url}/v1beta`,
    requests,
    script: (next) => {
      behaviour = next;
    },
    log: () => counts.log(connections),
    clear,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answersInFull({ content, delivery }: Reply): boolean {
  return content.kind === "answer" && (delivery.kind === "whole" || delivery.kind === "drip");
}

function parsed(text: string): RecordedRequest["body"] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as RecordedRequest["body"]) : null;
  } catch {
    return null;
  }
}

class Counts {
  private total = 0;
  private answered = 0;
  private inFlight = 0;
  private mostInFlight = 0;
  private firstAt: number | null = null;
  private lastAnsweredAt: number | null = null;
  private readonly byBody = new Map<string, number>();
  private readonly answeredByBody = new Map<string, number>();

  came(hash: string, at: number): { number: number; attempt: number; inFlight: number } {
    const attempt = this.byBody.get(hash) ?? 0;
    this.byBody.set(hash, attempt + 1);
    this.firstAt ??= at;
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    return { number: this.total++, attempt, inFlight: this.inFlight };
  }

  left(hash: string, answered: boolean): void {
    this.inFlight -= 1;
    if (!answered) return;
    this.answered += 1;
    this.answeredByBody.set(hash, (this.answeredByBody.get(hash) ?? 0) + 1);
    this.lastAnsweredAt = performance.timeOrigin + performance.now();
  }

  log(connections: number): ProvidersLog {
    const { total, answered, inFlight, mostInFlight, firstAt, lastAnsweredAt } = this;
    return {
      total,
      answered,
      byBody: Object.fromEntries(this.byBody),
      answeredByBody: Object.fromEntries(this.answeredByBody),
      connections,
      inFlight,
      mostInFlight,
      firstAt,
      lastAnsweredAt,
    };
  }
}
