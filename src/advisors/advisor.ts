import type { AskRequest } from "../pipeline/stage.ts";

/**
 * An embedded advisor: a sender of known behaviour. It sees the text that a provider would see and the
 * request params of its basket entry, and nothing else; equal requests get equal answers.
 */
export type EmbeddedAdvisor = (request: AskRequest, params: AdvisorParams) => EmbeddedAnswer;

export interface EmbeddedAnswer {
  /** "" for an empty answer. */
  readonly text: string;
  /** Unified finish reason: stop or length. */
  readonly finish_reason: string;
}

/** Request params of a basket entry, handed to the advisor as they stand. */
export type AdvisorParams = Readonly<Record<string, string | number | boolean>>;
