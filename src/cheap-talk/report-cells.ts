/**
 * Cells of state–report pairs, binned once, with their plug-in information under any weights of the states:
 * what the state-clustered bootstrap evaluates a few hundred thousand times.
 */

/** One state–report pair as bins. */
export interface BinnedReport {
  readonly model: string;
  readonly bias: number;
  readonly frame: string;
  readonly state_index: number;
  readonly stateBin: number;
  readonly reportBin: number;
}

/** The pairs of one model, bias and frame: per state the joint bin, or −1 where the state has no pair. */
export interface ReportCell {
  readonly model: string;
  readonly bias: number;
  readonly frame: string;
  readonly joint: Int32Array;
}

/** All cells over one list of states. */
export interface ReportCells {
  readonly bins: number;
  /** Number of different states, T. */
  readonly states: number;
  readonly cells: readonly ReportCell[];
}

/**
 * Sorts pairs into cells, in the order in which the cells first occur; states take the order of their index.
 *
 * @param pairs bins are whole numbers from 0 to bins − 1; at most one pair per cell and state
 */
export function reportCells(pairs: readonly BinnedReport[], bins: number): ReportCells {
  const indices = [...new Set(pairs.map((pair) => pair.state_index))].sort((a, b) => a - b);
  const place = new Map(indices.map((index, i) => [index, i]));
  const cells = new Map<string, ReportCell>();
  for (const { model, bias, frame, state_index, stateBin, reportBin } of pairs) {
    const key = JSON.stringify([model, bias, frame]);
    let cell = cells.get(key);
    if (cell === undefined) {
      cell = { model, bias, frame, joint: new Int32Array(indices.length).fill(-1) };
      cells.set(key, cell);
    }
    cell.joint[place.get(state_index) as number] = stateBin * bins + reportBin;
  }
  return { bins, states: indices.length, cells: [...cells.values()] };
}

/**
 * A function that gives the normalised plug-in information I/H(state bin) of several cells taken together
 * under whole-number weights of the states, 0 … 1; NaN where the states of the pairs share one bin.
 *
 * I/H = (Σ f(joint) − Σ f(state) − Σ f(report) + f(n)) / (f(n) − Σ f(state)) with f(c) = c·ln c, the usual
 * I = Σ p ln(p/(p_s p_r)) over H = −Σ p_s ln p_s multiplied by n. f is tabulated up to the largest count, and
 * its sums over the joint bins walk over the bins that a pair fell into alone.
 *
 * @param cells at most this many pairs of one state are ever counted together
 */
export function weightedInformation(
  { bins, states }: ReportCells,
  most: number,
): (cells: readonly ReportCell[], weights: Int32Array) => number {
  const counts = new Int32Array(bins * bins);
  const touched = new Int32Array(bins * bins);
  const stateCounts = new Int32Array(bins);
  const reportCounts = new Int32Array(bins);
  const f = new Float64Array(states * most + 1);
  for (let c = 2; c < f.length; c++) f[c] = c * Math.log(c);
  return (cells, weights) => {
    let bound = 0;
    for (const { joint } of cells) {
      for (let s = 0; s < states; s++) {
        const weight = weights[s];
        if (weight === 0) continue;
        const bin = joint[s];
        if (bin < 0) continue;
        if (counts[bin] === 0) touched[bound++] = bin;
        counts[bin] += weight;
      }
    }
    let sum = 0;
    let n = 0;
    for (let i = 0; i < bound; i++) {
      const bin = touched[i];
      const count = counts[bin];
      counts[bin] = 0;
      const stateBin = Math.floor(bin / bins);
      n += count;
      sum += f[count];
      stateCounts[stateBin] += count;
      reportCounts[bin - stateBin * bins] += count;
    }
    let stateSum = 0;
    let reportSum = 0;
    for (let i = 0; i < bins; i++) {
      stateSum += f[stateCounts[i]];
      reportSum += f[reportCounts[i]];
      stateCounts[i] = 0;
      reportCounts[i] = 0;
    }
    const entropy = f[n] - stateSum;
    // A single occupied state bin leaves exactly 0: both terms are the same table entry.
    // Rounding may leave [0, 1] by a few 1e-16.
    return entropy > 0 ? Math.min(1, Math.max(0, (sum - stateSum - reportSum + f[n]) / entropy)) : Number.NaN;
  };
}
