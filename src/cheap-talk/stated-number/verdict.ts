import type { Claim, StatedForm, StatedNumber, StatedRole } from "./types.ts";

/** What the claims of one role come to. */
type Outcome =
  | {
      readonly kind: "number";
      readonly value: number;
      readonly form: StatedForm;
      readonly low: number | null;
      readonly high: number | null;
    }
  | { readonly kind: "bound"; readonly low: number | null; readonly high: number | null }
  | { readonly kind: "ambiguous" }
  | { readonly kind: "nothing" };

export const NOTHING = {
  value: null,
  role: null,
  form: null,
  low: null,
  high: null,
  recommendation: null,
} as const;

/**
 * The stated number of a message: of the state, else of the recommendation, else the lone one. A bound speaks only
 * where no number does, a lone number apart. Null where nothing is claimed.
 */
export function weigh(claims: readonly Claim[]): StatedNumber | null {
  const state = outcomeOf(claims, "state");
  const action = outcomeOf(claims, "recommendation");
  const lone = outcomeOf(claims, "lone");
  const recommendation = action.kind === "number" ? action.value : null;
  const says = (outcome: Outcome) => outcome.kind === "number" || outcome.kind === "ambiguous";
  const order: readonly (readonly [Outcome, StatedRole])[] = [
    [state, "state"],
    [action, "recommendation"],
    [lone, "lone"],
  ];
  const decisive =
    order.slice(0, 2).find(([outcome]) => says(outcome)) ??
    order.find(([outcome]) => outcome.kind !== "nothing");
  if (decisive === undefined) return null;
  const [outcome, role] = decisive;
  switch (outcome.kind) {
    case "nothing":
      return null;
    case "ambiguous":
      return { ...NOTHING, status: "ambiguous" };
    case "bound":
      return { ...NOTHING, role, low: outcome.low, high: outcome.high, recommendation, status: "bound" };
    case "number": {
      const { value, form, low, high } = outcome;
      const inside = value >= 0 && value <= 1;
      const status = !inside ? "out_of_range" : form === "interval" ? "interval" : "ok";
      return { value, role, form, low, high, recommendation, status };
    }
  }
}

function outcomeOf(claims: readonly Claim[], role: StatedRole): Outcome {
  let point: Point | null = null;
  let interval: { value: number; low: number; high: number } | null = null;
  let low: number | null = null;
  let high: number | null = null;
  for (const claim of claims) {
    if (claim.role !== role) continue;
    const { shape } = claim;
    if (shape.type === "arithmetic" && (role === "lone" || shape.result === null))
      return { kind: "ambiguous" };
    if (shape.type === "interval") {
      if (interval !== null && (interval.low !== shape.low || interval.high !== shape.high))
        return { kind: "ambiguous" };
      interval ??= shape;
    } else if (shape.type === "bound") {
      if (
        (shape.low !== null && low !== null && low !== shape.low) ||
        (shape.high !== null && high !== null && high !== shape.high)
      ) {
        return { kind: "ambiguous" };
      }
      low = shape.low ?? low;
      high = shape.high ?? high;
    } else {
      const next = pointOf(claim);
      const merged: Point | null = point === null ? next : samePoint(point, next);
      if (merged === null) return { kind: "ambiguous" };
      point = merged;
    }
  }
  if (low !== null && high !== null && interval === null) {
    if (low > high) return { kind: "ambiguous" };
    interval = { value: Number(((low + high) / 2).toPrecision(15)), low, high };
    low = null;
    high = null;
  }
  if (point !== null) {
    const { value, form } = point;
    const outside =
      (interval !== null && (value < interval.low || value > interval.high)) ||
      (low !== null && value < low) ||
      (high !== null && value > high);
    return outside ? { kind: "ambiguous" } : { kind: "number", value, form, low: null, high: null };
  }
  if (interval !== null) return { kind: "number", form: "interval", ...pick(interval) };
  return low !== null || high !== null ? { kind: "bound", low, high } : { kind: "nothing" };
}

function pick({ value, low, high }: { value: number; low: number; high: number }) {
  return { value, low, high };
}

interface Point {
  readonly value: number;
  readonly form: StatedForm;
  readonly decimals: number;
  readonly listed: boolean;
}

function pointOf(claim: Claim): Point {
  const { shape, form, decimals, listed } = claim;
  if (shape.type === "arithmetic" && shape.result !== null) {
    return { value: shape.result.value, form: shape.result.form, decimals: shape.result.decimals, listed };
  }
  return { value: shape.type === "point" ? shape.value : Number.NaN, form, decimals, listed };
}

/**
 * One number said twice: equal values, or one the rounding of the other (then the finer one); null for two numbers.
 * Members of a list are two numbers however near they are.
 */
function samePoint(first: Point, second: Point): Point | null {
  if (first.value === second.value) return first;
  if (second.listed) return null;
  const [coarse, fine] = first.decimals <= second.decimals ? [first, second] : [second, first];
  if (coarse.decimals < 1 || coarse.decimals > 15) return null;
  const half = Number(`0.5e-${coarse.decimals}`);
  return Math.abs(coarse.value - fine.value) <= half * (1 + 1e-9) ? fine : null;
}
