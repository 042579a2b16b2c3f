/** What captions of all studies share. */

/** One caption from its sentences; empty ones are left out. */
export function caption(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

/** "n = 12,000 messages": a count with its noun as captions name their n. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `n = ${amount(count, singular, plural)}`;
}

/** "1 label", "12,000 labels": a count with its noun, thousands set off by commas. */
export function amount(count: number, singular: string, plural = `${singular}s`): string {
  const digits = String(count).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${digits} ${count === 1 ? singular : plural}`;
}

/** How many values are missing in some columns of a table. */
export function countMissing<Row>(rows: readonly Row[], columns: readonly (keyof Row)[]): number {
  let count = 0;
  for (const row of rows) for (const column of columns) if (row[column] === null) count++;
  return count;
}

/** Says why values are missing; "" where none is. */
export function missing(count: number, what: string): string {
  if (count === 0) return "";
  return `${count === 1 ? "One value is" : `${count} values are`} missing: ${what}.`;
}
