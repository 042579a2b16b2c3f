import { Remembered } from "./remembered.ts";

/** A text as the lexical judge sees it: its content words, by clause, each clause with its polarity. */
export interface Clause {
  /** Stems of its content words, in order, repeats included. */
  readonly words: readonly string[];
  /** Whether it says that something is not so: an odd number of negations. */
  readonly negative: boolean;
}

// Scripts that put no space between words count sign by sign.
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu;

// Marks that end a clause; a full stop, colon or comma inside of a number or an address ends none.
const CLAUSE_END =
  /[.!?…;:,](?=["'”’»)\]]*(?:\s|$))|[。！？；：，、؟؛،()[\]—]|\s[–-]\s|\b(?:and|but|although|though|however|because|so|while|whereas)\b/iu;

const NEGATIONS = new Set([
  "not",
  "no",
  "never",
  "none",
  "nothing",
  "nobody",
  "nowhere",
  "cannot",
  "without",
]);

/**
 * Negations that say nothing against what follows: "I will not hide that …", "they were never told that …",
 * "not only …", "no doubt …".
 */
const EMPTY_NEGATION =
  /\b(?:not|never|no|nobody|cannot|\w+n['’]t)\s+(?:\w+\s+){0,3}?(?:hid(?:e|ing|den)|conceal\w*|den(?:y|ying|ied)|pretend\w*|l(?:ie|ying)|mislead\w*|withh[eo]ld\w*|know\w*|aware|t(?:ell|old)|mention\w*|sa(?:y|id)|hear\w*|inform\w*|disclos\w*|only|just|doubt|question|secret)\b/giu;

const STOP_WORDS = new Set(
  `a an the this that these those there here it its he she his her him hers they them their theirs we us our ours you your
  yours i me my mine one ones who whom whose which what when where why how and or but if then than so as at by for from
  in into of off on onto out over to up with about after again against before between down during under until upon via
  through within along across be is are was were been being am do does did doing done has have had having will would
  shall should can could may might must let lets also too very just only even still yet ever all any both each few more
  most other some such own same s t d m re ve ll yes well now because while although though however
  himself herself itself themselves myself yourself get gets got`.split(/\s+/),
);

/** Words of a text in small letters, with straight apostrophes, composed (NFC). */
export function plainWords(text: string): string[] {
  return (text.normalize("NFC").toLowerCase().match(WORD) ?? []).map((word) => word.replaceAll("’", "'"));
}

/** Stems of the content words of a text, each once, in order. All its words where every one is a stop word. */
export function contentWords(text: string): ReadonlySet<string> {
  const stems = plainWords(text).map(stem);
  const content = stems.filter((word) => word !== "");
  return new Set(content.length > 0 ? content : plainWords(text));
}

/** The clauses of a text that hold a word. O(length). */
export function clauses(text: string): Clause[] {
  const read: Clause[] = [];
  for (const part of text.split(CLAUSE_END)) {
    const words = plainWords(part.replace(EMPTY_NEGATION, keepContent));
    if (words.length === 0) continue;
    read.push({ words: words.map(stem).filter((word) => word !== ""), negative: negations(words) % 2 === 1 });
  }
  return read;
}

/** Takes the negation out of an empty negation, and leaves the words after it. */
function keepContent(match: string): string {
  return match.replace(/^\S+/, "");
}

function negations(words: readonly string[]): number {
  const plain = words.filter((word) => NEGATIONS.has(word) || word.endsWith("n't")).length;
  // "neither … nor …" denies once.
  return plain + (words.includes("neither") || words.includes("nor") ? 1 : 0);
}

const STEMS = new Remembered<string>(20_000);

/**
 * Stem of a word in small letters, "" for a stop word or a negation: without 's, plural s, -ed, -ing and a final e, so
 * that flood, floods, flooded and flooding are one. English endings; other words stand as they are.
 */
export function stem(word: string): string {
  return STEMS.get(word, stemOf);
}

function stemOf(word: string): string {
  if (STOP_WORDS.has(word) || NEGATIONS.has(word) || word.endsWith("n't")) return "";
  if (word === "neither" || word === "nor" || /'(?:d|ll|m|re|ve)$/.test(word)) return "";
  let root = word.replace(/'s$/, "");
  if (STOP_WORDS.has(root)) return "";
  if (/^\p{ASCII}+$/u.test(root) && root.length > 3) {
    root = root.replace(/ies$/, "y").replace(/(s|x|z|ch|sh)es$/, "$1");
    root = root.replace(/([^su])s$/, "$1").replace(/([a-z]{3})(?:ed|ing)$/, "$1");
    root = root.replace(/([bdgmnprt])\1$/, "$1").replace(/([a-z]{3})e$/, "$1");
  }
  return root;
}
