import { everyRow, productsWith, rowsByColumn, type SparseRows } from "../../statistics/sparse.ts";
import { foldCount, PRIOR_MEAN, type ReceiverInput } from "./receiver.ts";

/**
 * Squared distances are compared in steps of 2⁻⁴⁰ (10⁻¹²): rounding errors of the lengths must not order
 * messages that are equally near, such as all that share no trigram with the one in hand.
 */
const RESOLUTION = 1099511627776;

/**
 * The receiver who goes by likeness: the mean ω of the nearest messages of the other folds, by Euclidean
 * distance of the embeddings; of equally near ones the earlier row counts as nearer (the reference leaves
 * ties to its partition routine, so its own numbers are not determined by the data). All of the other folds
 * where they hold fewer than the asked number. O(n²).
 */
export function embeddingKnn({ omega, embeddings, folds, neighbours }: ReceiverInput): Float64Array {
  const { vectors, rowOf } = embeddings;
  const n = omega.length;
  const squaredNorms = rowSquares(vectors);
  const postings = rowsByColumn(vectors, everyRow(vectors));
  const products = new Float64Array(vectors.rows);
  const membersOf: number[][] = Array.from({ length: vectors.rows }, () => []);
  for (let i = 0; i < n; i++) membersOf[rowOf[i]].push(i);
  const nearest = new NearestRows(neighbours);
  const distances = new Float64Array(vectors.rows);
  const actions = new Float64Array(n).fill(PRIOR_MEAN);
  const foldsHeld = foldCount(folds);
  for (let row = 0; row < vectors.rows; row++) {
    productsWith(vectors, row, postings, products);
    for (let other = 0; other < vectors.rows; other++) {
      const squared = squaredNorms[row] + squaredNorms[other] - 2 * products[other];
      distances[other] = Math.round(squared * RESOLUTION);
    }
    // A message is at distance 0 from its equals, whatever rounding says of the products.
    distances[row] = 0;
    for (let fold = 0; fold < foldsHeld; fold++) {
      // Equal messages of one fold have the same neighbours: search once.
      const asked = membersOf[row].filter((i) => folds[i] === fold);
      if (asked.length === 0) continue;
      let furthest = nearest.clear();
      for (let i = 0; i < n; i++) {
        const distance = distances[rowOf[i]];
        if (distance < furthest && folds[i] !== fold) furthest = nearest.take(distance, i);
      }
      const action = nearest.meanOf(omega);
      for (const i of asked) actions[i] = action;
    }
  }
  return actions;
}

/** Squared length of each row. */
function rowSquares(matrix: SparseRows): Float64Array {
  const out = new Float64Array(matrix.rows);
  for (let i = 0; i < matrix.rows; i++) {
    for (let k = matrix.offsets[i]; k < matrix.offsets[i + 1]; k++)
      out[i] += matrix.values[k] * matrix.values[k];
  }
  return out;
}

/**
 * The rows at the smallest distances, kept sorted. Rows come in ascending order, so that of equally near ones
 * the earlier stays.
 */
class NearestRows {
  private readonly distances: Float64Array;
  private readonly rows: Int32Array;
  private held = 0;

  constructor(private readonly limit: number) {
    if (!Number.isInteger(limit) || limit < 1) {
      throw new RangeError(`embeddingKnn requires 1 neighbour or more, got ${limit}`);
    }
    this.distances = new Float64Array(limit);
    this.rows = new Int32Array(limit);
  }

  /** Forgets all rows; returns the distance below which a row is taken. */
  clear(): number {
    this.held = 0;
    return Number.POSITIVE_INFINITY;
  }

  /** Takes a row nearer than the furthest held; returns the distance below which the next is taken. */
  take(distance: number, row: number): number {
    const { distances, rows, limit } = this;
    let at = this.held === limit ? limit - 1 : this.held++;
    while (at > 0 && distances[at - 1] > distance) {
      distances[at] = distances[at - 1];
      rows[at] = rows[at - 1];
      at--;
    }
    distances[at] = distance;
    rows[at] = row;
    return this.held === limit ? distances[limit - 1] : Number.POSITIVE_INFINITY;
  }

  /** Mean over the rows held; the prior mean where none was offered. */
  meanOf(omega: Float64Array): number {
    if (this.held === 0) return PRIOR_MEAN;
    let sum = 0;
    for (let k = 0; k < this.held; k++) sum += omega[this.rows[k]];
    return sum / this.held;
  }
}
