import type { Json } from "./canonical.ts";
import type { LiveModel, ProviderName, RequestParams } from "./definition.ts";
import { PROVIDERS } from "./providers.ts";
import type { Faults, ValuePath } from "./yaml.ts";

/** A model of a basket that is asked over the network, as the file says it. */
export interface LiveYaml {
  name: string;
  provider?: ProviderName;
  model?: string;
  base_url?: string;
  key_variable?: string;
  params?: Record<string, Json>;
  limits?: {
    requests_per_minute?: number;
    tokens_per_minute?: number;
    connections?: number;
    attempts?: number;
    timeout_seconds?: number;
  };
  prices?: { input: number; output: number };
}

const CONNECTIONS = 10;
const ATTEMPTS = 6;
const TIMEOUT_SECONDS = 180;

/** Fields that only a model with a provider has. */
const LIVE_FIELDS = ["model", "base_url", "key_variable", "params", "limits", "prices"] as const;

/** The model behind an entry; null where the entry names no provider. Notes what is wrong at its place. */
export function liveModelOf(yaml: LiveYaml, at: ValuePath, faults: Faults): LiveModel | null {
  if (yaml.provider === undefined) {
    for (const field of LIVE_FIELDS)
      if (yaml[field] !== undefined)
        faults.fault(
          [...at, field],
          `"${field}" belongs to a model with a provider; name its provider`,
          "key",
        );
    return null;
  }
  const { baseUrl, keyVariable } = PROVIDERS[yaml.provider];
  const address = yaml.base_url ?? baseUrl;
  if (yaml.model === undefined)
    faults.fault(at, `"${yaml.name}" needs the model's id as ${yaml.provider} names it, under "model"`);
  if (address === null) faults.fault(at, `"${yaml.name}" needs the server's address, under "base_url"`);
  const normalised = address === null ? null : normalisedUrl(address);
  if (address !== null && normalised === null)
    faults.fault([...at, "base_url"], `${address} is no address; such as http://127.0.0.1:11434/v1`);
  if (yaml.model === undefined || normalised === null) return null;
  checkOptions(yaml.params?.options, [...at, "params", "options"], faults);
  const { limits = {} } = yaml;
  return {
    name: yaml.name,
    asked: {
      provider: yaml.provider,
      model: yaml.model,
      base_url: normalised,
      params: (yaml.params ?? {}) as RequestParams,
    },
    keyVariable: yaml.key_variable ?? keyVariable,
    limits: {
      requestsPerMinute: limits.requests_per_minute ?? null,
      tokensPerMinute: limits.tokens_per_minute ?? null,
      connections: limits.connections ?? CONNECTIONS,
      attempts: limits.attempts ?? ATTEMPTS,
      timeoutSeconds: limits.timeout_seconds ?? TIMEOUT_SECONDS,
    },
    prices: yaml.prices ?? null,
  };
}

/** What a basket says elsewhere: as an option it would go past dry run, budget and what the journal says was asked. */
const NOT_OPTIONS: Readonly<Record<string, string>> = {
  model: "model",
  temperature: "params.temperature",
  top_p: "params.top_p",
  top_k: "params.top_k",
  seed: "params.seed",
  stop: "params.stop",
  stop_sequences: "params.stop",
  frequency_penalty: "params.frequency_penalty",
  presence_penalty: "params.presence_penalty",
  max_tokens: "params.max_tokens",
  max_completion_tokens: "params.max_tokens",
  max_output_tokens: "params.max_tokens",
  n: "",
  best_of: "",
  candidate_count: "",
  stream: "",
  messages: "",
  contents: "",
  system: "",
};

function checkOptions(options: Json | undefined, at: ValuePath, faults: Faults): void {
  if (typeof options !== "object" || options === null) return;
  for (const name of Object.keys(options)) {
    const instead = NOT_OPTIONS[name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)];
    if (instead === undefined) continue;
    const remedy = instead === "" ? "each request is one message with one answer" : `use ${instead}`;
    faults.fault([...at, name], `"${name}" cannot stand among the options: ${remedy}`, "key");
  }
}

/** One spelling per address: scheme and host in small letters, no default port, no slash at the end; null for none. */
function normalisedUrl(text: string): string | null {
  try {
    return new URL(text).href.replace(/\/+$/u, "");
  } catch {
    return null;
  }
}
