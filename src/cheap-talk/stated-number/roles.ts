import { isSymbol, wordOf } from "./nodes.ts";
import type { ReadNode } from "./types.ts";

/**
 * What a word says of the numbers near it.
 *
 * - `state`: they are the state
 * - `weak`: likewise, unless an action was named before in the sentence ("the value", "it is")
 * - `choose`: a verb that recommends; `action`: a noun for what is recommended
 * - `wish`: what the sender would like: never read; `payoff`: what it would earn: never read
 * - `aside`: the bias, a confidence, a count: the next number is never read
 * - `message`: they are what the sender says, and nothing in particular
 * - `denied`: an action is advised against: never read
 */
export type MarkerKind =
  | "state"
  | "weak"
  | "choose"
  | "action"
  | "wish"
  | "payoff"
  | "aside"
  | "message"
  | "denied";

export interface Marker {
  readonly kind: MarkerKind;
  /** How many nodes it takes. */
  readonly length: number;
}

const STATE_NAME =
  /^(?:ω|omega|θ|theta|state|states|truth|type|estimate|estimates|estimated|estimation|guess)$/u;
const SEEN = /^(?:observed|observe|observes|observing|saw|seen|drew|drawn)$/u;
const TRUE = /^(?:true|actual|real|exact|correct|underlying|hidden|private|observed|precise)$/u;
const QUANTITY =
  /^(?:value|number|figure|quantity|position|level|amount|location|draw|realization|realisation)$/u;
const BEING =
  /^(?:is|was|be|lies|lay|sits|equals|seems|looks|appears|could|may|might|must|will|would|should|falls|stands|comes|has|goes|remains|turns|landed|lands|came|does|doesn't|can|can't|cannot|isn't|won't|wasn't|exceeds|surpasses|needn't|shouldn't|couldn't)$/u;

const CHOOSE =
  /^(?:choose|chooses|choosing|chose|chosen|pick|picks|picking|picked|select|selects|selecting|take|takes|taking|set|sets|setting|recommend|recommends|recommending|recommended|suggest|suggests|suggesting|suggested|advise|advises|advising|advised|propose|proposes|proposing|adopt|implement|play|use|try|act|aim|target|targeting|urge)$/u;
const ACTION =
  /^(?:action|actions|recommendation|recommendations|suggestion|advice|choice|decision|proposal|pick)$/u;
const BEST = /^(?:best|optimal|optimum|ideal|right)$/u;

const MESSAGE =
  /^(?:message|msg|report|reports|reported|reporting|say|says|saying|said|send|sends|sending|answer|reply|response|respond|output|tell|telling|signal|signals|announce|communicate|submit|claim)$/u;
const ASIDE =
  /^(?:moved|nudge|nudged|bias|biased|biases|β|shift|shifts|shifted|shifting|offset|offsets|increment|extra|additional|add|adds|added|adding|plus|subtract|subtracting|gap|markup|premium|bump|margin|tolerance|deviation|difference|confidence|confident|certainty|certain|sure|probability|probabilities|prob|chance|chances|likelihood|odds|percentile|temperature|seed|weight|variance|sigma|σ|sd|precision|error|errors|step|size|increase|increased|increases|raise|raised|inflate|inflated|exaggerate|exaggerated|adjust|adjusted|adjustment|uncertainty|accuracy|noise|correlation|alpha|α|γ|λ|ε|δ)$/u;
/** Names before a number that say which one of several: "policy 3", "round 2". */
const LABEL =
  /^(?:policy|policies|rule|rules|section|sections|option|options|iteration|round|rounds|player|players|version|page|pages|item|part|chapter|fig|table|appendix|note|article|guideline|guidelines|principle|principles|law|line|question|case|scenario|game|stage|phase|model|trial|task|turn|sender|receiver|agent|bin|fold|cell|range|bucket|category|tier|group|class|id|ref|code|step|message|msg|candidate|claude|gpt|llama|gemini|study|experiment|test|v|no|nr|eq|equation|theorem|paragraph|clause|attempt|try|draft|advisor|condition|number|in|on|top|since|year|q|day|week|regulation|standard|reason|lemma|exhibit|answer|reply|response|output)$/u;
/** Of these also with a decimal: "section 3.2". */
const DECIMAL_LABEL =
  /^(?:policy|policies|rule|rules|section|sections|version|chapter|fig|table|appendix|article|guideline|guidelines|principle|principles|claude|gpt|llama|gemini|v|eq|equation|paragraph|clause|regulation|standard)$/u;
