import { onTestFinished } from "vitest";
import {
  type AskEvent,
  type AskHooks,
  LiveAsker,
  type Outcome,
  type Policy,
} from "../../../src/advisors/live/ask.ts";
import type { LiveModel, ProviderName, RequestParams } from "../../../src/pipeline/definition.ts";
import type { AskRequest } from "../../../src/pipeline/stage.ts";
import { type Reply, type Server, startServer } from "./server.ts";

export const KEY = "sk-test/1234567890+abc";
export const REQUEST: AskRequest = { prompt: "Say a number.", temperature: 0.5, max_tokens: 64 };

/** Waits of a test are short. */
export const HASTE: Partial<Policy> = { baseMs: 1, capMs: 2, random: () => 0.5 };

const ROOTS: Readonly<Record<ProviderName, string>> = {
  openai: "/v1",
  anthropic: "/v1",
  google: "/v1beta",
  together: "/v1",
  "openai-compatible": "/v1",
};

export function modelAt(
  url: string,
  provider: ProviderName = "openai",
  more: {
    name?: string;
    model?: string;
    params?: RequestParams;
    key?: string | null;
    limits?: Partial<LiveModel["limits"]>;
  } = {},
): LiveModel {
  return {
    name: more.name ?? "tested",
    asked: {
      provider,
      model: more.model ?? "some-model",
      base_url: `${url}${ROOTS[provider]}`,
      params: more.params ?? {},
    },
    keyVariable: more.key === undefined ? "TEST_API_KEY" : more.key,
    limits: {
      requestsPerMinute: null,
      tokensPerMinute: null,
      connections: 8,
      attempts: 3,
      timeoutSeconds: 30,
      ...more.limits,
    },
    prices: null,
  };
}

export interface Asking {
  readonly server: Server;
  readonly asker: LiveAsker;
  readonly events: AskEvent[];
  /** Outcomes as they were kept. */
  readonly kept: Outcome[];
  readonly hooks: AskHooks;
  ask(model?: LiveModel, request?: AskRequest): Promise<Outcome>;
}

/** A server and an asker for one test, both closed after it. */
export async function asking(reply: Reply, policy: Partial<Policy> = HASTE): Promise<Asking> {
  const server = await startServer(reply);
  const events: AskEvent[] = [];
  const kept: Outcome[] = [];
  const asker = new LiveAsker({
    secrets: new Map([["TEST_API_KEY", KEY]]),
    policy,
    observe: (event) => events.push(event),
  });
  onTestFinished(async () => {
    asker.abort();
    await server.close();
  });
  const hooks: AskHooks = {
    admit: async () => true,
    keep: async (outcome) => {
      kept.push(outcome);
    },
  };
  const ask = (model = modelAt(server.url), request = REQUEST) => asker.ask(model, request, hooks);
  return { server, asker, events, kept, hooks, ask };
}
