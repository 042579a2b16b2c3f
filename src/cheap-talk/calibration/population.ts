import { normalCdf, normalDensity } from "../../statistics/normal.ts";
import { integrate } from "../../statistics/quadrature.ts";
import { type AffineReceiver, limitsFor, type Piece, type ReportLaw } from "./report-law.ts";

/*
 * What each measure is for a uniform state and infinitely many reports of a known law: the truth that estimates
 * from T states are held against. Closed forms in the normal distribution where there are any, otherwise
 * Gauss–Legendre quadrature; accurate to 1e-9 and better.
 */

/** Beyond this many standard deviations the normal distribution is 0 or 1 to 1e-19. */
const REACH = 9;

/** Φ, without the cost of its far tails. */
function cdf(u: number): number {
  return u <= -REACH ? 0 : u >= REACH ? 1 : normalCdf(u);
}

/** ∫ Φ up to u: u·Φ(u) + φ(u). */
function cdfIntegral(u: number): number {
  return u <= -REACH ? 0 : u >= REACH ? u : u * normalCdf(u) + normalDensity(u);
}

/** Length of the states in [from, to] of a piece whose report lies below a threshold, before limits. */
function lengthBelow(piece: Piece, from: number, to: number, noise: number, threshold: number): number {
  const x0 = Math.max(piece.from, from);
  const x1 = Math.min(piece.to, to);
  if (x1 <= x0) return 0;
  const gap = threshold - piece.level;
  if (!piece.follows) {
    const share = noise > 0 ? cdf(gap / noise) : gap > 0 ? 1 : 0;
    return share * (x1 - x0);
  }
  if (noise === 0) return Math.min(x1, Math.max(x0, gap)) - x0;
  return noise * (cdfIntegral((gap - x0) / noise) - cdfIntegral((gap - x1) / noise));
}

/**
 * Joint probability of state bin and action bin, `bins` equal cells of each, row by row of the state bin.
 *
 * @param bins 2 or more
 */
export function jointMass(law: ReportLaw, receiver: AffineReceiver, bins: number): Float64Array {
  const { pieces, noise, low, high } = limitsFor(law, receiver);
  const mass = new Float64Array(bins * bins);
  for (let r = 0; r < bins; r++) {
    let below = 0;
    for (let s = 0; s < bins; s++) {
      const threshold = ((s + 1) / bins - receiver.intercept) / receiver.slope;
      let next = 1 / bins;
      // Limits gather what lies beyond them: nothing is below the lower one, all below what exceeds the upper.
      if (s + 1 < bins && threshold <= low) next = 0;
      else if (s + 1 < bins && threshold <= high) {
        next = 0;
        for (const piece of pieces) next += lengthBelow(piece, r / bins, (r + 1) / bins, noise, threshold);
      }
      mass[r * bins + s] = Math.max(0, next - below);
      below = next;
    }
  }
  return mass;
}

/**
 * I_norm in the population: information of state bin and action bin over the entropy of the state bin, ln bins.
 *
 * @returns 0 … 1
 */
export function populationInformation(law: ReportLaw, receiver: AffineReceiver, bins: number): number {
  const mass = jointMass(law, receiver, bins);
  const actions = new Float64Array(bins);
  for (let k = 0; k < mass.length; k++) actions[k % bins] += mass[k];
  let information = 0;
  for (let k = 0; k < mass.length; k++) {
    if (mass[k] > 0) information += mass[k] * Math.log((mass[k] * bins) / actions[k % bins]);
  }
  return Math.min(1, Math.max(0, information / Math.log(bins)));
}

/** First two moments of a normal variable held to [low, high]; the limits may be infinite. */
function limitedMoments(mean: number, noise: number, low: number, high: number): [number, number] {
  if (noise === 0) {
    const value = Math.min(high, Math.max(low, mean));
    return [value, value * value];
  }
  const u = (low - mean) / noise;
  const v = (high - mean) / noise;
  const below = cdf(u);
  const above = cdf(-v);
  const between = 1 - below - above;
  const densityLow = Math.abs(u) > REACH ? 0 : normalDensity(u);
  const densityHigh = Math.abs(v) > REACH ? 0 : normalDensity(v);
  // A limit that is never reached may be infinite: its terms are 0, not 0·∞.
  const first =
    (below > 0 ? low * below : 0) +
    (above > 0 ? high * above : 0) +
    mean * between +
    noise * (densityLow - densityHigh);
  const second =
    (below > 0 ? low * low * below : 0) +
    (above > 0 ? high * high * above : 0) +
    (mean * mean + noise * noise) * between +
    noise *
      ((densityLow > 0 ? (low + mean) * densityLow : 0) -
        (densityHigh > 0 ? (high + mean) * densityHigh : 0));
  return [first, second];
}

