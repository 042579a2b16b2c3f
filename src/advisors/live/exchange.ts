/** One HTTP request and what came back, as the wire saw it, whatever a provider's package makes of it. */
export interface Exchange {
  /** Body as it went out; null until something is sent. */
  request: string | null;
  /** Whether bytes of the request can have reached the server. */
  reached: boolean;
  /** Status and headers; null until they come. */
  head: Head | null;
  /** The whole body; null unless it came to its end. */
  body: string | null;
  /** What went wrong on the way; null where nothing did. */
  broken: Broken | null;
  /** Milliseconds from sending to the last byte. */
  tookMs: number;
}

export interface Head {
  readonly status: number;
  /** Names in small letters; a header that came several times is joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Address that was asked, to read a relative redirect. */
  readonly url: string;
}

export interface Broken {
  readonly kind: "timeout" | "transport" | "cut-body" | "endless" | "aborted" | "not-sent" | "no-key";
  readonly message: string;
}

export function emptyExchange(): Exchange {
  return { request: null, reached: false, head: null, body: null, broken: null, tookMs: 0 };
}
