import { leastSquares } from "../statistics/regression.ts";

/** One positive-bias cell with the response of the regression. */
export interface EffectCell {
  readonly model: string;
  readonly frame: string;
  readonly bias: number;
  readonly y: number;
}

/** One term of the regression in long form. */
export interface EffectTerm {
  readonly term: string;
  readonly value: number | null;
}

// Below this the residuals are rounding errors of the fit, and a t of them means nothing.
const NO_RESIDUAL_VARIANCE = 1e-20;

/**
 * Fixed-effects regression Y = α_model + γ_frame + βb with classical standard errors (cheap-talk.md §6.5).
 * The first model and the first frame, in byte order, are the base. Terms: beta, se_beta and t_beta for the
 * slope on b, then the coefficients const, M=…, F=…, b.
 *
 * Every value is null where the coefficients are not determined (a single positive bias, fewer cells than
 * terms); t_beta alone is null where the residual variance is 0 up to rounding.
 */
export function fixedEffects(cells: readonly EffectCell[]): EffectTerm[] {
  const models = [...new Set(cells.map((cell) => cell.model))].sort().slice(1);
  const frames = [...new Set(cells.map((cell) => cell.frame))].sort().slice(1);
  const names = ["const", ...models.map((m) => `M=${m}`), ...frames.map((f) => `F=${f}`), "b"];
  const columns = [
    cells.map(() => 1),
    ...models.map((model) => cells.map((cell) => Number(cell.model === model))),
    ...frames.map((frame) => cells.map((cell) => Number(cell.frame === frame))),
    cells.map((cell) => cell.bias),
  ];
  const fit = leastSquares(
    columns,
    cells.map((cell) => cell.y),
  );
  const beta = fit?.coefficients[names.length - 1];
  const variance = fit?.residualVariance ?? null;
  const meansSomething = variance !== null && variance >= NO_RESIDUAL_VARIANCE;
  return [
    { term: "beta", value: beta?.value ?? null },
    { term: "se_beta", value: beta?.se ?? null },
    { term: "t_beta", value: meansSomething ? (beta?.t ?? null) : null },
    ...names.map((term, i) => ({ term, value: fit?.coefficients[i]?.value ?? null })),
  ];
}
