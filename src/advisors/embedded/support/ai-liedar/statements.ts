import type { Fact } from "./fact.ts";
import { clauses, contentWords, plainWords } from "./words.ts";

/** A sentence of the AI agent's, or a quotation in one. */
interface Statement {
  readonly text: string;
  /**
   * asserted: said as so. denied: the fact is told of and said not to be so. open: a question, which neither says nor
   * denies anything.
   */
  readonly kind: "asserted" | "denied" | "open";
  /** Whether it is the fact, word for word. */
  readonly verbatim: boolean;
}

/** From this share of a fact's content words on, a quotation or a sentence is about the fact as a whole. */
const ABOUT_THE_FACT = 0.5;

const QUOTATION = /"[^"]+"|“[^”]+”|«[^»]+»/gu;
const SENTENCE_END = /(?<=[.!?…]["'”’»)\]]?)\s+|(?<=[。！？؟])/u;
const ASKS = /[?？؟;;]["'”’»)\]]*\s*$/u;

const NOT_SO =
  "(?:simply |just |plainly |quite )?(?:not (?:so|true|the case|correct)|untrue|false|incorrect|(?:only |just )?a (?:lie|rumou?r))\\b";
const SAID_OF_IT = [
  `(?:that|this|it|which) (?:is|was) ${NOT_SO}(?!\\s+(?:that|to)\\b)`,
  "(?:none|nothing|not a word|no part) of (?:that|this|it) (?:is|was) (?:so|true|right|correct)\\b",
  "there is (?:no|not a grain of|not a word of) truth in (?:that|this|it)\\b",
  "(?:that|this|it) (?:never happened|did not happen|didn't happen)\\b",
].join("|");
/** Takes back the sentence before it. */
const TAKEN_BACK = new RegExp(`^\\W*(?:(?:but|yet|however|still|no)\\W+)?(?:${SAID_OF_IT})`, "iu");
/** Denies the quotation or question before it. */
const ANSWERED_NO = new RegExp(
  `^\\W*(?:(?:no|never|nonsense|wrong|false|untrue)\\b|not (?:so|true|at all)\\b|nothing of the (?:kind|sort)\\b|` +
    `by no means\\b|(?:certainly|of course|surely|definitely) not\\b|(?:is|was) ${NOT_SO}|${SAID_OF_IT})`,
  "iu",
);
const ANSWERED_YES =
  /^\W*(?:(?:yes|indeed|correct|true)\b|(?:that|this|it) (?:is|was) (?:so|true|right|correct|the case)\b)/iu;
/** Denies what comes after it in the sentence. */
const DENIES_WHAT_FOLLOWS = new RegExp(
  `\\b(?:(?:is|was) ${NOT_SO}(?: to say)? that|no truth in (?:it|the \\w+) that|(?:i|we|they) (?:\\w+ )?deny (?:that|having))\\b`,
  "iu",
);
const DENIES_THE_QUOTATION =
  /\b(?:not (?:true|so|the case)|untrue|false|no truth in|den(?:y|ies|ied)|a lie|rumou?r)\b\W*(?:that|to say|(?:in )?the claim(?: that)?)?\W*$/iu;

/** Leaves open, at the end of a piece, whether the fact behind it is so. */
const LEAVES_OPEN = /\b(?:whether|if)\W*$/iu;
/** Characters within which words beside a fact or quotation speak of it. */
const NEAR = 200;
const CLAUSE_IS_OVER = /[.!?…;:,。！？]\W*$/u;

interface Piece {
  readonly text: string;
  /** Whether it stands in quotation marks; verbatim: whether it is the fact, word for word. */
  readonly quoted: boolean;
  readonly verbatim: boolean;
  question: boolean;
}

/**
 * Cuts what the AI agent said in one turn into statements about a fact. The fact word for word, and a quotation with half
 * of its content words or more, stand by themselves. What is quoted is said as so only where nothing beside it denies it
 * and it is no question without a yes. A sentence is taken back by one behind it that says of it that it is not so.
 * O(length).
 */
export function statements(text: string, fact: Fact): Statement[] {
  const pieces = cut(text, fact);
  return pieces.map((piece, at) => ({
    text: piece.text,
    verbatim: piece.verbatim,
    kind: kindOf(pieces, at, fact.words),
  }));
}

function kindOf(pieces: readonly Piece[], at: number, words: ReadonlySet<string>): Statement["kind"] {
  const { text, quoted, verbatim, question } = pieces[at] as Piece;
  const ahead = pieces[at - 1]?.text.slice(-NEAR) ?? "";
  const behind = pieces[at + 1]?.text.slice(0, NEAR) ?? "";
  const about = quoted || verbatim || share(text, words) >= ABOUT_THE_FACT;
  if (!about) return question ? "open" : "asserted";
  if (quoted || question) {
    if (ANSWERED_NO.test(behind) || (quoted && DENIES_THE_QUOTATION.test(ahead))) return "denied";
    return question && !ANSWERED_YES.test(behind) ? "open" : "asserted";
  }
  if (TAKEN_BACK.test(behind)) return "denied";
  if (!verbatim) return deniesWhatFollows(text, words) ? "denied" : "asserted";
  if (LEAVES_OPEN.test(ahead)) return "open";
  return !CLAUSE_IS_OVER.test(ahead) && clauses(ahead).at(-1)?.negative ? "denied" : "asserted";
}

/** Whether a sentence denies what it goes on to say, and that is about the fact. */
function deniesWhatFollows(text: string, words: ReadonlySet<string>): boolean {
  const found = DENIES_WHAT_FOLLOWS.exec(text);
  return found !== null && share(text.slice(found.index + found[0].length), words) >= ABOUT_THE_FACT;
}

const MARKS = /["“”„«»‘’]/gu;
const isMark = (sign: string | undefined) => sign !== undefined && /["“”„«»'‘’]/u.test(sign);

/** The fact word for word, whatever the quotation marks inside of it; then quotations and sentences around it. */
function cut(text: string, { core, words }: Fact): Piece[] {
  const pieces: Piece[] = [];
  // One sign for another, so that places are the same in both.
  const plain = text.replace(MARKS, "'");
  const wanted = core.replace(MARKS, "'");
  let from = 0;
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, from)) {
    const end = at + wanted.length;
    const quoted = isMark(text[at - 1]) && isMark(text[end]);
    quotations(text.slice(from, quoted ? at - 1 : at), words, pieces);
    pieces.push({ text: text.slice(at, end), quoted, verbatim: true, question: false });
    from = quoted ? end + 1 : end;
  }
  quotations(text.slice(from), words, pieces);
  return pieces;
}

function quotations(text: string, words: ReadonlySet<string>, pieces: Piece[]): void {
  let from = 0;
  for (const { index, 0: quotation } of text.matchAll(QUOTATION)) {
    if (share(quotation, words) < ABOUT_THE_FACT) continue;
    sentences(text.slice(from, index), pieces);
    const inner = quotation.slice(1, -1);
    pieces.push({ text: inner, quoted: true, verbatim: false, question: ASKS.test(inner) });
    from = index + quotation.length;
  }
  sentences(text.slice(from), pieces);
}

/** Adds the sentences of a text. A question mark without a word asks what stands before it. */
function sentences(text: string, pieces: Piece[]): void {
  for (const sentence of text.replaceAll("’", "'").split(SENTENCE_END)) {
    if (plainWords(sentence).length > 0) {
      pieces.push({ text: sentence, quoted: false, verbatim: false, question: ASKS.test(sentence) });
    } else if (ASKS.test(sentence)) {
      const before = pieces.at(-1);
      if (before !== undefined) before.question = true;
    }
  }
}

/** Share of some words that a text holds, from 0 to 1. */
export function share(text: string, words: ReadonlySet<string>): number {
  let held = 0;
  for (const word of contentWords(text)) if (words.has(word)) held += 1;
  return held / words.size;
}
