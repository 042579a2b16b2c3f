import { markdownText } from "../../tables/markdown.ts";
import { escaped } from "./html-text.ts";
import { visible } from "./visible.ts";

/**
 * What a forge makes a link or a notice of in plain text, after Markdown and its escapes are gone: mentions,
 * issues, commits, emoji. It leaves code alone.
 */
const LINKS = /[@#]|\bGH-\d|\bwww\.|:\/\/|:[\w+-]+:|\b[0-9a-f]{7,40}\b/iu;

/** A sentence that may hold names of any origin: plain, or as code where a forge would link or notify. */
export function sentence(text: string): string {
  return LINKS.test(text) ? code(text) : markdownText(visible(text));
}

/** Text of any origin as code: an HTML element, so that no run of backticks can end it. */
export function code(text: string): string {
  return `<code>${markdownText(visible(text))}</code>`;
}

/** The same inside a line of HTML, where Markdown's escapes would be read as they stand. */
export function htmlCode(text: string): string {
  return `<code>${htmlText(text)}</code>`;
}

/** Text of any origin inside a line of HTML. */
export function htmlText(text: string): string {
  return escaped(text).replace(/@/gu, "&#64;");
}

/** A pipe table of cells that are Markdown already; `toRight` names the columns of numbers. */
export function pipeTable(
  headings: readonly string[],
  toRight: readonly boolean[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  const rule = toRight.map((right) => (right ? "--:" : "---"));
  return line(headings) + line(rule) + rows.map(line).join("");
}
