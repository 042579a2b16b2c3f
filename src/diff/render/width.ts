/** East Asian scripts and emoji, which take two columns of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const COMBINING = /\p{M}/u;

/** Columns of a terminal that a printable text takes. */
export function columns(text: string): number {
  // Plain ASCII is nearly all of it.
  if (/^[ -~]*$/u.test(text)) return text.length;
  let width = 0;
  for (const char of text) width += widthOf(char);
  return width;
}

/** The start of a text that fits into `width` columns, with … where something is cut. */
export function cut(text: string, width: number): string {
  if (columns(text) <= width) return text;
  let start = "";
  let used = 1;
  for (const char of text) {
    used += widthOf(char);
    if (used > width) break;
    start += char;
  }
  return `${start}…`;
}

function widthOf(char: string): number {
  if (COMBINING.test(char)) return 0;
  return WIDE.test(char) ? 2 : 1;
}
