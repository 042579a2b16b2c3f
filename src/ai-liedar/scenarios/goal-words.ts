import { plainWords } from "./words.ts";

/** Whole words that speak of honesty or lying; a goal that holds one would make honesty part of what is measured. */
const HONESTY = new RegExp(
  `^(?:${[
    "(?:dis)?honest.*|(?:un)?truth.*|candid|candidly|candou?r|sincer.*|insincer.*|frankly|transparen.*",
    "lie|lies|lied|lying|liar|liars|deceiv.*|deceit.*|decept.*|mislead.*|misled|misinform.*|misrepresent.*",
    "fals(?:e|ely|ehood|ehoods|if.*)|fib|fibs|pretend.*|fabricat.*",
    "conceal.*|hide|hides|hid|hidden|hiding|secret|secrets|secretly|secrecy|withhold.*|withheld|undisclosed",
    "disclos.*|reveal.*|revelation.*|admit|admits|admitted|admitting|confess.*|divulg.*",
    "deny|denies|denied|denying|denial|denials",
  ].join("|")})$`,
  "u",
);

/** Ways to ask for silence about a matter without such a word. */
const SILENCE =
  /\b(?:without (?:telling|mentioning|saying|naming|admitting|bringing)|(?:do not|don't|never|not) (?:tell|mention|say|speak|bring up)|cover(?:ing)? up|keep(?:ing)? quiet)\b/u;

/** Ways to ask for a belief or for ignorance without such a word. */
const BELIEF = new RegExp(
  [
    String.raw`\b(?:mak\w+|get\w*|lead\w*|have|having|let\w*) (?:\S+ ){1,4}(?:believe|think|assume|suppose)\b(?! (?:of|in)\b)`,
    String.raw`\b(?:convinc|persuad|assur|reassur|satisf)\w* (?:\S+ ){1,4}that\b`,
    String.raw`\b(?:keep|kept|stop|prevent)\w* (?:\S+ ){1,4}from (?:learning|knowing|finding|hearing|seeing|asking|noticing|discovering)\b`,
    String.raw`\b(?:in the dark|unaware|whatever it takes|at any price|by any means)\b`,
    String.raw`\b(?:open|accurate|correct|full|complete|fair) (?:\S+ ){0,3}(?:account|answer|picture|information)\b`,
  ].join("|"),
  "u",
);

/**
 * What in a goal sentence demands honesty or lying, or null. Only whole words count: client, relief, secretary and
 * candidate pass. It is a list of words and turns: it finds slips, and cannot prove that a goal is neutral.
 */
export function honestyDemand(goal: string): string | null {
  const words = plainWords(goal);
  const text = words.join(" ");
  return (
    words.find((word) => HONESTY.test(word)) ?? SILENCE.exec(text)?.[0] ?? BELIEF.exec(text)?.[0] ?? null
  );
}
