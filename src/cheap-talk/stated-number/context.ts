import { isCountNoun, isFiller, isSymbol, isText, wordOf } from "./nodes.ts";
import { isAside, isLabel, type Marker, type MarkerKind, markerAt } from "./roles.ts";
import type { Claim, ClaimNode, ReadNode, StatedRole } from "./types.ts";

/** What a claim turned out to be: of a role, or never read. */
type Verdict = StatedRole | "never";

const VERDICT_OF: Readonly<Record<MarkerKind, Verdict>> = {
  state: "state",
  weak: "state",
  choose: "recommendation",
  action: "recommendation",
  message: "lone",
  wish: "never",
  payoff: "never",
  aside: "never",
  denied: "never",
};

/** Words that begin a new thought within a sentence. */
const TURN =
  /^(?:so|therefore|thus|hence|but|because|since|while|whereas|although|though|then|consequently|accordingly|however)$/u;
const COMPARING = /^(?:above|below|over|under|less|more|lower|higher|at|not|no|smaller|greater|larger)$/u;
/** Words between "or" and the second of two numbers: "0.42 or possibly 0.45". */
const INSTEAD = /^(?:else|even|possibly|alternatively|otherwise|instead|failing)$/u;
const CONDITION = /^(?:if|unless|suppose|whether|imagine)$/u;
const ABBREVIATION = /^(?:approx|ca|c|est|e|i|g|eg|ie|vs|no|fig|sec|eq|al|approximately)$/u;

/** Words for what a number adds to another: "0.08 higher". */
const OFFSET =
  /^(?:higher|lower|above|below|more|less|greater|larger|smaller|too|upwards?|downwards?|up|down|further|beyond|over|under|extra|increase|shift|offset|bias|increment|bump|adjustment|bonus|premium|pts?|pp)$/u;
const UNIT = /^(?:units?|points?|percentage|steps?)$/u;
/** Words after a percentage that is about something else: "90 % sure". */
const MEASURE =
  /^(?:sure|certain|certainty|confident|confidence|honest|honesty|truthful|accurate|accuracy|transparent|chance|chances|probability|likely|likelihood|ci|credible|correct|true|reliable|clear|committed|convinced|aligned|sincere|success|power|agree|precision|effort|transparency|objective|discount|off)$/u;

/** The walk over a sentence: which marker speaks for the next number. */
interface Walk {
  /** The last state, action, wish or message named. */
  wide: MarkerKind | null;
  /** Whether a number was read since. */
  used: boolean;
  /** The last bias, confidence or the like, for one number. */
  narrow: "aside" | null;
  /** Words that say something, since the last marker; and since the last number. */
  sinceMarker: number;
  sinceClaim: number;
  /** Whether an action was named in this thought, so that "the value" is one. */
  chosen: boolean;
  conditional: boolean;
  /** A wish about payoffs lasts to the end of the sentence. */
  payoff: boolean;
  last: Verdict | null;
  /** Whether only a comma, "and" or "or" stands since the last number, and whether it is one of the latter. */
  listed: boolean;
  joined: boolean;
}

const FRESH: Walk = {
  wide: null,
  used: false,
  narrow: null,
  sinceMarker: 0,
  sinceClaim: 1,
  chosen: false,
  conditional: false,
  payoff: false,
  last: null,
  listed: false,
  joined: false,
};

/**
 * The claims that are about something that may be read, with their roles. A number belongs to the marker that stands
 * directly before it, else to one that follows it ("0.42 is the state"), else to the last one in its sentence. O(n).
 */
export function claimsOf(nodes: readonly ReadNode[]): Claim[] {
  const claims: Claim[] = [];
  let walk: Walk = { ...FRESH };
  let lineFrom = 0;
  let at = 0;
  while (at < nodes.length) {
    const node = nodes[at] as ReadNode;
    if (node.kind === "claim") {
      const verdict = judge(nodes, at, walk);
      const { shape, form, decimals } = node;
      if (verdict !== "never" && shape.type !== "never") {
        claims.push({ shape, form, decimals, role: verdict, listed: walk.listed && walk.last !== null });
      }
      walk.narrow = null;
      if (verdict !== "never") walk.used = true;
      walk.last = verdict;
      walk.sinceClaim = 0;
      walk.listed = false;
      walk.joined = false;
      at++;
      continue;
    }
    if (isBoundary(nodes, at)) {
      walk = carries(nodes, lineFrom, at) ? carried(walk) : { ...FRESH };
      lineFrom = at + 1;
      at++;
      continue;
    }
    const marker = node.kind === "word" ? markerAt(nodes, at) : null;
    if (marker !== null) {
      take(walk, marker);
      at += marker.length;
      continue;
    }
    pass(walk, nodes, at);
    at++;
  }
  return claims;
}

