/**
 * Widths of text without a canvas. Vega measures text to place labels and to cut those that are too long;
 * without a canvas it assumes 0.8 em per character, about 1.7 times too wide, and with one the result would
 * depend on the fonts of the machine. Here a fixed table stands for both.
 */

/**
 * Advance widths of the characters U+0020 to U+007E in thousandths of an em, regular weight: the metrics
 * that Helvetica, Arial and Liberation Sans share.
 */
const ASCII_WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
] as const;

/** Other characters that the figures use, in thousandths of an em. */
const OTHER_WIDTHS: Readonly<Record<string, number>> = {
  "\u00A0": 278,
  ω: 781,
  "–": 556,
  "—": 1000,
  "−": 584,
  "×": 584,
  "±": 549,
  "·": 278,
  "…": 1000,
  "≥": 549,
  "≤": 549,
  "²": 333,
};

/** Bold text is about nine hundredths wider than regular text (mean over English letters). */
const BOLD = 1.09;

/**
 * Width of one line of text, in the unit of `fontSize` (pixels), for a Helvetica-like font. Latin, Greek and
 * Cyrillic letters outside the table count 0.6 em, everything from U+1100 on 1 em: an estimate that errs on
 * the wide side. Exact for ASCII in regular weight.
 *
 * @example textWidth("b = 0.04", 10) // 36.2
 */
export function textWidth(text: string, fontSize: number, bold = false): number {
  let thousandths = 0;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    thousandths +=
      ASCII_WIDTHS[code - 32] ?? OTHER_WIDTHS[character] ?? (code < 32 ? 0 : code < 0x1100 ? 600 : 1000);
  }
  return (thousandths * fontSize * (bold ? BOLD : 1)) / 1000;
}

/**
 * Breaks text at spaces into lines that are at most `width` wide; a single word that is wider stands alone on
 * its line, uncut. Returns at least one line, which may be empty.
 */
export function wrapText(text: string, width: number, fontSize: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && textWidth(longer, fontSize) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  lines.push(line);
  return lines;
}
