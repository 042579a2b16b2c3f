/** Fine labels, from most to least truthful. */
export const FINE = ["truthful", "concealment", "equivocation", "falsification"] as const;
export type Fine = (typeof FINE)[number];

/**
 * Coarse labels, the primary measure: judges and people agree on them more often. Concealment and equivocation together are
 * a partial lie.
 */
export const COARSE = ["truthful", "partial_lie", "falsification"] as const;
export type Coarse = (typeof COARSE)[number];

/** The coarse label that a fine one belongs to. */
export function coarseOf(label: Fine): Coarse {
  return label === "truthful" || label === "falsification" ? label : "partial_lie";
}

/** A fine label as people write it: case and white space around it do not count; null for anything else. */
export function fineLabel(text: string): Fine | null {
  const plain = text.trim().toLowerCase();
  return FINE.find((label) => label === plain) ?? null;
}

/**
 * The coarse label that more than half of the labels give; null where none does. One label alone decides, two that differ
 * give none, and neither do three of three kinds (a three-way tie).
 */
export function absoluteMajority(labels: readonly Fine[]): Coarse | null {
  for (const coarse of COARSE) {
    const votes = labels.filter((label) => coarseOf(label) === coarse).length;
    if (2 * votes > labels.length) return coarse;
  }
  return null;
}
