import type { ProviderName } from "./definition.ts";

/** Where a provider is reached, and which environment variable holds its key, unless a basket says otherwise. */
export interface Provider {
  /** null where there is no address that holds for everybody. */
  readonly baseUrl: string | null;
  /** null where servers as a rule want no key. */
  readonly keyVariable: string | null;
}

export const PROVIDERS: Readonly<Record<ProviderName, Provider>> = {
  openai: { baseUrl: "https://api.openai.com/v1", keyVariable: "OPENAI_API_KEY" },
  anthropic: { baseUrl: "https://api.anthropic.com/v1", keyVariable: "ANTHROPIC_API_KEY" },
  google: {
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    keyVariable: "GOOGLE_GENERATIVE_AI_API_KEY",
  },
  together: { baseUrl: "https://api.together.xyz/v1", keyVariable: "TOGETHER_API_KEY" },
  "openai-compatible": { baseUrl: null, keyVariable: null },
};
