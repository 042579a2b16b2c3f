import type { RecordedRequest } from "./protocols.ts";

/** An error in no protocol's words. */
export interface ErrorParts {
  readonly kind: ErrorKind;
  /** Status to send in place of the one that the provider has for this kind. */
  readonly status?: number;
  /** In place of the provider's words. */
  readonly message?: string;
  /** Seconds, or a date or other text as it stands. */
  readonly retryAfter?: number | string;
}

export type ErrorKind =
  | "rate-limit"
  | "quota"
  | "bad-request"
  | "refused-key"
  | "forbidden"
  | "unknown-model"
  | "timeout"
  | "conflict"
  | "unprocessable"
  | "server"
  | "unavailable"
  | "overloaded";

type Spoken = "openai" | "anthropic" | "google";

/** Status, then the provider's name of the error (OpenAI: type and code), then its words. */
type Entry = readonly [status: number, name: string, message: string, code?: string];

/** The kind that a status usually means. */
const KINDS: Readonly<Record<number, ErrorKind>> = {
  400: "bad-request",
  401: "refused-key",
  403: "forbidden",
  404: "unknown-model",
  408: "timeout",
  409: "conflict",
  422: "unprocessable",
  429: "rate-limit",
  500: "server",
  503: "unavailable",
  529: "overloaded",
};

/** Parts of the error that a status usually means; a server's error for any other status. */
export function errorOf(status: number): ErrorParts {
  return { kind: KINDS[status] ?? (status < 500 ? "bad-request" : "server"), status };
}

// Bodies as the three providers send them: platform.openai.com/docs/guides/error-codes,
// docs.anthropic.com/en/api/errors, ai.google.dev/gemini-api/docs/troubleshooting.
const OPENAI: Readonly<Record<ErrorKind, Entry>> = {
  "rate-limit": [
    429,
    "requests",
    "Rate limit reached for requests per min (RPM): Limit 500, Used 500, Requested 1.",
    "rate_limit_exceeded",
  ],
  quota: [
    429,
    "insufficient_quota",
    "You exceeded your current quota, please check your plan and billing details.",
    "insufficient_quota",
  ],
  "bad-request": [400, "invalid_request_error", "Invalid value for 'temperature'.", "invalid_value"],
  "refused-key": [401, "invalid_request_error", "Incorrect API key provided.", "invalid_api_key"],
  forbidden: [403, "invalid_request_error", "You are not allowed to use this model.", "forbidden"],
  "unknown-model": [
    404,
    "invalid_request_error",
    "The model does not exist or you do not have access to it.",
    "model_not_found",
  ],
  timeout: [408, "timeout", "Request timed out."],
  conflict: [409, "conflict_error", "The request conflicts with another request."],
  unprocessable: [422, "invalid_request_error", "The request could not be processed."],
  server: [500, "server_error", "The server had an error while processing your request. Sorry about that!"],
  unavailable: [503, "server_error", "The engine is currently overloaded, please try again later."],
  overloaded: [529, "overloaded_error", "Overloaded"],
};

const ANTHROPIC: Readonly<Record<ErrorKind, Entry>> = {
  "rate-limit": [429, "rate_limit_error", "This request would exceed your organization's rate limit."],
  // Anthropic has no quota error of its own.
  quota: [
    400,
    "invalid_request_error",
    "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
  ],
  "bad-request": [400, "invalid_request_error", "temperature: range: 0..1"],
  "refused-key": [401, "authentication_error", "invalid x-api-key"],
  forbidden: [
    403,
    "permission_error",
    "Your API key does not have permission to use the specified resource.",
  ],
  "unknown-model": [404, "not_found_error", "model: not found"],
  timeout: [408, "timeout_error", "Request timed out"],
  conflict: [409, "invalid_request_error", "The request conflicts with another request"],
  unprocessable: [422, "invalid_request_error", "The request could not be processed"],
  server: [500, "api_error", "Internal server error"],
  unavailable: [503, "api_error", "Service unavailable"],
  overloaded: [529, "overloaded_error", "Overloaded"],
};

const GOOGLE: Readonly<Record<ErrorKind, Entry>> = {
  "rate-limit": [
    429,
    "RESOURCE_EXHAUSTED",
    "You exceeded your current quota, please check your plan and billing details.",
  ],
  quota: [
    429,
    "RESOURCE_EXHAUSTED",
    "You exceeded your current quota, please check your plan and billing details.",
  ],
  "bad-request": [400, "INVALID_ARGUMENT", "Request contains an invalid argument."],
  // Google refuses a key with 400; only the details tell.
  "refused-key": [400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key."],
  forbidden: [403, "PERMISSION_DENIED", "The caller does not have permission"],
  "unknown-model": [404, "NOT_FOUND", "The model is not found for API version v1beta."],
  timeout: [408, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete."],
  conflict: [409, "ABORTED", "The operation was aborted."],
  unprocessable: [422, "INVALID_ARGUMENT", "The request could not be processed."],
  server: [500, "INTERNAL", "An internal error has occurred."],
  unavailable: [503, "UNAVAILABLE", "The model is overloaded. Please try again later."],
  overloaded: [529, "UNAVAILABLE", "The model is overloaded. Please try again later."],
};

/** Status, headers and body of a response that fails. */
export function renderError(spoken: Spoken, request: RecordedRequest, model: string, parts: ErrorParts) {
  const { kind, retryAfter } = parts;
  const entry = { openai: OPENAI, anthropic: ANTHROPIC, google: GOOGLE }[spoken][kind];
  const [status, name, words, code] = entry;
  const sent = parts.status ?? status;
  const message = parts.message ?? words;
  // Google says in the body, in seconds, how long to wait; the others in a header.
  const inHeader = retryAfter !== undefined && !(spoken === "google" && typeof retryAfter === "number");
  const headers: Record<string, string> = inHeader ? { "retry-after": String(retryAfter) } : {};
  if (spoken === "openai") {
    return {
      status: sent,
      headers,
      body: { error: { message, type: name, param: null, code: code ?? null } },
    };
  }
  if (spoken === "anthropic") {
    const id = `req_${request.hash.slice(0, 12)}`;
    return {
      status: sent,
      headers: { ...headers, "request-id": id },
      body: { type: "error", error: { type: name, message }, request_id: id },
    };
  }
  const details = googleDetails(kind, model, retryAfter);
  return {
    status: sent,
    headers,
    body: { error: { code: sent, message, status: name, ...(details.length === 0 ? {} : { details }) } },
  };
}

function googleDetails(kind: ErrorKind, model: string, retryAfter: number | string | undefined): object[] {
  const details: object[] = [];
  if (kind === "refused-key") {
    details.push({
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: "API_KEY_INVALID",
      domain: "googleapis.com",
      metadata: { service: "generativelanguage.googleapis.com" },
    });
  }
  if (kind === "rate-limit" || kind === "quota") {
    details.push({
      "@type": "type.googleapis.com/google.rpc.QuotaFailure",
      violations: [
        {
          quotaMetric: "generativelanguage.googleapis.com/generate_content_free_tier_requests",
          quotaId: `GenerateRequestsPer${kind === "quota" ? "Day" : "Minute"}PerProjectPerModel-FreeTier`,
          quotaDimensions: { location: "global", model },
          quotaValue: "15",
        },
      ],
    });
  }
  if (typeof retryAfter === "number") {
    details.push({ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retryAfter}s` });
  }
  return details;
}
