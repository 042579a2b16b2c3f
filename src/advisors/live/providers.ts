import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { Asked, ProviderName } from "../../pipeline/definition.ts";

/** How a provider's package is used. */
interface Package {
  /** Name under which the package looks for its own options. */
  readonly options: string;
  /** What a request, an answer and an error look like. */
  readonly protocol: Protocol;
  /** Loads the package, and only this one. */
  build(asked: Asked, apiKey: string, fetch: typeof globalThis.fetch): Promise<LanguageModelV3>;
}

export type Protocol = "openai" | "anthropic" | "google";

/**
 * The model that a request goes to. Every address, key and way to send is given: without them the packages would
 * look into the environment.
 *
 * @param apiKey null where the server wants none; then no header of the request holds one
 */
export function sdkModel(
  asked: Asked,
  apiKey: string | null,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModelV3> {
  return PACKAGES[asked.provider].build(asked, apiKey ?? "", apiKey === null ? keyless(fetch) : fetch);
}

export function protocolOf(provider: ProviderName): Protocol {
  return PACKAGES[provider].protocol;
}

export function optionsNameOf(provider: ProviderName): string {
  return PACKAGES[provider].options;
}

const compatible = (name: string): Package => ({
  options: name,
  protocol: "openai",
  build: async ({ base_url, model }, apiKey, fetch) => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    // Without it the package would ask for any JSON in place of the schema.
    const settings = { name, baseURL: base_url, apiKey, fetch, supportsStructuredOutputs: true };
    return createOpenAICompatible(settings).chatModel(model);
  },
});

const PACKAGES: Readonly<Record<ProviderName, Package>> = {
  openai: {
    options: "openai",
    protocol: "openai",
    build: async ({ base_url, model }, apiKey, fetch) => {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ baseURL: base_url, apiKey, fetch }).chat(model);
    },
  },
  anthropic: {
    options: "anthropic",
    protocol: "anthropic",
    build: async ({ base_url, model }, apiKey, fetch) => {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ baseURL: base_url, apiKey, fetch }).messages(model);
    },
  },
  google: {
    options: "google",
    protocol: "google",
    build: async ({ base_url, model }, apiKey, fetch) => {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI({ baseURL: base_url, apiKey, fetch }).chat(model);
    },
  },
  together: compatible("together"),
  "openai-compatible": compatible("openaiCompatible"),
};

const KEY_HEADERS = new Set(["authorization", "x-api-key", "x-goog-api-key"]);

function keyless(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const headers = Object.entries(init?.headers as Record<string, string>).filter(
      ([name]) => !KEY_HEADERS.has(name.toLowerCase()),
    );
    return fetch(input, { ...init, headers: Object.fromEntries(headers) });
  };
}
