import type { ValidationFigure } from "./replicate.ts";

/** A row of the table `human_agreement`, as far as it is read: shares, 0 … 1. */
export interface Agreement {
  readonly category: string;
  readonly episodes: number;
  readonly exact_match_fine: number | null;
  readonly exact_match_coarse: number | null;
}

/** A row of the table `judge_accuracy`, as far as it is read: shares, 0 … 1. */
export interface Accuracy {
  readonly category: string;
  /** Episodes with a majority of the annotators and a verdict. */
  readonly compared: number;
  readonly accuracy: number | null;
  readonly macro_f1: number | null;
}

/** What annotated episodes give of the published figures of human validation, in percent. They have no intervals. */
export function validationFigures(
  agreement: readonly Agreement[],
  accuracy: readonly Accuracy[],
): ValidationFigure[] {
  const figure = (category: string, measure: string, share: number | null, n: number): ValidationFigure => ({
    category,
    measure,
    here: share === null ? null : share * 100,
    here_lo: null,
    here_hi: null,
    n,
  });
  return [
    ...agreement.flatMap(({ category, episodes, exact_match_fine, exact_match_coarse }) => [
      figure(category, "agreement_fine", exact_match_fine, episodes),
      figure(category, "agreement_coarse", exact_match_coarse, episodes),
    ]),
    ...accuracy.flatMap((row) => [
      figure(row.category, "judge_accuracy_coarse", row.accuracy, row.compared),
      figure(row.category, "judge_f1_coarse", row.macro_f1, row.compared),
    ]),
  ];
}
