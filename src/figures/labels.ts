import { textWidth, wrapText } from "./text-width.ts";
import { FIGURE_WIDTH, FONT_SIZES } from "./theme.ts";

/** Prefix of the model names of the reference senders. */
const REFERENCE_PREFIX = "embedded/";

/** Control characters, line separators and direction overrides: they would break or reverse a line. */
const NOT_PLAIN = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Names of senders as a figure shows them, in the order given (duplicates count once). When all are reference
 * senders their common prefix is left out; characters that cannot be drawn on a line become U+FFFD; two names
 * that would look alike are told apart by a number.
 *
 * @example senderLabels(["embedded/babbler"]).get("embedded/babbler") // "babbler"
 */
export function senderLabels(models: Iterable<string>): Map<string, string> {
  const names = [...new Set(models)];
  const start = areReferenceSenders(names) ? REFERENCE_PREFIX.length : 0;
  const labels = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of names) {
    const plain = name.slice(start).replace(NOT_PLAIN, "\uFFFD").trim() || "(no name)";
    let label = plain;
    for (let number = 2; taken.has(label); number++) label = `${plain} (${number})`;
    taken.add(label);
    labels.set(name, label);
  }
  return labels;
}

/** True when there is at least one sender and every one is a reference sender. */
function areReferenceSenders(models: Iterable<string>): boolean {
  const names = [...models];
  return names.length > 0 && names.every((name) => name.startsWith(REFERENCE_PREFIX));
}

/** The sentence that every figure of reference senders carries, as a list for `heading`; empty otherwise. */
export function senderSentence(models: Iterable<string>): string[] {
  return areReferenceSenders(models) ? ["Reference senders of known behaviour, not language models."] : [];
}

/**
 * A name on at most `mostLines` lines of at most `width` pixels, joined by line feeds: broken after - / _ or
 * a space, inside a word only when it must be, cut with … when it needs more lines.
 */
export function breakName(name: string, width: number, fontSize: number, mostLines = 3): string {
  const lines = [""];
  for (const part of name.match(/[^-/_ ]*[-/_ ]?/g) ?? []) {
    if (
      textWidth(lines[lines.length - 1] + part.trimEnd(), fontSize, true) > width &&
      lines[lines.length - 1]
    )
      lines.push("");
    for (const character of part) {
      if (textWidth(lines[lines.length - 1] + character, fontSize, true) > width) lines.push("");
      lines[lines.length - 1] += character;
    }
  }
  const kept = lines.slice(0, mostLines);
  if (lines.length > mostLines) kept[mostLines - 1] = `${[...kept[mostLines - 1]].slice(0, -1).join("")}…`;
  return kept.map((line) => line.trim()).join("\n");
}

/**
 * Facet value of a sender's panel: its number and its label on lines of at most `width` pixels. The number
 * keeps panels apart whose labels were cut to the same text; `PANEL_NAME` leaves it out again.
 */
export function panelName(labels: ReadonlyMap<string, string>, model: string, width: number): string {
  const number = [...labels.keys()].indexOf(model);
  return `${number}\n${breakName(labels.get(model) as string, width, FONT_SIZES.label)}`;
}

/** Vega expression for a panel's heading: the lines of `panelName` after the number. */
export const PANEL_NAME = "slice(split(datum.label, '\\n'), 1)";

/** Title and subtitle of a figure: the sentences follow one another, broken to the width of the figure. */
export function heading(title: string, sentences: readonly string[]): { text: string; subtitle: string[] } {
  return { text: title, subtitle: wrapText(sentences.join(" "), FIGURE_WIDTH, FONT_SIZES.text) };
}

/** "b = 0.04": a bias as a panel's heading. */
export function biasLabel(bias: number): string {
  return `b = ${bias}`;
}

/** "n = 200", or "n = 180–200" where cells differ, or "n = 0" without cells. */
export function countLabel(counts: Iterable<number>): string {
  let low = Infinity;
  let high = -Infinity;
  for (const count of counts) {
    low = Math.min(low, count);
    high = Math.max(high, count);
  }
  if (low > high) return "n = 0";
  return low === high ? `n = ${low}` : `n = ${low}–${high}`;
}

/**
 * Moves labels apart on one axis: positions of least squared change among those that keep the order of the
 * given ones (ties in the order of the list) and stand at least `gap` apart. Same unit as the input.
 *
 * The differences from an evenly spaced list must not fall, so this is isotonic regression by pooling
 * adjacent violators (Barlow et al. 1972).
 */
export function spreadLabels(positions: readonly number[], gap: number): number[] {
  const order = positions.map((_, index) => index).sort((a, b) => positions[a] - positions[b] || a - b);
  const blocks: { sum: number; count: number }[] = [];
  for (const [rank, index] of order.entries()) {
    blocks.push({ sum: positions[index] - rank * gap, count: 1 });
    for (let last = blocks.length - 1; last > 0; last--) {
      const [before, after] = [blocks[last - 1], blocks[last]];
      if (before.sum / before.count <= after.sum / after.count) break;
      blocks.splice(last - 1, 2, { sum: before.sum + after.sum, count: before.count + after.count });
    }
  }
  const spread = new Array<number>(positions.length);
  let rank = 0;
  for (const { sum, count } of blocks)
    for (let k = 0; k < count; k++, rank++) spread[order[rank]] = sum / count + rank * gap;
  return spread;
}
