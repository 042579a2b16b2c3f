import { HEDGE, isSymbol, wordOf } from "./nodes.ts";
import type { Node } from "./types.ts";

/** An end of a range, and which. */
export type Side = "low" | "high";

const MORE =
  "above|over|beyond|past|exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|upwards? of|north of|in excess of|" +
  "(?:more|greater|higher|larger|bigger) than(?: or equal to)?|at or above|lower bound(?: (?:of|is|at))?|" +
  "starting (?:at|from)|floor of|no less";
const LESS =
  "below|under|beneath|(?:less|lower|smaller|fewer) than(?: or equal to)?|at or below|up to|as high as|as much as|" +
  "south of|short of|shy of|capped at|ceiling of|upper bound(?: (?:of|is|at))?|sub";
/** These are not turned round by a "not" before them. */
const LEAST = "at least|at the least|at a minimum|minimum(?: (?:of|is))?|min(?: of)?|as low as|no less than";
const MOST = "at most|at the most|at a maximum|maximum(?: (?:of|is))?|max(?: of)?";
const NOT =
  "(?:no|not|never|nothing|nowhere|cannot|[a-z]+n't|without)(?: (?:going to be|go|be|going|any|much|being|get))?";

const PHRASE = new RegExp(`(?:^| )(?:(${LEAST})|(${MOST})|(${NOT} )?(?:(${MORE})|(${LESS})))$`, "u");

/** What a comparison before a number says, and the node at which it begins. */
export interface Comparison {
  readonly side: Side;
  readonly from: number;
}

/** The comparison that stands directly before a node: "above", "no more than about", "≥". */
export function comparisonBefore(nodes: readonly Node[], at: number): Comparison | null {
  let i = at - 1;
  while (i >= at - 4 && HEDGE.test(wordOf(nodes[i])) && !endsComparison(nodes, i)) i--;
  const node = nodes[i];
  if (node === undefined) return null;
  if (isSymbol(node, /^[<≤]$/u)) return { side: "high", from: i };
  if (isSymbol(node, /^[>≥]$/u)) return { side: "low", from: i };
  if (isSymbol(node, /^-$/u) && wordOf(nodes[i - 1]) === "sub") return { side: "high", from: i - 1 };
  const words: string[] = [];
  for (let k = i; k > i - 7 && nodes[k]?.kind === "word"; k--) words.unshift(wordOf(nodes[k]));
  const match = PHRASE.exec(words.join(" "));
  if (match === null) return null;
  const [phrase, least, most, not, more] = match;
  const length = phrase.trim().split(" ").length;
  const plain: Side = least !== undefined || more !== undefined ? "low" : "high";
  const turned = least === undefined && most === undefined && not !== undefined;
  return { side: turned ? (plain === "low" ? "high" : "low") : plain, from: i - length + 1 };
}

/** "minimum of" and "upwards of" end in a word that may also be a hedge. */
function endsComparison(nodes: readonly Node[], at: number): boolean {
  return (
    wordOf(nodes[at]) === "of" &&
    /^(?:upwards?|north|south|short|shy|minimum|maximum|min|max|excess|floor|ceiling|bound)$/u.test(
      wordOf(nodes[at - 1]),
    )
  );
}

/** The comparison that follows a number which ends before a node, and the node after it. */
export function comparisonAfter(nodes: readonly Node[], at: number): { side: Side; next: number } | null {
  const [first, second, third] = [wordOf(nodes[at]), wordOf(nodes[at + 1]), wordOf(nodes[at + 2])];
  if (first === "or" || first === "and") {
    const exact = /^(?:precisely|exactly|accurately|specifically|less|all|importantly)$/u.test(third);
    if (exact) return null;
    if (/^(?:more|above|higher|greater|up|upwards?|over|larger|beyond|better)$/u.test(second)) {
      return third === "than" || nodes[at + 2]?.kind === "number" ? null : { side: "low", next: at + 2 };
    }
    if (/^(?:less|below|lower|under|smaller|fewer)$/u.test(second)) {
      return third === "than" || nodes[at + 2]?.kind === "number" ? null : { side: "high", next: at + 2 };
    }
    return null;
  }
  if (first === "at" && second === "least") return { side: "low", next: at + 2 };
  if (first === "at" && second === "most") return { side: "high", next: at + 2 };
  if (first === "at" && second === "the" && /^(?:very|least|most)$/u.test(third)) {
    const last = third === "very" ? wordOf(nodes[at + 3]) : third;
    if (last === "least" || last === "most") {
      return { side: last === "least" ? "low" : "high", next: at + (third === "very" ? 4 : 3) };
    }
  }
  if (/^(?:minimum|min)$/u.test(first)) return { side: "low", next: at + 1 };
  if (/^(?:maximum|max|tops)$/u.test(first)) return { side: "high", next: at + 1 };
  const plus = nodes[at];
  if (
    isSymbol(plus, /^\+$/u) &&
    plus?.kind === "symbol" &&
    !plus.spaced &&
    nodes[at + 1]?.kind !== "number"
  ) {
    return { side: "low", next: at + 1 };
  }
  return null;
}
