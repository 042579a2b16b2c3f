import { fitRidge, predictRidge } from "../../statistics/ridge.ts";
import type { ReceiverInput } from "./receiver.ts";

/**
 * A ridge regression of ω on the embedding, fitted on some rows: a function from a row number to its
 * prediction. Equal messages enter once, with their count and mean state.
 *
 * @param training row numbers, at least one
 */
export function ridgeOn(
  { omega, embeddings, ridgeAlpha }: ReceiverInput,
  training: number[],
): (i: number) => number {
  const { vectors, rowOf } = embeddings;
  const count = new Float64Array(vectors.rows);
  const sum = new Float64Array(vectors.rows);
  for (const i of training) {
    count[rowOf[i]]++;
    sum[rowOf[i]] += omega[i];
  }
  const chosen: number[] = [];
  for (let row = 0; row < vectors.rows; row++) if (count[row] > 0) chosen.push(row);
  const fit = fitRidge(
    vectors,
    Int32Array.from(chosen),
    Float64Array.from(chosen, (row) => count[row]),
    Float64Array.from(chosen, (row) => sum[row] / count[row]),
    ridgeAlpha,
  );
  return (i) => predictRidge(fit, vectors, rowOf[i]);
}
