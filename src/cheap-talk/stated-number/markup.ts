/*
 * Markdown, LaTeX and HTML around a number say nothing about it. Every pattern here has bounded or disjoint
 * repetitions, so that a text of any kind takes linear time.
 */

/** LaTeX commands that stand for a character. */
const SYMBOLS: Readonly<Record<string, string>> = {
  omega: "ω",
  Omega: "ω",
  varomega: "ω",
  theta: "θ",
  vartheta: "θ",
  approx: "≈",
  simeq: "≈",
  cong: "≈",
  sim: "≈",
  pm: "±",
  le: "≤",
  leq: "≤",
  leqslant: "≤",
  ge: "≥",
  geq: "≥",
  geqslant: "≥",
  lt: "<",
  gt: ">",
  times: "×",
  cdot: "×",
  in: "∈",
  to: "→",
  rightarrow: "→",
  Rightarrow: "→",
  implies: "→",
  div: "÷",
  ldots: "...",
  dots: "...",
};

/** LaTeX commands that only dress what follows them, or make space. */
const DRESS =
  /^(?:hat|widehat|tilde|widetilde|bar|overline|underline|vec|math[a-z]+|text[a-z]*|boxed|fbox|operatorname|left|right|big[lr]?|Big[lr]?|displaystyle|emph|bm|boldsymbol|bf|it|rm|q?quad|begin|end|mbox|hbox)$/u;

const ENTITIES: Readonly<Record<string, string>> = {
  nbsp: " ",
  thinsp: " ",
  amp: "&",
  lt: "<",
  gt: ">",
  le: "≤",
  ge: "≥",
  quot: '"',
  apos: "'",
  ndash: "–",
  mdash: "—",
  minus: "-",
  plusmn: "±",
  times: "×",
  omega: "ω",
  theta: "θ",
  asymp: "≈",
  frac12: " 1⁄2",
  frac14: " 1⁄4",
  frac34: " 3⁄4",
};

const NUMERAL = /^\s*[-+]?[\d.,]+\s*$/u;

function withoutHtml(text: string): string {
  if (!/[<&]/u.test(text)) return text;
  return text
    .replace(/<br\s?\/?>/giu, "\n")
    .replace(/<\/?[a-z][\w-]{0,40}(?:\s[\w-]{1,40}="[^"<>]{0,200}")*\s?\/?>/giu, "")
    .replace(/&([a-z]{2,8}\d{0,2});/giu, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/&#(\d{1,6});/gu, (entity, code: string) =>
      Number(code) <= 0xffff ? String.fromCharCode(Number(code)) : entity,
    );
}

function withoutLatex(text: string): string {
  if (!/[\\${}^_\f\x08]/u.test(text)) return text;
  return text
    .replace(/\x08oxed/gu, " ")
    .replace(
      // Within JSON "\frac" is a form feed and "rac".
      /(?:\\[dtcsx]?f|\f|\\nicef)rac\s?(?:\{([^{}]{1,60})\}|(\d))\s?(?:\{([^{}]{1,60})\}|(\d))/gu,
      (_, a: string | undefined, b: string | undefined, c: string | undefined, d: string | undefined) => {
        const [over, under] = [a ?? b ?? "", c ?? d ?? ""];
        return NUMERAL.test(over) && NUMERAL.test(under)
          ? `${over.trim()}⁄${under.trim()}`
          : `(${over})/(${under})`;
      },
    )
    .replace(/\{,\}/gu, ",")
    .replace(/\^\s?\{([^{}]{1,20})\}/gu, "^$1")
    .replace(/\^\s?(?:\*|\\(?:star|ast)(?![A-Za-z])|')/gu, "")
    .replace(/(?<=\p{L})_\{?\d{1,3}\}?(?![\d.])/gu, "")
    .replace(/\\([A-Za-z]{1,30})\s?/gu, (_, name: string) =>
      DRESS.test(name) ? " " : (SYMBOLS[name] ?? ` ${name} `),
    )
    .replace(/\\[,;:! ]/gu, " ")
    .replace(/\\[()]/gu, " ")
    .replace(/\\(?=[^\sA-Za-z0-9])/gu, "")
    .replace(/\$/gu, "")
    .replace(/\{(\s?[-\d.]{1,20}%?\s?[,;]\s?[-\d.]{1,20}%?\s?)\}/gu, "[$1]")
    .replace(/[{}]/gu, " ");
}

/** A quoted line is a line; a lone `> 0.4` without words is a comparison. */
function withoutQuoting(text: string): string {
  if (/^\s*>\s?[\d.]+%?\s*$/u.test(text)) return text;
  return text.replace(/^[ \t]*(?:>[ \t]*(?=>))*>(?=[ \t]|$)/gmu, "");
}

function withoutMarkdown(text: string): string {
  if (!/[`~*_#>[]|hat|http/iu.test(text)) return text;
  return withoutQuoting(text)
    .replace(/^[ \t]*(?:```|~~~)[\w-]{0,20}[ \t]*$/gmu, "")
    .replace(/```[a-z]{0,12}(?=\s)/giu, " ")
    .replace(/~~[^~\n]{1,200}~~/gu, " ")
    .replace(/!?\[([^[\]\n]{1,200})\]\(([^()\s]{0,20}[/#:a-z][^()\s]{0,300})\)/giu, "$1")
    .replace(/\bhttps?:\/\/\S+/giu, " ")
    .replace(/^[ \t]{0,3}#{1,6}[ \t]+/gmu, "")
    .replace(/`/gu, "")
    .replace(/10\*\*(?=-?\d)/gu, "10^")
    .replace(/(?<=\d)(?: \* |\*)(?=\d)/gu, "×")
    .replace(/\*/gu, "")
    .replace(/(?<![\p{L}])(a|omega|ω|theta)[_ ]?hat(?![\p{L}])/giu, "$1")
    .replace(/(?<![\p{L}])hat[_ ](a|omega|ω|theta)(?![\p{L}])/giu, "$1")
    .replace(/_/gu, " ");
}

/**
 * The text without markup. Emphasis, code, headings, quotation, links and tags go, what they hold stays; struck out
 * text and addresses go altogether; LaTeX becomes characters.
 */
export function withoutMarkup(text: string): string {
  return withoutMarkdown(withoutLatex(withoutHtml(text)));
}
