import http from "node:http";
import https from "node:https";
import { performance } from "node:perf_hooks";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Broken, Exchange } from "./exchange.ts";
import type { Interrupt } from "./interrupt.ts";
import { OneByOne } from "./one-by-one.ts";

/** An answer in words has no such length: what is longer is not read to its end. */
const LONGEST_BODY = 64 * 1024 * 1024;

interface Attempt {
  readonly exchange: Exchange;
  readonly interrupt: Interrupt;
}

/**
 * Sends requests over connections that stay open between them. Node's own `fetch` does the same for twice the
 * processor time. It follows no redirect and goes through no proxy.
 */
export class Transport {
  readonly #http = new http.Agent({ keepAlive: true });
  readonly #https = new https.Agent({ keepAlive: true });
  readonly #oneByOne = new OneByOne();

  /** Attempts that are to be sent, by the signal that goes with each from `expect` to `fetch`. */
  readonly #expected = new WeakMap<AbortSignal, Attempt>();

  /**
   * The next attempt. The signal that it returns is never aborted: a package hands it to `fetch`, which knows by it
   * which attempt it sends.
   */
  expect(exchange: Exchange, interrupt: Interrupt): AbortSignal {
    const { signal } = new AbortController();
    this.#expected.set(signal, { exchange, interrupt });
    return signal;
  }

  /**
   * Sends an attempt and records it in its exchange. It sends one request for each and refuses a second, so that
   * a package that continues an answer on its own sends nothing that was not admitted. It rejects for everything
   * but a whole 2xx body; the exchange tells why.
   */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const { exchange, interrupt } = this.#take(init?.signal);
    exchange.request = String(init?.body ?? "");
    await this.#send(String(input), init?.headers as Record<string, string>, exchange, interrupt);
    const { head, body } = exchange;
    if (body === null || head === null) throw new Error(exchange.broken?.message ?? "nothing came back");
    if (head.status < 200 || head.status > 299) throw new Error(`status ${head.status}`);
    return new Response(body, { status: 200, headers: { "content-type": "application/json" } });
  };

  #take(signal: AbortSignal | null | undefined): Attempt {
    const attempt = signal ? this.#expected.get(signal) : undefined;
    if (attempt === undefined) throw new Error("one attempt is one request");
    this.#expected.delete(signal!);
    return attempt;
  }

  #send(
    url: string,
    headers: Record<string, string>,
    exchange: Exchange,
    interrupt: Interrupt,
  ): Promise<void> {
    const secure = url.startsWith("https:");
    const began = performance.now();
    return new Promise((resolve) => {
      const end = (broken: Broken | null): void => {
        interrupt.endWith(null);
        exchange.broken ??= broken;
        exchange.tookMs = performance.now() - began;
        this.#oneByOne.add(resolve);
      };
      const request = (secure ? https : http).request(url, {
        method: "POST",
        headers,
        agent: secure ? this.#https : this.#http,
      });
      // A socket that was there before is connected; of a new one nothing can have gone out until it is.
      request.on("socket", (socket) => {
        const reached = (): void => {
          exchange.reached = true;
        };
        if (request.reusedSocket) reached();
        else socket.once(secure ? "secureConnect" : "connect", reached);
      });
      request.on("error", (error) => end(brokenBy(error, interrupt, exchange)));
      request.on("response", (response) => {
        exchange.head = { status: response.statusCode ?? 0, headers: joined(response.headers), url };
        const chunks: Buffer[] = [];
        let length = 0;
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length <= LONGEST_BODY) return;
          end({ kind: "endless", message: `the body is longer than ${LONGEST_BODY} bytes` });
          request.destroy();
        });
        response.on("error", (error) => end(brokenBy(error, interrupt, exchange)));
        response.on("end", () => {
          try {
            exchange.body = decoded(Buffer.concat(chunks), response.headers["content-encoding"]);
            end(null);
          } catch {
            end({ kind: "cut-body", message: "the compressed body could not be read" });
          }
        });
      });
      interrupt.endWith(() => request.destroy(new Error("interrupted")));
      request.end(exchange.request);
    });
  }
}

function brokenBy(error: Error, interrupt: Interrupt, exchange: Exchange): Broken {
  if (interrupt.broken !== null) return interrupt.broken;
  const code = (error as NodeJS.ErrnoException).code;
  const message =
    code === undefined || error.message.includes(code) ? error.message : `${code}: ${error.message}`;
  return {
    kind: exchange.head === null ? "transport" : "cut-body",
    message: message || "the connection broke",
  };
}

function joined(headers: http.IncomingHttpHeaders): Record<string, string> {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value] as const],
  );
  return Object.fromEntries(pairs);
}

/** Nothing asks for compression, but servers between compress all the same. Throws where the body is cut. */
function decoded(bytes: Buffer, encoding: string | undefined): string {
  const plain = (DECODERS[encoding?.trim().toLowerCase() ?? ""] ?? ((whole: Buffer) => whole))(bytes);
  return new TextDecoder().decode(plain);
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: LONGEST_BODY }),
  "x-gzip": (bytes) => gunzipSync(bytes, { maxOutputLength: LONGEST_BODY }),
  deflate: (bytes) => inflateSync(bytes, { maxOutputLength: LONGEST_BODY }),
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: LONGEST_BODY }),
};
