import { equalBins } from "../statistics/information.ts";

/*
 * The most informative equilibrium of Crawford & Sobel, "Strategic Information Transmission", Econometrica
 * 50:6 (1982), in the uniform–quadratic game: state ω uniform on [0, 1], receiver's payoff −(a − ω)²,
 * sender's −(a − ω − b)². The state space splits into N cells, each 4b longer than the one before, and the
 * receiver acts at the midpoint of the cell.
 */

const MILLION = 1_000_000;

/**
 * A bias in millionths, a whole number: whether a partition exists is decided in whole numbers, since
 * floating point judges exact bounds wrongly.
 *
 * @param bias b, 0 or more, with at most six decimals
 * @throws RangeError for anything else, naming it
 * @example millionths(0.04) // 40000
 */
export function millionths(bias: number): number {
  const scaled = typeof bias === "number" ? Math.round(bias * MILLION) : Number.NaN;
  if (!Number.isSafeInteger(scaled) || scaled < 0 || scaled / MILLION !== bias) {
    const given = typeof bias === "string" ? JSON.stringify(bias) : String(bias);
    throw new RangeError(`a bias must be a number of 0 or more with at most six decimals, got ${given}`);
  }
  return scaled + 0;
}

/**
 * N_CS: the number of cells of the finest equilibrium partition, the largest N with 2·b·N·(N − 1) < 1
 * (strictly). O(1).
 *
 * @param bias b, 0 or more, at most six decimals
 * @returns 1 or more; null at b = 0, where full revelation is an equilibrium
 * @throws RangeError for a bias outside that domain
 * @example partitionSize(0.04) // 4
 */
export function partitionSize(bias: number): number | null {
  const b = millionths(bias);
  if (b === 0) return null;
  const feasible = (n: number): boolean => 2 * b * n * (n - 1) < MILLION;
  // The closed form may be off by one at a bound; whole numbers settle it.
  let n = Math.max(1, Math.ceil(-0.5 + 0.5 * Math.sqrt(1 + (2 * MILLION) / b)));
  while (n > 1 && !feasible(n)) n--;
  while (feasible(n + 1)) n++;
  return n;
}

/** Cells of the finest partition, or an error where there is none. */
function cellCount(bias: number): number {
  const n = partitionSize(bias);
  if (n === null) {
    throw new RangeError("a bias of 0 has no finite partition: full revelation is its equilibrium");
  }
  return n;
}

/**
 * Boundaries 0 = t₀ < … < t_N = 1 of the finest partition: t_j = j/N − 2·b·j·(N − j).
 *
 * @param bias b, above 0, at most six decimals
 * @returns N + 1 numbers in rising order
 * @throws RangeError for a bias outside the domain, and for 0, which has no finite partition
 * @example boundaries(0.12) // 0, 0.26, 1
 */
export function boundaries(bias: number): Float64Array {
  const n = cellCount(bias);
  const b = millionths(bias);
  const out = new Float64Array(n + 1);
  // Over the common denominator N millionths every numerator is a whole number: one rounding per boundary.
  for (let j = 0; j <= n; j++) out[j] = (j * MILLION - 2 * b * j * (n - j) * n) / (n * MILLION);
  return out;
}

/** Expected losses under the finest equilibrium, under full revelation and under babbling. */
export interface OracleLosses {
  /** Receiver's loss E(a − ω)² in equilibrium, Σ ℓ³/12 over the cells. */
  readonly receiver: number;
  /** Sender's loss E(a − ω − b)² in equilibrium, receiver + b². */
  readonly sender: number;
  /** Sender's loss under full revelation, b²; the receiver's is 0. */
  readonly senderReveal: number;
  /** Receiver's loss under babbling, 1/12. */
  readonly receiverBabble: number;
  /** Sender's loss under babbling, 1/12 + b². */
  readonly senderBabble: number;
}

/**
 * Expected losses for a uniform state, in squared units of the state.
 *
 * @param bias b, 0 or more, at most six decimals
 * @throws RangeError for a bias outside that domain
 */
export function oracleLosses(bias: number): OracleLosses {
  let receiver = 0;
  if (millionths(bias) > 0) {
    const bounds = boundaries(bias);
    for (let j = 1; j < bounds.length; j++) {
      const length = bounds[j] - bounds[j - 1];
      receiver += (length * length * length) / 12;
    }
  }
  const square = bias * bias;
  return {
    receiver,
    sender: receiver + square,
    senderReveal: square,
    receiverBabble: 1 / 12,
    senderBabble: 1 / 12 + square,
  };
}

/**
 * The receiver's equilibrium action at each state: the midpoint of its cell (a boundary belongs to the cell
 * above it), the state itself at b = 0.
 *
 * @param omega states in [0, 1]
 * @param bias b, 0 or more, at most six decimals
 * @throws RangeError for a bias outside that domain
 */
export function oracleActions(omega: Float64Array, bias: number): Float64Array {
  if (millionths(bias) === 0) return omega.slice();
  const bounds = boundaries(bias);
  const out = new Float64Array(omega.length);
  for (let i = 0; i < omega.length; i++) {
    let cell = 0;
    while (cell < bounds.length - 2 && bounds[cell + 1] <= omega[i]) cell++;
    out[i] = (bounds[cell] + bounds[cell + 1]) / 2;
  }
  return out;
}

/**
 * Normalised information of the equilibrium: state and action cut into equal bins, mutual information over
 * the entropy of the state bin. The mass of cell j and state bin r is the length of their overlap, put into
 * the action bin of the cell's midpoint.
 *
 * @param bias b, 0 or more, at most six decimals
 * @param bins number of equal bins of state and action, 2 or more
 * @returns 0 (babbling) … 1; 1 at b = 0
 * @throws RangeError for arguments outside these domains
 * @example oracleInformation(0.12, 20) // 0.18293917677241125
 */
export function oracleInformation(bias: number, bins: number): number {
  if (!Number.isInteger(bins) || bins < 2) {
    throw new RangeError(`oracleInformation requires 2 bins or more, got ${bins}`);
  }
  if (millionths(bias) === 0) return 1;
  const bounds = boundaries(bias);
  if (bounds.length === 2) return 0;
  const joint = new Float64Array(bins * bins);
  const actionMass = new Float64Array(bins);
  const midpoints = Float64Array.from(
    { length: bounds.length - 1 },
    (_, j) => (bounds[j] + bounds[j + 1]) / 2,
  );
  const actionBins = equalBins(midpoints, bins);
  for (let j = 0; j < midpoints.length; j++) {
    for (let r = 0; r < bins; r++) {
      const overlap = Math.min(bounds[j + 1], (r + 1) / bins) - Math.max(bounds[j], r / bins);
      if (overlap <= 0) continue;
      joint[r * bins + actionBins[j]] += overlap;
      actionMass[actionBins[j]] += overlap;
    }
  }
  let information = 0;
  for (let r = 0; r < bins; r++) {
    for (let s = 0; s < bins; s++) {
      const mass = joint[r * bins + s];
      if (mass > 0) information += mass * Math.log((mass * bins) / actionMass[s]);
    }
  }
  return Math.max(0, information) / Math.log(bins);
}
