/** Sentences about numbers of episodes. */

interface Counted {
  readonly n_labels: number;
  readonly missing_labels: number;
  readonly n_utility: number;
  readonly missing_utility: number;
}

const digits = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** "n = 2,150 episodes with a label (10 missing), 2,160 with a goal verdict (0 missing)": the sum over rows. */
export function episodeSentence(rows: readonly Counted[]): string {
  const sum = (column: keyof Counted) => digits(rows.reduce((total, row) => total + row[column], 0));
  return (
    `n = ${sum("n_labels")} episodes with a truthfulness label (${sum("missing_labels")} missing), ` +
    `${sum("n_utility")} with a goal verdict (${sum("missing_utility")} missing); what is missing is left out.`
  );
}

/** "20–60": smallest and largest count. */
export function range(counts: readonly number[]): string {
  if (counts.length === 0) return "0";
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  return low === high ? digits(low) : `${digits(low)}–${digits(high)}`;
}
