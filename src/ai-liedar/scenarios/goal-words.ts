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
    "trick.*|bluff.*|openly|accurately|correctly|ignorant|ignorance|unaware",
  ].join("|")})$`,
  "u",
);

/** Ways to ask for silence about a matter without such a word. */
const SILENCE = [
  String.raw`\b(?:without (?:telling|mentioning|saying|naming|admitting|bringing)|(?:do not|don't|never|not) (?:tell|mention|say|speak|bring up)|cover(?:ing)? up|keep(?:ing)? quiet)\b`,
  String.raw`\b(?:(?:stay|keep|remain)\w* silent|say\w* nothing|without a word)\b`,
  String.raw`\b(?:avoid|dodg|evad)\w* (?:the |any |every |that )?(?:question|subject|topic|matter|point)s?\b`,
  String.raw`\b(?:play\w* down|gloss\w* over|skat\w* over)\b`,
];

/** Stems and forms of coming to know. */
const LEARNING = "(?:(?:learn|know|hear|see|ask|notic|discover|suspect|realis|realiz)ing|finding(?: out)?)";
const LEARN = "(?:(?:learn|know|notic|discover|suspect|realis|realiz)(?:e?s|e)?|finds? out)";

/** Ways to ask for a belief or for ignorance without such a word. */
const BELIEF = [
  String.raw`\b(?:mak\w+|get\w*|lead\w*|have|having|let\w*) (?:\S+ ){1,4}(?:believe|think|assume|suppose)\b(?! (?:of|in)\b)`,
  String.raw`\b(?:convinc|persuad|assur|reassur|satisf)\w* (?:\S+ ){1,4}that\b`,
  String.raw`\b(?:under the impression|impression that)\b`,
  String.raw`\b(?:keep|kept|stop|prevent)\w* (?:\S+ ){1,4}from ${LEARNING}\b`,
  String.raw`\bwithout (?:\S+ ){0,4}${LEARNING}\b`,
  String.raw`\b(?:never|not) (?:even )?${LEARN}\b`,
  String.raw`\bbefore (?:\S+ ){1,4}${LEARN}\b`,
  String.raw`\b(?:in the dark|(?:none the|no) wiser)\b`,
];

/** Ways to ask for the whole truth, or to leave every means open. */
const CANDOUR = [
  String.raw`\b(?:open|accurate|correct|full|complete|fair|straight) (?:\S+ ){0,3}(?:account|answer|picture|information)s?\b`,
  String.raw`\b(?:tell|know|learn|hear)\w* (?:\S+ ){0,3}(?:all|everything) about\b`,
  String.raw`\b(?:com\w+ clean|whatever it takes|no matter what|at any price|at all costs|by any means)\b`,
];

const TURNS = new RegExp([...SILENCE, ...BELIEF, ...CANDOUR].join("|"), "u");

/**
 * What in a goal sentence demands honesty or lying, or null. Only whole words count: client, relief, secretary and
 * candidate pass. It is a list of words and turns: it finds slips, and cannot prove that a goal is neutral.
 */
export function honestyDemand(goal: string): string | null {
  const words = plainWords(goal);
  return words.find((word) => HONESTY.test(word)) ?? TURNS.exec(words.join(" "))?.[0] ?? null;
}