/** Expectation over states in [0, top] of a function of the state and the two moments of the report, unnormed. */
function overStates(
  law: ReportLaw,
  top: number,
  f: (omega: number, first: number, second: number) => number,
): number {
  const { noise, low, high } = law;
  let total = 0;
  for (const piece of law.pieces) {
    const to = Math.min(piece.to, top);
    if (to <= piece.from) continue;
    const at = (omega: number) => (piece.follows ? piece.level + omega : piece.level);
    // Where the report meets a limit its moments bend.
    const bends = piece.follows ? [low - piece.level, high - piece.level] : [];
    const inside = bends.filter((omega) => omega > piece.from && omega < to);
    const breaks = [piece.from, ...inside.sort((a, b) => a - b), to];
    const widest = noise > 0 && piece.follows ? 2 * noise : Number.POSITIVE_INFINITY;
    total += integrate(
      (omega) => {
        const [first, second] = limitedMoments(at(omega), noise, low, high);
        return f(omega, first, second);
      },
      breaks,
      widest,
    );
  }
  return total;
}

/** L_R in the population: E(a − ω)² of the receiver's action. */
export function populationLoss(law: ReportLaw, receiver: AffineReceiver): number {
  const { intercept, slope } = receiver;
  const loss = overStates(limitsFor(law, receiver), 1, (omega, first, second) => {
    const gap = intercept - omega;
    return gap * gap + 2 * gap * slope * first + slope * slope * second;
  });
  // Rounding leaves ±1e-17 where nothing is lost.
  return Math.max(0, loss);
}

/** The least-squares line of the state on the report, which the hybrid decoder comes to with infinitely many messages. */
export function fittedReceiver(law: ReportLaw): AffineReceiver {
  const mean = overStates(law, 1, (_, first) => first);
  const variance = overStates(law, 1, (_, first, second) => second - 2 * mean * first + mean * mean);
  const covariance = overStates(law, 1, (omega, first) => (omega - 0.5) * (first - mean));
  const slope = covariance / variance;
  return { intercept: 0.5 - slope * mean, slope };
}

/** The least-squares line of the report on the state, over the states up to `top`. */
export function populationLine(
  law: ReportLaw,
  top: number,
): { readonly slope: number; readonly offset: number } {
  const mean = overStates(law, top, (_, first) => first) / top;
  const slope = overStates(law, top, (omega, first) => (omega - top / 2) * first) / ((top * top * top) / 12);
  return { slope, offset: mean - (slope * top) / 2 };
}

/** Density of the report over the states in [from, to], and its first moment in the state, at a report between the limits. */
function densityAt(
  law: ReportLaw,
  report: number,
  from: number,
  to: number,
): { mass: number; moment: number } {
  let mass = 0;
  let moment = 0;
  for (const piece of law.pieces) {
    const x0 = Math.max(piece.from, from);
    const x1 = Math.min(piece.to, to);
    if (x1 <= x0) continue;
    const gap = report - piece.level;
    if (!piece.follows) {
      const u = gap / law.noise;
      if (Math.abs(u) > REACH) continue;
      const density = normalDensity(u) / law.noise;
      mass += (x1 - x0) * density;
      moment += ((x1 - x0) * (x0 + x1) * density) / 2;
      continue;
    }
    const u = (x0 - gap) / law.noise;
    const v = (x1 - gap) / law.noise;
    if (u > REACH || v < -REACH) continue;
    const share = cdf(v) - cdf(u);
    mass += share;
    moment += gap * share + law.noise * (normalDensity(u) - normalDensity(v));
  }
  return { mass, moment };
}