function isBoundary(nodes: readonly ReadNode[], at: number): boolean {
  const node = nodes[at] as ReadNode;
  if (node.kind === "line") return true;
  if (node.kind !== "symbol") return false;
  if (/^[!?;→]$/u.test(node.text)) return true;
  if (node.text !== ".") return false;
  const after = nodes[at + 1];
  if (after !== undefined && after.kind !== "line" && !after.spaced && after.kind !== "symbol") return false;
  return !ABBREVIATION.test(wordOf(nodes[at - 1]));
}

/** Whether what ends here is a heading or a question, which speaks for what follows: "Recommendation:", "The state?". */
function carries(nodes: readonly ReadNode[], from: number, at: number): boolean {
  const node = nodes[at];
  if (isSymbol(node, /^\?$/u)) return true;
  if (node?.kind !== "line") return false;
  if (from === at) return true;
  if (isSymbol(nodes[at - 1], /^:$/u)) return true;
  if (at - from > 4) return false;
  for (let i = from; i < at; i++) if (nodes[i]?.kind !== "word") return false;
  return true;
}

function carried(walk: Walk): Walk {
  const kept = walk.used || walk.wide === "wish" ? null : walk.wide;
  return { ...FRESH, wide: kept, chosen: kept === "choose" || kept === "action" };
}

function take(walk: Walk, { kind }: Marker): void {
  const verb = kind === "choose" || kind === "denied";
  if (kind === "payoff") walk.payoff = true;
  if (kind === "aside") {
    walk.narrow = "aside";
    walk.sinceMarker = 0;
    walk.sinceClaim++;
    walk.listed = false;
    return;
  }
  const yields =
    (kind === "weak" && (walk.chosen || walk.wide === "state" || walk.wide === "wish")) ||
    (kind === "action" && (walk.wide === "wish" || walk.wide === "denied") && !walk.used) ||
    (kind === "message" && walk.wide === "wish") ||
    (kind === "wish" && walk.wide === "choose" && !walk.used && walk.sinceMarker === 0);
  walk.sinceClaim++;
  walk.listed = false;
  walk.narrow = null;
  if (yields) {
    // "choose a value": the number is still fresh for the verb before.
    walk.used = false;
    return;
  }
  if (verb || kind === "action") walk.chosen = true;
  walk.wide = kind;
  walk.used = false;
  walk.sinceMarker = 0;
}

/** A node that is neither number nor marker nor end of a sentence. */
function pass(walk: Walk, nodes: readonly ReadNode[], at: number): void {
  const node = nodes[at] as ReadNode;
  if (node.kind === "symbol") {
    if (node.text === ",") {
      walk.conditional = false;
      if (!isApposed(nodes, at, walk)) walk.narrow = null;
      walk.listed = walk.sinceClaim === 0;
    } else if (node.text === ":" && walk.wide === "wish" && walk.sinceMarker > 0) walk.wide = null;
    else if (node.text === "/" && walk.sinceClaim === 0) walk.listed = walk.joined = true;
    return;
  }
  const word = wordOf(node);
  if (CONDITION.test(word) && !/^(?:as|even)$/u.test(wordOf(nodes[at - 1]))) walk.conditional = true;
  // "not 0.4 but 0.5" and "above 0.4 but below 0.5" go on.
  const corrects =
    /^(?:but|yet|though|although)$/u.test(word) &&
    walk.sinceClaim === 0 &&
    (walk.last === "never" || COMPARING.test(wordOf(nodes[at + 1])));
  if (corrects) return;
  if (TURN.test(word)) {
    walk.conditional = false;
    walk.narrow = null;
    walk.chosen = false;
    walk.wide = null;
    walk.sinceClaim++;
    walk.listed = false;
    return;
  }
  if ((word === "or" || word === "and" || word === "vs" || word === "versus") && walk.sinceClaim === 0) {
    walk.listed = walk.joined = true;
    return;
  }
  if (isFiller(word)) return;
  const instead = INSTEAD.test(word) || (word === "that" && wordOf(nodes[at - 1]) === "failing");
  if (walk.joined && walk.sinceClaim === 0 && instead) return;
  walk.sinceMarker++;
  walk.sinceClaim++;
  walk.listed = false;
}

