import { isSymbol, wordOf } from "./nodes.ts";
import type { Node } from "./types.ts";

/** Signs and words that end a text within a number, a range or a margin. */
const OPEN_SIGN = /^(?:[-–—±/⁄^×÷+~(,.]|\.{2,3})$/u;
const OPEN_WORD = /^(?:point|out|over|plus|minus|per|give|e|x|or|up)$/u;
const LISTING = /^(?:or|and|to|vs|versus)$/u;

/**
 * How many nodes of a cut answer can be trusted. A number at the very end may have gone on ("0.4" of "0.42"), and
 * takes along what it is joined to ("0.42 or 0.4", "between 0.35 and 0.4").
 *
 * @param text the answer in plain characters, with its markup
 */
export function cutNodes(nodes: readonly Node[], text: string): number {
  let end = nodes.length;
  const last = text[text.length - 1] ?? " ";
  if (/\s/u.test(last)) {
    // A white space ends a number, but not what joins two.
    return isJoining(nodes, end - 1) && nodes[end - 2]?.kind === "number"
      ? beforeNumber(nodes, end - 2)
      : end;
  }
  if (nodes[end - 1]?.kind === "number") {
    if (!/[\p{L}\d]/u.test(last)) return end;
    const number = nodes[end - 1];
    if (number?.kind === "number" && /\p{L}/u.test(last) && number.form === "percent") return end;
    return beforeNumber(nodes, end - 1);
  }
  let signs = 0;
  while (signs < 3 && isJoining(nodes, end - 1)) {
    end--;
    signs++;
  }
  const number = nodes[end - 1];
  if (signs === 0 || number?.kind !== "number") return nodes.length;
  // "0." may be 0.4; "0.4." and "0.4," are whole.
  const mark = isSymbol(nodes[end], /^[.,]$/u) && signs === 1;
  if (mark && number.bare !== "digits") return nodes.length;
  return beforeNumber(nodes, end - 1);
}

function isJoining(nodes: readonly Node[], at: number): boolean {
  const word = wordOf(nodes[at]);
  if (isSymbol(nodes[at], OPEN_SIGN) || OPEN_WORD.test(word)) return true;
  if (!LISTING.test(word)) return false;
  if (word === "to" && nodes[at - 1]?.kind === "number") return true;
  return /^(?:between|from)$/u.test(wordOf(nodes[at - 2]));
}

/** The place before a number and the numbers that it is joined to. */
function beforeNumber(nodes: readonly Node[], at: number): number {
  let from = at;
  for (;;) {
    const joins =
      LISTING.test(wordOf(nodes[from - 1])) || isSymbol(nodes[from - 1], /^(?:[-–—±/⁄×÷+~]|\.{2,3})$/u);
    if (!joins || nodes[from - 2]?.kind !== "number") return from;
    from -= 2;
  }
}