/** Breakpoints for integrals over the report: from limit to limit, or as far as the noise reaches. */
function reportBreaks({ pieces, noise, low, high }: ReportLaw): number[] {
  const ends = pieces.flatMap(({ from, to, level, follows }) =>
    follows ? [level + from, level + to] : [level],
  );
  const from = Math.max(low, Math.min(...ends) - REACH * noise);
  const to = Math.min(high, Math.max(...ends) + REACH * noise);
  return [from, ...ends.filter((end) => end > from && end < to).sort((a, b) => a - b), to];
}

/** What the limits gather: lengths of the states in [from, to] held at the lower and at the upper limit. */
function gathered(law: ReportLaw, from: number, to: number): { low: number; high: number } {
  let low = 0;
  let high = 0;
  for (const piece of law.pieces) {
    const length = Math.max(0, Math.min(piece.to, to) - Math.max(piece.from, from));
    if (law.low > Number.NEGATIVE_INFINITY) low += lengthBelow(piece, from, to, law.noise, law.low);
    if (law.high < Number.POSITIVE_INFINITY) {
      high += length - lengthBelow(piece, from, to, law.noise, law.high);
    }
  }
  return { low, high };
}

/** Stretches of states that a report without noise does not tell apart: cells, and what the limits gather. */
function pooledStretches(law: ReportLaw): [number, number][] {
  return law.pieces.flatMap((piece): [number, number][] => {
    if (!piece.follows) return [[piece.from, piece.to]];
    const ends: [number, number][] = [
      [piece.from, Math.min(piece.to, law.low - piece.level)],
      [Math.max(piece.from, law.high - piece.level), piece.to],
    ];
    return ends.filter(([from, to]) => to > from);
  });
}

/** L_R of the best receiver, who acts on E[ω | report]: 0 where the report tells the state. */
export function bestLoss(law: ReportLaw): number {
  if (law.noise === 0) {
    let loss = 0;
    for (const [from, to] of pooledStretches(law)) loss += ((to - from) * (to - from) * (to - from)) / 12;
    return loss;
  }
  // E Var(ω | report) = E ω² − E (E[ω | report])².
  let explained = integrate(
    (report) => {
      const { mass, moment } = densityAt(law, report, 0, 1);
      return mass > 0 ? (moment * moment) / mass : 0;
    },
    reportBreaks(law),
    2 * law.noise,
  );
  for (const end of ["low", "high"] as const) {
    const mass = gathered(law, 0, 1)[end];
    if (mass <= 0) continue;
    // ∫ ω·P(at the limit | ω) dω = ∫ over x of the mass of the states above x.
    const moment = integrate((x) => gathered(law, x, 1)[end], [0, 1], 2 * law.noise);
    explained += (moment * moment) / mass;
  }
  return Math.max(0, 1 / 3 - explained);
}

/**
 * Information of the report itself, not binned, about the state bin, over ln bins: what a receiver could at most
 * learn from it, whichever way it is read. 1 where the report tells the state bin.
 */
export function toldInformation(law: ReportLaw, bins: number): number {
  const edges = Array.from({ length: bins + 1 }, (_, r) => r / bins);
  if (law.noise === 0) {
    // What is not pooled tells its bin; in a pooled stretch the bins that it overlaps stay open.
    let open = 0;
    for (const [from, to] of pooledStretches(law)) {
      for (let r = 0; r < bins; r++) {
        const overlap = Math.min(to, edges[r + 1]) - Math.max(from, edges[r]);
        if (overlap > 0) open += overlap * Math.log((to - from) / overlap);
      }
    }
    return 1 - open / Math.log(bins);
  }
  let information = integrate(
    (report) => {
      const { mass } = densityAt(law, report, 0, 1);
      if (mass <= 0) return 0;
      let sum = 0;
      for (let r = 0; r < bins; r++) {
        const part = densityAt(law, report, edges[r], edges[r + 1]).mass;
        if (part > 0) sum += part * Math.log((part * bins) / mass);
      }
      return sum;
    },
    reportBreaks(law),
    2 * law.noise,
  );
  for (const end of ["low", "high"] as const) {
    const mass = gathered(law, 0, 1)[end];
    if (mass <= 0) continue;
    for (let r = 0; r < bins; r++) {
      const part = gathered(law, edges[r], edges[r + 1])[end];
      if (part > 0) information += part * Math.log((part * bins) / mass);
    }
  }
  return Math.min(1, Math.max(0, information / Math.log(bins)));
}
