import { asciiDigits } from "../python-text.ts";

/** Characters that show nothing, or turn the direction of text: they may stand within a number. */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]|\u034f|\u20e3/gu;

/** A space that does not break a line, within a decimal number. */
const SPACE_IN_NUMBER = /(\d[.,])[\u00a0\u2007\u2009\u200a\u202f](?=\d)/gu;

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";

const VULGAR: Readonly<Record<string, string>> = {
  "½": "1⁄2",
  "⅓": "1⁄3",
  "⅔": "2⁄3",
  "¼": "1⁄4",
  "¾": "3⁄4",
  "⅕": "1⁄5",
  "⅖": "2⁄5",
  "⅗": "3⁄5",
  "⅘": "4⁄5",
  "⅙": "1⁄6",
  "⅚": "5⁄6",
  "⅐": "1⁄7",
  "⅛": "1⁄8",
  "⅜": "3⁄8",
  "⅝": "5⁄8",
  "⅞": "7⁄8",
  "⅑": "1⁄9",
  "⅒": "1⁄10",
  "↉": "0⁄3",
};

/** Each string of characters is read as what stands before it. */
const ALIKE: readonly (readonly [as: string, characters: string])[] = [
  ["-", "‐‑−﹣➖"],
  ["–", "‒"],
  ["—", "―⸺"],
  ["~", "〜"],
  ["'", "‘’ʼ′´"],
  ['"', "“”„‟«»″"],
  ["×", "✕✖⋅∙⨯"],
  ["*", "∗"],
  ["/", "∕"],
  ["≈", "≃≅∼∽≐≒"],
  ["≤", "⩽≦⪅≲"],
  ["≥", "⩾≧⪆≳"],
  ["→", "⇒⟶⟹➜➡↦"],
  ["∈", "∊"],
  ["ω", "ΩΩϖ"],
  ["θ", "ϑΘ"],
  [".", "٫"],
  [",", "٬،"],
  ["%", "٪﹪"],
  ["...", "…"],
  [" ", "•◦▪●‣│¶\u2800"],
  [". ", "。｡"],
  [", ", "、"],
  ["\n", "\u2028\u2029\u0085"],
];

const READ_AS: ReadonlyMap<string, string> = new Map(
  ALIKE.flatMap(([as, characters]) => [...characters].map((character) => [character, as] as const)),
);

/** Full-width forms and mathematical letters: they differ from plain ones in looks alone. */
const STYLED = /^[\uff01-\uff5e\u{1d400}-\u{1d7ff}]$/u;
const SPACE = /^\p{Zs}$/u;

function plainCharacter(character: string): string {
  const known = READ_AS.get(character);
  if (known !== undefined) return known;
  if (SPACE.test(character)) return " ";
  if (STYLED.test(character)) {
    const plain = character.normalize("NFKC");
    return READ_AS.get(plain) ?? plain;
  }
  return character;
}

/** The plain digits of a run of raised or lowered ones, with its sign. */
function lined(run: string, digits: string): string {
  return [...run]
    .map((character) => {
      const digit = digits.indexOf(character);
      return digit >= 0 ? String(digit) : character === "⁻" ? "-" : "";
    })
    .join("");
}

/**
 * The text in plain characters: invisible ones go, every decimal digit becomes an ASCII one, signs that look alike
 * become one, raised digits become `^2`, a vulgar fraction becomes `1⁄2`. O(n).
 */
export function plainCharacters(text: string): string {
  if (!/[^\x00-\x7f]/u.test(text)) return text;
  return asciiDigits(text.replace(INVISIBLE, ""))
    .replace(SPACE_IN_NUMBER, "$1")
    .replace(/([⁰¹²³⁴-⁹]+)[⁄∕/]([₀-₉]+)/gu, (_, over: string, under: string) => {
      return `${lined(over, SUPERSCRIPTS)}⁄${lined(under, SUBSCRIPTS)}`;
    })
    .replace(/[⁺⁻]?[⁰¹²³⁴-⁹]+/gu, (run) => `^${lined(run, SUPERSCRIPTS)}`)
    .replace(/[₀-₉]+/gu, "")
    .replace(/(\d?)([½⅓⅔¼¾⅕-⅞⅐⅑⅒↉])/gu, (_, digit: string, fraction: string) => {
      return `${digit}${digit === "" ? "" : " "}${VULGAR[fraction] ?? fraction}`;
    })
    .replace(/([aωâ])[\u0302-\u0304\u0307]+/giu, "$1")
    .replace(/(?<!\p{L})â(?!\p{L})/giu, "a")
    .replace(/[^\x00-\x7f]/gu, plainCharacter)
    .replace(/(^|[^\d.])(\d{1,3})·(?!10\^)(\d)/gu, "$1$2.$3")
    .replace(/·/gu, "×");
}