/** Variables that are neither state nor action. */
const OTHER_VARIABLE = /^(?:b|n|t|k|p|q|r|c|l|u|v|pr|se|ci)$/u;

const LINK = /^(?:=|:|≈|~|∈|≤|≥|<|>|→)$/u;
const DENIAL = /^(?:not|never|avoid|cannot|against|refuse|without|nor|neither|no|[a-z]+n't)$/u;
const WANT = /^(?:want|wants|wanted|prefer|prefers|preferred|desire|hope|wish|wanting|love)$/u;

export function isStateName(word: string): boolean {
  return STATE_NAME.test(word);
}

export function isActionName(word: string): boolean {
  return word === "a" || ACTION.test(word);
}

export function isLabel(word: string, decimal: boolean): boolean {
  return (decimal ? DECIMAL_LABEL : LABEL).test(word);
}

export function isAside(word: string): boolean {
  return ASIDE.test(word);
}

/** The marker that begins at a node; null where none does. */
export function markerAt(nodes: readonly ReadNode[], at: number): Marker | null {
  const node = nodes[at];
  if (node?.kind !== "word") return null;
  const word = node.text;
  const [before, after] = [wordOf(nodes[at - 1]), wordOf(nodes[at + 1])];
  const one = (kind: MarkerKind, length = 1): Marker => ({ kind, length });

  const wish = wishAt(nodes, at);
  if (wish !== null) return one("wish", wish);
  if (word === "my" && /^(?:payoff|payoffs|utility|reward|return|benefit|gain)$/u.test(after))
    return one("payoff", 2);
  if (/^(?:payoff|payoffs|utility|loss|reward|penalty|distance|squared|profit)$/u.test(word))
    return one("aside");

  if (word === "a") return isVariableA(nodes, at) ? one("action") : null;
  if (word === "b") return isLinked(nodes, at + 1) || nodes[at + 1]?.kind === "claim" ? one("aside") : null;
  if (word === "w") return isSymbol(nodes[at + 1], /^[=≈]$/u) ? one("state") : null;
  if (OTHER_VARIABLE.test(word)) return isSymbol(nodes[at + 1], /^[=≈]$/u) ? one("aside") : null;

  if (word === "state" && /^(?:i|to|will|can|must|should|we|cannot)$/u.test(before)) return one("message");
  if (word === "type" && /^(?:of|this|that)$/u.test(before)) return null;
  if (STATE_NAME.test(word) || SEEN.test(word)) return one("state");
  if (word === "see" && before === "i") return one("state");
  if (word === "put" && /^(?:it|this|that|ω|omega)$/u.test(after)) return one("state", 2);
  if (TRUE.test(word) && QUANTITY.test(after)) return one("state", 2);
  if (BEST.test(word) && (QUANTITY.test(after) || /^(?:response|reply|move|bet|answer)$/u.test(after)))
    return one("action", 2);
  if (word === "true" && isSymbol(nodes[at + 1], /^:$/u)) return one("state");
  if (word === "it" && BEING.test(after)) return one("weak");
  if (word === "it's" || word === "its") return one("weak");
  if (word === "value") return one("weak");
  if (/^(?:number|figure|quantity)$/u.test(word) && before === "the") return one("weak");

  if (
    /^(?:go|going|goes|went|stick|sticking|gone)$/u.test(word) &&
    /^(?:with|for|to|at)$/u.test(after) &&
    wordOf(nodes[at + 2]) !== "be"
  )
    return chooseAt(nodes, at, 2);
  if (
    /^(?:opt|opting|settle|settling|move|lean|leaning|bet|shoot|round)$/u.test(word) &&
    /^(?:for|on|to|at|towards?)$/u.test(after)
  ) {
    return word === "round" ? null : chooseAt(nodes, at, 2);
  }
  if (word === "you" && after === "should") return chooseAt(nodes, at, 2);
  if (word === "should" && /^(?:be|equal)$/u.test(after) && /^(?:action|you|a)$/u.test(before))
    return one("action", 2);
  const advice = adviceAt(nodes, at);
  if (advice > 0) return chooseAt(nodes, at, advice);
  if (isOrder(nodes, at)) return one("choose");
  if (CHOOSE.test(word)) return chooseAt(nodes, at, 1);
  if (ACTION.test(word)) return one("action");
  if (MESSAGE.test(word)) return one("message");
  if (ASIDE.test(word)) return one("aside");
  return null;
}

/** How many words of "you would do well with", "best off at" or "land on" begin at a node; 0 where none do. */
function adviceAt(nodes: readonly ReadNode[], at: number): number {
  const [first, second, third] = [0, 1, 2].map((k) => wordOf(nodes[at + k]));
  let length = 0;
  if (first === "do" && second === "well" && third === "with") length = 3;
  else if (/^(?:best|better)$/u.test(first ?? "") && second === "off") length = 2;
  else if (first === "land" && second === "on") length = 2;
  if (length === 0) return 0;
  for (let i = at - 1; i >= at - 4 && nodes[i]?.kind === "word"; i--) {
    if (/^you(?:'d|'ll)?$/u.test(wordOf(nodes[i]))) return length;
  }
  return 0;
}

/** "Stay under 0.7", "don't go below 0.4": an order, since nobody is said to do so. */
function isOrder(nodes: readonly ReadNode[], at: number): boolean {
  if (!/^(?:go|stay|keep|remain)$/u.test(wordOf(nodes[at]))) return false;
  if (!/^(?:below|above|under|over|beyond|past)$/u.test(wordOf(nodes[at + 1]))) return false;
  const denied = /^(?:don't|never)$/u.test(wordOf(nodes[at - 1]));
  const before = nodes[denied ? at - 2 : at - 1];
  if (before?.kind === "word") return /^(?:please|so|therefore)$/u.test(before.text);
  return before?.kind !== "claim" && before?.kind !== "other";
}

function chooseAt(nodes: readonly ReadNode[], at: number, length: number): Marker {
  for (let i = at - 1; i >= at - 3 && nodes[i]?.kind === "word"; i--) {
    if (DENIAL.test(wordOf(nodes[i]))) return { kind: "denied", length };
  }
  return { kind: "choose", length };
}

function isLinked(nodes: readonly ReadNode[], at: number): boolean {
  return isSymbol(nodes[pastQuote(nodes, at)], LINK) || /^(?:is|of|equals|was)$/u.test(wordOf(nodes[at]));
}

/** The place after a closing quotation mark, for the key of an object: `'a': 0.5`. */
function pastQuote(nodes: readonly ReadNode[], at: number): number {
  return isSymbol(nodes[at], /^["']$/u) ? at + 1 : at;
}

/** Whether "a" names the action and is no article, list letter or answer mark. */
function isVariableA(nodes: readonly ReadNode[], at: number): boolean {
  const node = nodes[at];
  const next = nodes[pastQuote(nodes, at + 1)];
  if (node?.kind !== "word") return false;
  if (isSymbol(next, LINK)) return !(node.capital && isSymbol(next, /^:$/u));
  return /^(?:in|is|equals|near|should|of|at|be|close)$/u.test(wordOf(next));
}

/**
 * Length of the words, from a node on, that begin what the sender would like; null where none do. "I want to be
 * honest" wishes for no number.
 */
function wishAt(nodes: readonly ReadNode[], at: number): number | null {
  const words = [0, 1, 2, 3].map((k) => wordOf(nodes[at + k]));
  const [first = "", second = "", third = "", fourth = ""] = words;
  if (/^(?:i|we|sender|i'd|we'd|me)$/u.test(first)) {
    if (WANT.test(second)) return third === "to" ? null : 2;
    if (/^(?:i'd|we'd)$/u.test(first) && /^(?:like|prefer|love|want)$/u.test(second))
      return third === "to" ? null : 2;
    if (/^(?:would|really|also|actually|do)$/u.test(second) && /^(?:like|prefer|love|want)$/u.test(third)) {
      return fourth === "to" ? null : 3;
    }
  }
  if (/^(?:my|sender's)$/u.test(first)) {
    const own = /^(?:own|personal|true|real|overall)$/u.test(second) ? 1 : 0;
    const [what = "", next = ""] = [words[1 + own], words[2 + own]];
    if (
      /^(?:ideal|preferred|optimal|optimum|desired|favou?rite|best|bliss|target|goal|preference|objective|interest|optima|wish)$/u.test(
        what,
      )
    ) {
      const advice = /^(?:guess|estimate|recommendation|suggestion|advice|assessment|answer)$/u.test(next);
      return advice ? null : 2 + own;
    }
  }
  if (
    /^(?:ideal|best|optimal|better|good|perfect)$/u.test(first) &&
    second === "for" &&
    /^(?:me|us)$/u.test(third)
  )
    return 3;
  return null;
}
