/** A JSON value within a message, and the prose around it. */
export interface JsonAnswer {
  readonly value: unknown;
  readonly before: string;
  readonly after: string;
}

/** How often a text is tried as JSON; each try ends at the bracket that closes it. */
const TRIES = 4;

/** The first object within a text, or the text's one array; null where none parses. O(n). */
export function findJson(text: string): JsonAnswer | null {
  let from = 0;
  for (let tries = 0; tries < TRIES; tries++) {
    const start = text.indexOf("{", from);
    if (start < 0) break;
    const end = closingBrace(text, start);
    if (end < 0) break;
    const value = parsed(text.slice(start, end + 1));
    if (value !== undefined) return { value, before: text.slice(0, start), after: text.slice(end + 1) };
    from = start + 1;
  }
  const whole = text.replace(/^\s*```(?:json)?|```\s*$/giu, "").trim();
  const value = whole.startsWith("[") && whole.endsWith("]") ? parsed(whole) : undefined;
  // A list of plain numbers is prose: "[0, 1]", "[0.35, 0.45]".
  const structured =
    Array.isArray(value) && value.some((item) => typeof item === "object" || typeof item === "string");
  return structured ? { value, before: "", after: "" } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The place of the brace that closes the one at `start`; −1 where none does. Strings may hold braces. */
function closingBrace(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const character = text[i];
    if (quoted) {
      if (character === "\\") i++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{") depth++;
    else if (character === "}" && --depth === 0) return i;
  }
  return -1;
}

/** What the value of a key is about. */
export type KeyKind = "state" | "recommendation" | "message" | "never" | "low" | "high" | "none";

const KEYS: readonly (readonly [KeyKind, RegExp])[] = [
  [
    "never",
    /^(?:b|bias|biases|payoff|payoffs|utility|confidence|certainty|probability|temperature|id|ids|step|round|seed|n|version|index|count|timestamp|date|time|reasoning|reason|thinking|thought|thoughts|analysis|rationale|explanation|scratchpad|cot|ideal|preferred|preference|wish|want|wanted|desired|offset|shift|margin|error|precision|weight|loss|tokens|model|frame|player|sd|std|variance)$/u,
  ],
  [
    "recommendation",
    /^(?:a|action|actions|recommendation|recommended|recommend|suggestion|suggested|suggest|advice|advised|choice|choose|decision|pick|ahat)$/u,
  ],
  ["state", /^(?:omega|ω|w|state|theta|θ|truth|true|value|estimate|estimated|actual|guess|observed)$/u],
  ["low", /^(?:low|lower|min|minimum|from|start)$/u],
  ["high", /^(?:high|higher|upper|max|maximum|to|end)$/u],
  [
    "message",
    /^(?:message|msg|text|content|answer|response|reply|output|report|number|final|result|signal|say)$/u,
  ],
];

/** What a key says of its value, by its words: "recommended_action", "trueState", "a_hat". */
export function keyKind(key: string): KeyKind {
  const words = key
    .slice(0, 80)
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  for (const [kind, pattern] of KEYS) if (words.some((word) => pattern.test(word))) return kind;
  return "none";
}

/** Whether the numbers below a key are percentages. */
export function isPercentKey(key: string): boolean {
  return /percent|pct|%/iu.test(key.slice(0, 80));
}