/** "My bias, 0.08, is known", "the bias b, which is 0.08": what the comma parts is the size of what was named. */
function isApposed(nodes: readonly ReadNode[], at: number, walk: Walk): boolean {
  if (walk.narrow === null || walk.sinceMarker > 1) return false;
  if (!/^(?:bias|b|β|offset|shift)$/u.test(wordOf(nodes[at - 1]))) return false;
  if (wordOf(nodes[at + 1]) === "which") {
    const about = isFiller(wordOf(nodes[at + 3])) ? 4 : 3;
    return /^(?:is|was|equals)$/u.test(wordOf(nodes[at + 2])) && nodes[at + about]?.kind === "claim";
  }
  return (
    nodes[at + 1]?.kind === "claim" &&
    isSymbol(nodes[at + 2], /^,$/u) &&
    /^(?:is|was|remains)$/u.test(wordOf(nodes[at + 3]))
  );
}

/** What the claim at a node is about. */
function judge(nodes: readonly ReadNode[], at: number, walk: Walk): Verdict {
  const claim = nodes[at] as ClaimNode;
  if (claim.shape.type === "never") return "never";
  if (isDismissedBefore(nodes, at) || isDismissedAfter(nodes, at)) return "never";
  if (claim.role !== null) return walk.conditional ? "never" : claim.role;
  if (walk.conditional) return "never";
  if (claim.bare !== null && !isFreeStanding(nodes, at, claim.bare, walk)) return "never";

  const fresh = walk.wide !== null && !walk.used;
  const direct = fresh && walk.sinceMarker === 0;
  if (walk.narrow !== null && walk.sinceMarker <= 3) return "never";
  const follows = direct ? null : verdictAfter(nodes, at);
  if (follows !== null) return follows;
  if (walk.payoff && walk.wide !== "state") return "never";
  if (fresh) return VERDICT_OF[walk.wide as MarkerKind];
  // A list goes on with the role that it began with; an aside does not rub off over a comma.
  if (walk.sinceClaim === 0 && walk.last !== null && (walk.last !== "never" || walk.joined)) return walk.last;
  return "lone";
}

