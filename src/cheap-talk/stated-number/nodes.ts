import type { NumberNode, ReadNode, TextNode } from "./types.ts";

/** Words that stand between a number and what it belongs to, and change nothing. */
const FILLER =
  /^(?:a|an|the|about|around|roughly|approximately|approx|circa|ca|nearly|almost|exactly|precisely|near|close|closely|some|somewhere|something|just|simply|only|maybe|perhaps|probably|likely|say|like|really|actually|very|quite|right|of|at|value|values|number|figure|mark|level|point|is|are|was|be|been|being|equals|equal|to|lies|lie|sits|i|e|am|m|s|currently|now|here|best|estimated|rounded|rounding|off|namely|specifically|above|below|over|under|more|less|greater|higher|lower|smaller|larger|than|least|most|no|not|both|either)$/u;

export function isFiller(word: string): boolean {
  return FILLER.test(word);
}

/** Words that may stand between a comparison and its number: "above about 0.4". */
export const HEDGE =
  /^(?:a|an|the|about|around|roughly|approximately|approx|circa|ca|nearly|almost|exactly|precisely|near|some|just|perhaps|maybe|probably|value|number|of|anything|anywhere|somewhere)$/u;

type AnyNode = NumberNode | ReadNode;

export function wordOf(node: AnyNode | undefined): string {
  return node?.kind === "word" ? node.text : "";
}

export function isSymbol(node: AnyNode | undefined, pattern: RegExp): boolean {
  return node?.kind === "symbol" && pattern.test(node.text);
}

export function isText(node: AnyNode | undefined): node is TextNode {
  return node !== undefined && node.kind !== "number" && node.kind !== "claim";
}

/** Words that may follow a number that counts nothing: "1 is the state", but "3 reasons". */
const FOLLOWS =
  /^(?:is|was|are|as|or|and|but|because|since|for|to|which|would|will|should|so|please|if|in|on|at|given|that|when|seems|may|might|can|could|could|exactly|precisely|i|then|thus|hence|therefore|it|this|you|here|ish|today|now|too|instead|with|by|from|rather|than|e)$/u;

/** Whether the node is a noun that a whole number before it counts. */
export function isCountNoun(node: AnyNode | undefined): boolean {
  return node?.kind === "word" && !FOLLOWS.test(node.text);
}
