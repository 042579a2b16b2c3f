import { printable } from "../../tables/untrusted.ts";

/** How much of a text is spelled out. */
export type Spelling = "unseen" | "all but ASCII";

/**
 * What shows nothing, looks like a space, or has no shape that fonts agree on: format characters and fillers, all
 * spaces but one, code points without a character.
 */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/u;
/** Marks and the parts of a Hangul syllable that join what stands before them. */
const JOINING = /[\p{M}\u1160-\u11ff\ud7b0-\ud7ff]/u;

/** A text with what a reader cannot see spelled out, as `printable` does with what harms. */
export function visible(text: string): string {
  // Plain ASCII is nearly all of it.
  return /^[ -~]*$/u.test(text) ? text : Array.from(text, speller(text)).join("");
}

/**
 * How the characters of a text are shown, one by one. Where a text is not composed (NFC) what would join is spelled
 * out, so that é of one character and é of two look different.
 *
 * @param spelling "all but ASCII" for texts that look like others even so
 */
export function speller(text: string, spelling: Spelling = "unseen"): (char: string) => string {
  if (spelling === "all but ASCII") return (char) => (/[ -~]/u.test(char) ? char : spelled(char));
  const isComposed = text.normalize("NFC") === text;
  return (char) => {
    if (/^[ -~]$/u.test(char)) return char;
    const isSpelled =
      UNSEEN.test(char) || (!isComposed && (JOINING.test(char) || char.normalize("NFC") !== char));
    return isSpelled ? spelled(char) : char;
  };
}

function spelled(char: string): string {
  const safe = printable(char);
  if (safe !== char) return safe;
  const code = char.codePointAt(0)!;
  return code < 0x100 ? `\\x${code.toString(16)}` : `\\u{${code.toString(16).padStart(4, "0")}}`;
}

/** Letters of other scripts, dashes and quotes that look like ASCII in most fonts, and what they look like. */
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  [
    ["АВЕЅІЈКМНОРСТХаеорсухѕіјһԁԛԝӏ", "ABESIJKMHOPCTXaeopcyxsijhdqwl"],
    ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονρι", "ABEZHIKMNOPTYXovpi"],
    ["−‐‑‒–—―‘’‚‛′“”„‟″ıƖ", "-------'''''\"\"\"\"\"il"],
  ].flatMap(([from, to]) => [...from!].map((char, i) => [char, [...to!][i]!] as const)),
);

/** Whether a reader would take two texts for one. */
export function lookAlike(a: string, b: string): boolean {
  return a === b || seen(a) === seen(b);
}

function seen(text: string): string {
  if (/^[ -~]*$/u.test(text)) return text;
  const folded = Array.from(text.normalize("NFKC"), (char) => LOOKS_LIKE.get(char) ?? char).join("");
  return folded.normalize("NFKC");
}