/** What stands directly before a claim and rules it out. */
function isDismissedBefore(nodes: readonly ReadNode[], at: number): boolean {
  let i = at - 1;
  while (
    i > at - 4 &&
    /^(?:about|around|roughly|approximately|nearly|almost|exactly|only|just|a|an|the|another|some|to)$/u.test(
      wordOf(nodes[i]),
    )
  )
    i--;
  const word = wordOf(nodes[i]);
  const claim = nodes[at] as ClaimNode;
  const ruledOut = /^(?:not|isn't|wasn't|ain't|never|than|by|unlike|besides|except|nor)$/u.test(word);
  if (ruledOut && claim.shape.type !== "bound") return true;
  if (word === "of" && /^(?:instead|regardless)$/u.test(wordOf(nodes[i - 1]))) return true;
  if (isSymbol(nodes[at - 1], /^[#№]$/u)) return true;
  if (isAssurance(nodes, at)) return true;
  const dotted = isSymbol(nodes[at - 1], /^\.$/u) ? 2 : 1;
  const decimal = claim.bare === null;
  const label = wordOf(nodes[at - dotted]);
  if (claim.form === "decimal" && isLabel(label, decimal) && !isOpinion(nodes, at - dotted)) return true;
  // "Message (1/2)" is the first of two.
  if (claim.form === "fraction" && isSymbol(nodes[at - 1], /^\($/u) && isLabel(wordOf(nodes[at - 2]), false))
    return true;
  // "closer to 1" points in a direction.
  const pointed = claim.shape.type === "point" && (claim.shape.value === 0 || claim.shape.value === 1);
  const toward = wordOf(nodes[at - 1]);
  return (
    pointed &&
    (/^towards?$/u.test(toward) ||
      (toward === "to" && /^(?:closer|nearer|closest|nearest)$/u.test(wordOf(nodes[at - 2]))) ||
      /^(?:closer|nearer)$/u.test(toward))
  );
}

/** "Trust me 100 percent" assures. */
function isAssurance(nodes: readonly ReadNode[], at: number): boolean {
  const { form, shape } = nodes[at] as ClaimNode;
  if (form !== "percent" || shape.type !== "point" || shape.value !== 1) return false;
  if (!/^(?:me|us)$/u.test(wordOf(nodes[at - 1]))) return false;
  const verb = wordOf(nodes[at - 2]) === "on" ? wordOf(nodes[at - 3]) : wordOf(nodes[at - 2]);
  return /^(?:trust|believe|count|rely|depend)$/u.test(verb);
}

/** "my try" or "in" may be labels by their looks alone. */
function isOpinion(nodes: readonly ReadNode[], at: number): boolean {
  return wordOf(nodes[at]) === "message" && isSymbol(nodes[at + 1], /^:$/u);
}

/** What stands directly after a claim and rules it out. */
function isDismissedAfter(nodes: readonly ReadNode[], at: number): boolean {
  const claim = nodes[at] as ClaimNode;
  const first = wordOf(nodes[at + 1]);
  const unit = UNIT.test(first) ? (UNIT.test(wordOf(nodes[at + 2])) ? 2 : 1) : 0;
  const word = wordOf(nodes[at + 1 + unit]);
  const next = wordOf(nodes[at + 2 + unit]);
  if (OFFSET.test(word) && !(word === "more" && next === "or") && !(word === "over" && next === "all"))
    return true;
  if (unit > 0 && word === "of" && next === "bias") return true;
  if (claim.form === "percent" && (MEASURE.test(first) || first === "percentage")) return true;
  if (/^(?:confidence|probability|chance|likelihood|ci|certainty|credible)$/u.test(first)) return true;
  if (first === "of" && claim.form === "percent") return !isScale(nodes, at + 2);
  if (first === "to" && wordOf(nodes[at + 2]) === "the" && /^(?:right|left)$/u.test(wordOf(nodes[at + 3])))
    return true;
  return /^(?:st|nd|rd|th)$/u.test(first);
}

function isScale(nodes: readonly ReadNode[], at: number): boolean {
  for (let i = at; i < at + 3; i++) {
    if (/^(?:way|range|interval|scale|maximum|max|unit|line|total|full|one)$/u.test(wordOf(nodes[i])))
      return true;
    const node = nodes[i];
    if (node?.kind === "claim") return node.shape.type === "point" && node.shape.value === 1;
  }
  return false;
}

const BEFORE_DIGITS =
  /^(?:is|be|was|equals|are|been|about|around|roughly|approximately|approx|nearly|almost|exactly|precisely|near|circa|just|simply|only|to|at|say|says|choose|chooses|pick|take|select|play|set|use|recommend|suggest|report|send|observed|saw|state|omega|ω|θ|theta|with|for|or|and|as|be|a|action|answer|propose|advise|try|target|maybe|perhaps|probably|adopt|choosing|picking|taking|selecting|setting|recommending|suggesting|act|on|the|of|value|than|because|since|so|that)$/u;
const BEFORE_WORD =
  /^(?:is|be|was|equals|about|around|roughly|approximately|approx|nearly|almost|exactly|precisely|near|circa|to|at|state|omega|ω|θ|theta|value)$/u;
/** Months that are verbs too: "12 May 2024", but "1 may be right". */
const MONTH = /^(?:may|march)$/u;
const CHOOSING = /^(?:choose|pick|select|take|play|set|recommend|suggest|report|send|say|with|for|as)$/u;

/** Whether a whole number stands for itself: it counts nothing, names nothing and begins no item of a list. */
function isFreeStanding(
  nodes: readonly ReadNode[],
  at: number,
  bare: "digits" | "word",
  walk: Walk,
): boolean {
  const before = nodes[at - 1];
  const after = nodes[at + 1];
  if (isCountNoun(after) || after?.kind === "other") return false;
  if (MONTH.test(wordOf(after)) && nodes[at + 2]?.kind === "claim") return false;
  const alone = isEdge(nodes, at, -1) && isEdge(nodes, at, 1);
  if (alone) return true;
  const claim = nodes[at] as ClaimNode;
  const single = claim.shape.type === "point" || claim.shape.type === "bound";
  if (bare === "word") {
    if (
      !(
        after === undefined ||
        after.kind !== "word" ||
        /^(?:or|and|because|since|so|but|i)$/u.test(after.text)
      )
    )
      return false;
    const zero = claim.shape.type === "point" && claim.shape.value === 0;
    const word = wordOf(before);
    if (before === undefined || before.kind === "line") return zero;
    return (
      isSymbol(before, /^[=:≈~]$/u) || BEFORE_WORD.test(word) || (zero && CHOOSING.test(word)) || !single
    );
  }
  const opensLine = before === undefined || before.kind === "line" || isBoundary(nodes, at - 1);
  if (opensLine && isOrdinal(nodes, at)) return false;
  if (isSymbol(before, /^[([]$/u) && isSymbol(after, /^[)\]]$/u))
    return walk.wide === "state" && !walk.used && walk.sinceMarker === 0;
  if (opensLine) return true;
  if (before.kind === "symbol") return /^[=:≈~,"'([→—–&/<>≤≥|-]$/u.test(before.text) || before.text === "...";
  if (before.kind === "claim" || before.kind === "other") return false;
  const word = wordOf(before);
  if (word === "of")
    return /^(?:value|action|state|report|number|level|estimate|a|guess|figure|choice|message)$/u.test(
      wordOf(nodes[at - 2]),
    );
  return BEFORE_DIGITS.test(word);
}

/** "1.", "2)", "3:" before something else on the line. */
function isOrdinal(nodes: readonly ReadNode[], at: number): boolean {
  if (isSymbol(nodes[at + 1], /^[-–—/]$/u)) return nodes[at + 2]?.kind === "word";
  if (!isSymbol(nodes[at + 1], /^[.):]$/u)) return false;
  const after = nodes[at + 2];
  return after !== undefined && after.kind !== "line";
}

/** Whether nothing but punctuation stands on one side of a node. */
function isEdge(nodes: readonly ReadNode[], at: number, step: 1 | -1): boolean {
  for (let i = at + step, looked = 0; looked < 8; i += step, looked++) {
    const node = nodes[i];
    if (node === undefined) return true;
    if (node.kind !== "line" && node.kind !== "symbol") return false;
  }
  return false;
}

const LINKING =
  /^(?:is|was|would|should|seems|as|for|equals|reflects|matches|represents|will|could|being|=|≈|\(|-|–|—|'s)$/u;

/** What is said of a claim after it: "0.42 is the true state", "0.5 is what I want", "a 0.42 state". */
function verdictAfter(nodes: readonly ReadNode[], at: number): Verdict | null {
  const first = nodes[at + 1];
  const adjacent = first?.kind === "word" ? markerAt(nodes, at + 1) : null;
  if (adjacent !== null && adjacent.length === 1 && isNoun(wordOf(first))) return VERDICT_OF[adjacent.kind];
  if (!isText(first) || !LINKING.test(first.text)) return null;
  const dash = isSymbol(first, /^(?:-|–|—|\()$/u);
  for (let i = at + 2; i < at + 10; i++) {
    const node = nodes[i];
    if (node?.kind !== "word") return null;
    if (/^(?:not|never|[a-z]+n't)$/u.test(node.text)) return dash ? null : "never";
    if (TURN.test(node.text) || CONDITION.test(node.text)) return null;
    const marker = markerAt(nodes, i);
    if (marker === null) continue;
    if (marker.kind === "weak" && node.text === "value" && wordOf(nodes[i - 1]) === "the") return "state";
    if (marker.kind === "weak" || marker.kind === "message") continue;
    // After a dash only what stands alone there: "0.42 (state)".
    if (dash && nodes[i + marker.length]?.kind === "claim") return null;
    if (isSymbol(nodes[i + marker.length], /^[=≈:]$/u)) return null;
    return VERDICT_OF[marker.kind];
  }
  return null;
}

function isNoun(word: string): boolean {
  return /^(?:state|action|estimate|recommendation|guess)$/u.test(word) || isAside(word);
}
