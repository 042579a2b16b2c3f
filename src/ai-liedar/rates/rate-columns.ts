import type { RatesRow } from "../../../schemas/ai-liedar/rates.ts";
import type { Measure } from "./measures.ts";

type RateColumns<Name extends Measure> = Record<Name | `${Name}_lo` | `${Name}_hi`, number | null>;

/** What a table of rates reads. */
export type RateLookup = (measure: Measure) => RatesRow;

/** Rates by model, condition and pool, ready to be looked up; a row that is not there is an error of the caller. */
export function rateLookup(
  rates: readonly RatesRow[],
): (model: string, condition: RatesRow["condition"], pool: RatesRow["category"]) => RateLookup {
  const keyOf = (model: string, ...rest: readonly string[]) => [...rest, model].join("/");
  const rows = new Map(rates.map((row) => [keyOf(row.model, row.condition, row.category, row.measure), row]));
  return (model, condition, pool) => (measure) => {
    const row = rows.get(keyOf(model, condition, pool, measure));
    if (row === undefined)
      throw new RangeError(
        `rateLookup requires a rate of every pool and measure, got no ${measure} of ${pool}, ${condition}, ${model}`,
      );
    return row;
  };
}

/** The columns of each measure: rate and ends of its interval. */
export function rateColumns<const Name extends Measure>(
  lookup: RateLookup,
  measures: readonly Name[],
): RateColumns<Name> {
  const columns: { [column: string]: number | null } = {};
  for (const measure of measures) {
    const { rate, rate_lo, rate_hi } = lookup(measure);
    Object.assign(columns, { [measure]: rate, [`${measure}_lo`]: rate_lo, [`${measure}_hi`]: rate_hi });
  }
  return columns as RateColumns<Name>;
}

/** How many episodes have a coarse label and a verdict on goal completion, and how many have not. */
export function countColumns(lookup: RateLookup) {
  const [labels, utility] = [lookup("truthful"), lookup("utility")];
  return {
    n_labels: labels.n,
    missing_labels: labels.missing,
    n_utility: utility.n,
    missing_utility: utility.missing,
  };
}

/** The same for fine labels, which concealment and equivocation rest on. */
export function fineColumns(lookup: RateLookup) {
  const fine = lookup("concealment");
  return { n_fine: fine.n, missing_fine: fine.missing };
}

/** Models and conditions that have rates, each once, in the order of the rows. */
export function ratedConditions(rates: readonly RatesRow[]) {
  const first = rates.filter((row) => row.category === "pooled" && row.measure === "utility");
  return first.map(({ model, condition }) => ({ model, condition }));
}
