import { normalQuantile } from "./normal.ts";
import type { Interval } from "./resampling.ts";

/** What a correction stands on: a sample that was classified, and another whose truth is known as well. */
export interface ClassifiedCounts {
  /** Units classified as positive, of all that were classified. */
  readonly positive: number;
  readonly classified: number;
  /** Truly positive units that the classifier finds, of all that are truly positive. */
  readonly truePositive: number;
  readonly referencePositive: number;
  /** Truly negative units that the classifier leaves, of all that are truly negative. */
  readonly trueNegative: number;
  readonly referenceNegative: number;
}

/** A rate as classified and as corrected; null where undefined. */
export interface CorrectedRate {
  readonly apparent: number | null;
  readonly sensitivity: number | null;
  readonly specificity: number | null;
  /** Not cut to [0, 1]. */
  readonly corrected: number | null;
  /** Whether the corrected rate lies outside [0, 1], which no rate can: sampling error, or another population. */
  readonly outside: boolean | null;
}

/**
 * A rate corrected for the errors of the classifier by Rogan & Gladen (1978, American Journal of Epidemiology 107:71):
 * (apparent + specificity − 1)/(sensitivity + specificity − 1), with sensitivity and specificity as estimated from the
 * units whose truth is known. Unbiased only where these are the same in both samples. O(1).
 *
 * The corrected rate is null where no unit was classified, where no unit is truly positive or none truly negative, and
 * where sensitivity + specificity is at most 1: the classifier then tells nothing.
 *
 * @throws RangeError for counts that are not whole, below 0, or above their total
 */
export function roganGladen(counts: ClassifiedCounts): CorrectedRate {
  check("roganGladen", counts);
  const apparent = share(counts.positive, counts.classified);
  const sensitivity = share(counts.truePositive, counts.referencePositive);
  const specificity = share(counts.trueNegative, counts.referenceNegative);
  const undefinedRate = { apparent, sensitivity, specificity, corrected: null, outside: null };
  if (apparent === null || !tells(counts)) return undefinedRate;
  const youden = (sensitivity as number) + (specificity as number) - 1;
  const corrected = (apparent + (specificity as number) - 1) / youden;
  return { apparent, sensitivity, specificity, corrected, outside: corrected < 0 || corrected > 1 };
}

/**
 * Confidence interval of the rate that `roganGladen` corrects, for sensitivity and specificity that are estimated too:
 * Lang & Reiczigel (2014, Preventive Veterinary Medicine 113:13), equations 4, 6, 7, 16 and 17. As Agresti & Coull do, it
 * adds z²/2 positives and z²/2 negatives to the classified units, one of each to the truly positive and to the truly
 * negative ones, takes the corrected rate P′ of these counts, shifts it by
 * 2z²·(P′·Se′(1 − Se′)/n′ₛₑ − (1 − P′)·Sp′(1 − Sp′)/n′ₛₚ), and goes z standard errors to both sides; cut to [0, 1].
 * Departure: the paper prints (1 + P)² in equation 4, which should be (1 − P)², as in its authors' program. O(1).
 *
 * The three samples count as independent and their units as independent; tested by its authors for sensitivities and
 * specificities of 70 % and more.
 *
 * @param level coverage asked for, above 0 and below 1
 * @returns null where the corrected rate is undefined, or is so after the counts were added to
 * @throws RangeError for another level, or for counts as in `roganGladen`
 */
export function langReiczigel(counts: ClassifiedCounts, level: number): Interval | null {
  check("langReiczigel", counts);
  if (!(level > 0 && level < 1)) throw new RangeError(`langReiczigel requires 0 < level < 1, got ${level}`);
  if (counts.classified === 0 || !tells(counts)) return null;
  const z = normalQuantile((1 + level) / 2);
  const classified = counts.classified + z * z;
  const apparent = (counts.positive + (z * z) / 2) / classified;
  const positives = counts.referencePositive + 2;
  const sensitivity = (counts.truePositive + 1) / positives;
  const negatives = counts.referenceNegative + 2;
  const specificity = (counts.trueNegative + 1) / negatives;
  const youden = sensitivity + specificity - 1;
  if (!(youden > 0)) return null;
  const rate = (apparent + specificity - 1) / youden;
  const ofSensitivity = (sensitivity * (1 - sensitivity)) / positives;
  const ofSpecificity = (specificity * (1 - specificity)) / negatives;
  const variance =
    (apparent * (1 - apparent)) / classified +
    rate * rate * ofSensitivity +
    (1 - rate) * (1 - rate) * ofSpecificity;
  const middle = rate + 2 * z * z * (rate * ofSensitivity - (1 - rate) * ofSpecificity);
  const half = (z * Math.sqrt(variance)) / youden;
  return { low: cut(middle - half), high: cut(middle + half) };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/**
 * Whether sensitivity + specificity is above 1, told in whole numbers: at exactly 1 rounding must not decide. Not where
 * either class is absent: both sides are 0.
 */
function tells(counts: ClassifiedCounts): boolean {
  const { truePositive, referencePositive, trueNegative, referenceNegative } = counts;
  const missed = referencePositive - truePositive;
  return trueNegative * referencePositive > missed * referenceNegative;
}

function cut(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function check(who: string, counts: ClassifiedCounts): void {
  for (const [part, whole] of [
    ["positive", "classified"],
    ["truePositive", "referencePositive"],
    ["trueNegative", "referenceNegative"],
  ] as const) {
    const [a, b] = [counts[part], counts[whole]];
    if (!(Number.isSafeInteger(a) && Number.isSafeInteger(b) && a >= 0 && a <= b))
      throw new RangeError(`${who} requires whole numbers 0 <= ${part} <= ${whole}, got ${a} and ${b}`);
  }
}
