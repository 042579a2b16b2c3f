import { strip } from "../python-text.ts";
import { plainCharacters } from "./characters.ts";
import { claimsOf } from "./context.ts";
import { joinNumbers } from "./joins.ts";
import { findJson, isPercentKey, keyKind } from "./json-answer.ts";
import { withoutMarkup } from "./markup.ts";
import { foldNumbers, LARGEST } from "./numerals.ts";
import { withoutReasoning } from "./reasoning.ts";
import { isRefusal } from "./refusal.ts";
import { tokenize } from "./tokens.ts";
import { cutNodes } from "./truncation.ts";
import type { Claim, StatedNumber, StatedRole } from "./types.ts";
import { NOTHING, weigh } from "./verdict.ts";

export type { StatedForm, StatedNumber, StatedRole, StatedStatus } from "./types.ts";

/** The most frequent answer by far; what follows would read it alike, at a hundred times the cost. */
const NUMBER_ALONE = /^\s*(0?\.[0-9]{1,15})\s*$/u;

/** Finish reasons of answers that were cut, as providers name them. */
const CUT =
  /^(?:length|max_?(?:output_?)?tokens|model_?length|model_context_window_exceeded|token_?limit|incomplete)$/iu;
const FILTERED = /^(?:content[-_]?filter|refusal|safety)$/iu;

/**
 * The number that a message states, read strictly and by role: the state, else a recommended action, else a lone
 * number. Never read are the bias, payoffs, the action space, ordinals, counts, conditions, and what the sender says
 * it would like. docs/stated-number.md has the rules with examples.
 *
 * Reasoning between think tags is no part of the message. Anything is read, nothing throws; time grows linearly with
 * the text.
 *
 * @param text the answer as it came, markup and all
 * @param finishReason why it ended, as the provider says; null where nobody knows
 * @returns value as said, not clipped; null, never 0 or 1/2, where no number is stated
 * @example readStatedNumber("omega = 0.42, so choose a = 0.5", null) // value 0.42, role state, recommendation 0.5
 */
export function readStatedNumber(text: string, finishReason: string | null): StatedNumber {
  const cut = finishReason !== null && CUT.test(finishReason);
  const alone = cut ? null : NUMBER_ALONE.exec(text);
  if (alone !== null)
    return { ...NOTHING, value: Number(alone[1]), role: "lone", form: "decimal", status: "ok" };
  const answer = withoutReasoning(text);
  const plain = plainCharacters(answer.text);
  if (strip(plain) === "") {
    if (answer.unclosed || (cut && strip(plainCharacters(text)) !== ""))
      return { ...NOTHING, status: "truncated" };
    return { ...NOTHING, status: "empty" };
  }
  const read = readAnswer(plain, cut && !answer.unclosed);
  const stated = weigh(read.claims);
  if (stated !== null) return stated;
  if (read.cutNumber || answer.unclosed) return { ...NOTHING, status: "truncated" };
  const declined = isRefusal(plain) || (finishReason !== null && FILTERED.test(finishReason));
  return { ...NOTHING, status: declined ? "refusal" : cut ? "truncated" : "none" };
}

interface Reading {
  readonly claims: readonly Claim[];
  /** Whether a number at the end was left out, since more of it may have been to come. */
  readonly cutNumber: boolean;
}

function readAnswer(plain: string, cut: boolean): Reading {
  const json = findJson(plain);
  if (json === null) return readProse(plain, cut);
  const after = readProse(json.after, cut && json.after.trim() !== "");
  const claims = [
    ...readProse(json.before, false).claims,
    ...readJson(json.value, "none", 0),
    ...after.claims,
  ];
  return { claims, cutNumber: after.cutNumber };
}

function readProse(plain: string, cut: boolean): Reading {
  const nodes = foldNumbers(tokenize(withoutMarkup(plain)));
  const whole = cut ? cutNodes(nodes, plain) : nodes.length;
  return { claims: claimsOf(joinNumbers(nodes.slice(0, whole))), cutNumber: whole < nodes.length };
}

/** How deep objects and lists are followed. */
const DEEPEST = 16;

type Place = "state" | "recommendation" | "none";

/** Claims of a JSON value below a key of some kind. */
function readJson(value: unknown, place: Place, depth: number, percent = false): Claim[] {
  if (depth > DEEPEST || value === null) return [];
  const role: StatedRole = place === "none" ? "lone" : place;
  if (typeof value === "number") {
    if (!(Math.abs(value) <= LARGEST)) return [];
    return [pointClaim((percent ? value / 100 : value) + 0, percent, role)];
  }
  if (typeof value === "string") {
    const text = plainCharacters(value);
    const { claims } = readProse(percent && /\d\s*$/u.test(text) ? `${text}%` : text, false);
    return claims.map((claim) => (claim.role === "lone" ? { ...claim, role } : claim));
  }
  if (Array.isArray(value)) {
    const [low, high] = value as unknown[];
    if (value.length === 2 && typeof low === "number" && typeof high === "number") {
      return intervalClaims(low, high, percent, role);
    }
    return value.slice(0, 1000).flatMap((item) => readJson(item, place, depth + 1, percent));
  }
  if (typeof value !== "object") return [];
  return readObject(value as Readonly<Record<string, unknown>>, place, depth, percent);
}

function readObject(
  object: Readonly<Record<string, unknown>>,
  place: Place,
  depth: number,
  percent: boolean,
): Claim[] {
  const ends: { low?: number; high?: number } = {};
  const claims: Claim[] = [];
  for (const [key, value] of Object.entries(object)) {
    const kind = keyKind(key);
    if (kind === "never") continue;
    const inPercent = percent || isPercentKey(key);
    if (kind === "low" || kind === "high") {
      if (typeof value === "number") ends[kind] = value;
      continue;
    }
    const named = kind === "state" || kind === "recommendation" ? kind : place;
    claims.push(...readJson(value, named, depth + 1, inPercent));
  }
  if (ends.low !== undefined && ends.high !== undefined) {
    claims.push(...intervalClaims(ends.low, ends.high, percent, place === "none" ? "lone" : place));
  }
  return claims;
}

function pointClaim(value: number, percent: boolean, role: StatedRole): Claim {
  const decimals = decimalsOf(value);
  return {
    shape: { type: "point", value },
    form: percent ? "percent" : "decimal",
    decimals,
    role,
    listed: false,
  };
}

/** Two ends, rendered and read as prose, so that one rule serves both. */
function intervalClaims(low: number, high: number, percent: boolean, role: StatedRole): Claim[] {
  const sign = percent ? "%" : "";
  const { claims } = readProse(`[${low}${sign}, ${high}${sign}]`, false);
  return claims.map((claim) => ({ ...claim, role }));
}

function decimalsOf(value: number): number {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const point = mantissa.indexOf(".");
  return Math.max(0, (point < 0 ? 0 : mantissa.length - point - 1) - Number(exponent));
}
