import type { Cell } from "../report.ts";
import { columnText, isNumeric, keyName } from "./cells.ts";
import { type Html, html } from "./html-text.ts";

/**
 * A table in a box of its own: it scrolls, also by keyboard, and never pushes the page wide. One of cards turns
 * its rows into blocks on a narrow page; its cells have their heading as `data-label`.
 */
export function scroll(caption: string, content: Html, isCards = false): Html {
  const table = isCards ? html`<table class="cards">` : html`<table>`;
  return html`<div class="scroll${isCards ? " wide" : ""}" tabindex="0" role="region" aria-label="${caption}">${table}<caption>${caption}</caption>
${content}
</table></div>
`;
}

/** Heading of a column of the data, to the right above numbers; of places of rows, in words. */
export function heading(name: string, cells: readonly (Cell | undefined)[], isPlace = false): Html {
  const text = isPlace ? keyName(name, true) : html`<code>${columnText(name)}</code>`;
  return html`<th scope="col"${isNumbers(cells) ? html` class="number"` : null}>${text}</th>`;
}

/** Whether a column holds a number and no text: it stands to the right as a whole. */
export function isNumbers(cells: readonly (Cell | undefined)[]): boolean {
  const held = cells.filter((cell) => cell !== undefined && cell !== null);
  return held.length > 0 && held.every((cell) => isNumeric(cell as Cell));
}
