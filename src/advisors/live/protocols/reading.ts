import type { Usage } from "../../../pipeline/answer-lines.ts";

/** An answer as the raw body holds it. What the body does not say is null, never a guess. */
export interface Reading {
  /** The words of the answer, those of a refusal among them; "" where there are none. */
  readonly text: string;
  /** The refusal in words, where the provider keeps it apart. */
  readonly refusal: string | null;
  readonly reasoning: string | null;
  readonly finishRaw: string | null;
  /** Unified, for a body that the provider's package refuses; null where the body names no reason. */
  readonly finish: FinishReason | null;
  readonly servedModel: string | null;
  readonly fingerprint: string | null;
  readonly id: string | null;
  readonly usage: Usage;
}

export type FinishReason = "stop" | "length" | "content-filter" | "tool-calls" | "error" | "other";

/** Any JSON object; its members are checked where they are read. */
export type Members = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A count of tokens; null for what is none. */
export function countOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}

/** Sum of what is there; null where nothing is. */
export function sumOf(...counts: readonly (number | null)[]): number | null {
  const there = counts.filter((count) => count !== null);
  return there.length === 0 ? null : there.reduce((sum, count) => sum + count, 0);
}

/** Texts put together; null where there are none. */
export function joinedOrNull(texts: readonly (string | null)[]): string | null {
  const joined = texts.map((text) => text ?? "").join("");
  return joined === "" ? null : joined;
}

/** Unified reason of a raw one: "other" for one that is not known, null for none. */
export function finishOf(
  known: Readonly<Record<string, FinishReason>>,
  raw: string | null,
): FinishReason | null {
  if (raw === null) return null;
  return Object.hasOwn(known, raw) ? known[raw]! : "other";
}
