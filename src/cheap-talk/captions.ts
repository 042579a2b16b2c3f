/** Sentences that several captions share. */

/** Names of reference senders begin so in every basket. */
const EMBEDDED = "embedded/";

/** One caption from its sentences; empty ones are left out. */
export function caption(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** Says which models are reference senders and not language models; "" where none is. */
export function referenceSenders(models: Iterable<string>): string {
  const all = [...new Set(models)];
  const embedded = all.filter((model) => model.startsWith(EMBEDDED)).length;
  if (embedded === 0) return "";
  return embedded === all.length
    ? "All senders here are reference senders of known behaviour, not language models."
    : "Senders named embedded/… are reference senders of known behaviour, not language models.";
}

/** Says that a table comes from the primary decoder. */
export const HYBRID = "Decoder: hybrid, cross-fitted within the cell.";

/** Says how the k-nearest-neighbour decoder treats ties. */
export const NEAREST_NEIGHBOUR_TIES =
  "Equal messages tie in the k-nearest-neighbour decoder; ties are broken by row order, and another rule moves " +
  "mean I_norm by up to about 0.01 (0.05 in a single cell).";

/** "n = 12,000 messages": a count with its noun, thousands set off by commas. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  const digits = String(count).replace(/\B(?=(\d{3})+$)/g, ",");
  return `n = ${digits} ${count === 1 ? singular : plural}`;
}

/** Says why values are missing; "" where none is. */
export function missing(count: number, what: string): string {
  if (count === 0) return "";
  return `${count === 1 ? "One value is" : `${count} values are`} missing: ${what}.`;
}
