import { readFileSync } from "node:fs";
import { defaultRng } from "../../../src/statistics/random/index.ts";

/** The 200 published states, in their order. */
export function publishedStates(): Float64Array {
  const [, ...lines] = readFileSync("test/fixtures/reference-parity/states.csv", "utf8")
    .trim()
    .split(/\r?\n/);
  return Float64Array.from(lines, (line) => Number(line.split(",")[1]));
}

/** Draws for simulated senders, from one seed. */
export function draws(seed: number) {
  const random = defaultRng(seed);
  const normal = (): number => {
    const radius = Math.sqrt(-2 * Math.log(1 - random.uniform()));
    return radius * Math.cos(2 * Math.PI * random.uniform());
  };
  return {
    uniform: () => random.uniform(),
    /** Uniform states with six decimals. */
    states: (n: number) => Float64Array.from({ length: n }, () => Math.round(random.uniform() * 1e6) / 1e6),
    /** The values with Gaussian noise of a standard deviation. */
    noisy: (values: Float64Array, sd: number) =>
      values.map((value) => (sd > 0 ? value + sd * normal() : value)),
    /** As many uniform numbers, which have nothing to do with the states. */
    babble: (omega: Float64Array) => omega.map(() => random.uniform()),
    permutation: (n: number) => random.permutation(n),
  };
}

/** The results of repeated draws. */
export function repeated<Value>(times: number, value: (r: number) => Value): Value[] {
  return Array.from({ length: times }, (_, r) => value(r));
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

/** Sample standard deviation. */
export function sdOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((a, b) => a + (b - mean) * (b - mean), 0) / (values.length - 1));
}

/** The most frequent value; the smallest of equals. */
export function modeOf(values: readonly number[]): number {
  const count = (value: number) => values.filter((other) => other === value).length;
  return [...values].sort((a, b) => count(b) - count(a) || a - b)[0];
}
