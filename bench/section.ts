/** A measured number. Sections measure what they compare side by side, in one run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** The same number at the size, or before the change, that it is compared with. */
  readonly before?: number;
  readonly unit: "ms" | "s" | "MB" | "rows/s" | "×" | "slices" | "stages";
  /** What the issue asks for, in the same unit. */
  readonly bound?: { readonly kind: "at most" | "at least"; readonly value: number };
}

/** What a section found. */
export interface Findings {
  readonly figures: readonly Figure[];
  /** What could not be measured here, and why. */
  readonly notes: readonly string[];
}

export interface Section {
  readonly name: string;
  readonly title: string;
  readonly measure: () => Promise<Findings>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
