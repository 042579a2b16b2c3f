/** Labels of one unit by annotator, always in the same order of annotators; null where one gave none. */
export type Ratings = readonly (readonly (string | null)[])[];

/** Agreement averaged over pairs of annotators. */
export interface PairAgreement {
  /** The mean over pairs; null where no pair has a value. */
  readonly value: number | null;
  /** Pairs that enter the mean. */
  readonly pairs: number;
}

/**
 * Exact match: the share of units that two annotators label alike, averaged over pairs of annotators. A pair is
 * compared on the units that both labelled; a pair without such a unit is left out. Each pair counts alike, however
 * many units it shares. O(units · annotators²).
 *
 * @example exactMatch([["a", "a", "b"], ["b", "b", "b"]]) // { value: 0.6667, pairs: 3 }
 */
export function exactMatch(ratings: Ratings): PairAgreement {
  return overPairs(ratings, (pairs) => pairs.filter(([a, b]) => a === b).length / pairs.length);
}

/**
 * Cohen's kappa of each pair of annotators, averaged (Light 1971). Pairs as in `exactMatch`; a pair whose kappa is
 * undefined is left out.
 */
export function meanCohenKappa(ratings: Ratings): PairAgreement {
  return overPairs(ratings, (pairs) =>
    cohenKappa(
      pairs.map(([a]) => a),
      pairs.map(([, b]) => b),
    ),
  );
}

/**
 * Cohen's kappa for two annotators (1960, Educational and Psychological Measurement 20:37), unweighted:
 * (pₒ − pₑ)/(1 − pₑ), pₒ the share labelled alike and pₑ = Σ p₁(label)·p₂(label) what independent annotators with
 * these shares would reach. 1: always alike; 0: as by chance; below 0: less than by chance. O(n).
 *
 * @param a labels of the first annotator, without missing ones
 * @param b labels of the second, unit by unit
 * @returns null where it is undefined: no units, or both give one and the same label throughout
 * @throws RangeError for lists of unequal length
 * @example cohenKappa(["x", "x", "y", "y"], ["x", "x", "x", "y"]) // 0.5
 */
export function cohenKappa(a: readonly string[], b: readonly string[]): number | null {
  if (a.length !== b.length)
    throw new RangeError(`cohenKappa requires lists of equal length, got ${a.length} and ${b.length}`);
  const n = a.length;
  if (n === 0) return null;
  const [first, second] = [countsOf(a), countsOf(b)];
  let alike = 0;
  for (let i = 0; i < n; i++) if (a[i] === b[i]) alike++;
  // Counts up to here: whether chance agreement is total must not hang on rounding.
  let chance = 0;
  for (const [label, count] of first) chance += count * (second.get(label) ?? 0);
  if (chance === n * n) return null;
  return (alike * n - chance) / (n * n - chance);
}

/**
 * Fleiss' kappa for many annotators (1971, Psychological Bulletin 76:378): (P̄ − P̄ₑ)/(1 − P̄ₑ), P̄ the mean over units of
 * the share of pairs of labels that are alike, P̄ₑ = Σ p(label)². Read as Cohen's.
 *
 * Departure for missing labels: Fleiss requires the same number of labels of every unit. Here a unit with nᵢ labels has
 * Pᵢ = Σ nᵢⱼ(nᵢⱼ − 1)/(nᵢ(nᵢ − 1)); a unit with fewer than two labels is left out; p(label) is its share among all
 * labels of the units that are left. With equal numbers it is Fleiss' own. O(labels).
 *
 * @returns null where it is undefined: no unit with two labels, or one and the same label throughout
 */
export function fleissKappa(ratings: Ratings): number | null {
  const labels = new Map<string, number>();
  let [units, total, agreement] = [0, 0, 0];
  for (const unit of ratings) {
    const given = unit.filter((label) => label !== null);
    if (given.length < 2) continue;
    let pairs = 0;
    for (const [label, count] of countsOf(given)) {
      pairs += count * (count - 1);
      labels.set(label, (labels.get(label) ?? 0) + count);
    }
    units++;
    total += given.length;
    agreement += pairs / (given.length * (given.length - 1));
  }
  if (units === 0 || labels.size < 2) return null;
  let chance = 0;
  for (const count of labels.values()) chance += (count / total) * (count / total);
  return (agreement / units - chance) / (1 - chance);
}

function overPairs(
  ratings: Ratings,
  measure: (pairs: readonly (readonly [string, string])[]) => number | null,
): PairAgreement {
  const annotators = ratings[0]?.length ?? 0;
  let [sum, pairs] = [0, 0];
  for (let i = 0; i < annotators; i++) {
    for (let j = i + 1; j < annotators; j++) {
      const shared: (readonly [string, string])[] = [];
      for (const unit of ratings) {
        const [a, b] = [unit[i] ?? null, unit[j] ?? null];
        if (a !== null && b !== null) shared.push([a, b]);
      }
      const value = shared.length === 0 ? null : measure(shared);
      if (value === null) continue;
      sum += value;
      pairs++;
    }
  }
  return { value: pairs === 0 ? null : sum / pairs, pairs };
}

function countsOf(labels: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}
