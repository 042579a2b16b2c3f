import fc from "fast-check";
import { expect, test } from "vitest";
import { segment, stepFits } from "../../src/cheap-talk/segmentation.ts";
import { defaultRng } from "../../src/statistics/random/index.ts";

const PUBLISHED = { maxSteps: 10, penalty: 1 };
const grid = (n: number) => Float64Array.from({ length: n }, (_, i) => i / n);

/** Every way of cutting n values into k runs. */
function* cuts(n: number, k: number, from = 0): Generator<number[]> {
  if (k === 1) yield [from];
  else
    for (let next = from + 1; next <= n - k + 1; next++)
      for (const rest of cuts(n, k - 1, next)) yield [from, ...rest];
}

function squaresAbout(values: readonly number[], starts: readonly number[]): number {
  let sum = 0;
  for (const [k, start] of starts.entries()) {
    const run = values.slice(start, starts[k + 1] ?? values.length);
    const mean = run.reduce((a, b) => a + b, 0) / run.length;
    for (const value of run) sum += (value - mean) * (value - mean);
  }
  return sum;
}

test("rising actions get the K-step function that full search finds best, by SSE + λ·K·ln n", () => {
  const actions = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(actions, fc.constantFrom(0, 0.5, 3, 20), (list, penalty) => {
      // Rising, so that pooling changes nothing and the criterion is that of the search.
      const values = [...list].sort((a, b) => a - b);
      const n = values.length;
      let best = { criterion: Number.POSITIVE_INFINITY, steps: 0 };
      for (let k = 1; k <= Math.min(4, n); k++) {
        const sse = Math.min(...[...cuts(n, k)].map((starts) => squaresAbout(values, starts)));
        const criterion = sse + penalty * k * Math.log(n);
        if (criterion < best.criterion - 1e-9) best = { criterion, steps: k };
      }
      const fit = segment(grid(n), Float64Array.from(values), { maxSteps: 4, penalty });
      expect(fit.sse + penalty * fit.steps.length * Math.log(n)).toBeCloseTo(best.criterion, 8);
      if (penalty > 0) expect(fit.steps.length).toBe(best.steps);
    }),
  );
});

/** Starts of the K-step fit by the plain recursion, term by term. */
function plainStarts(values: readonly number[], steps: number): number[] {
  const n = values.length;
  const cost = (from: number, to: number) => squaresAbout(values.slice(from, to), [0]);
  const start = [new Array<number>(n + 1).fill(0)];
  let smallest = Array.from({ length: n + 1 }, (_, i) => (i === 0 ? 0 : cost(0, i)));
  for (let k = 2; k <= steps; k++) {
    const next = new Array<number>(n + 1).fill(Number.POSITIVE_INFINITY);
    const at = new Array<number>(n + 1).fill(0);
    for (let i = k; i <= n; i++) {
      for (let j = k - 1; j < i; j++) {
        if (smallest[j] + cost(j, i) < next[i]) {
          next[i] = smallest[j] + cost(j, i);
          at[i] = j;
        }
      }
    }
    smallest = next;
    start.push(at);
  }
  const out = [n];
  for (let k = steps - 1; k >= 0; k--) out.unshift(start[k][out[0]]);
  return out.slice(0, -1);
}

test("starts that are passed over are never the best: the splits are those of the plain recursion", () => {
  // No ties, so that the splits are unique: noise alone, steps with little and with much noise, a fall.
  const { uniform } = defaultRng(3);
  const step = (i: number) => Math.floor(i / 7);
  for (const value of [
    () => uniform(),
    (i: number) => step(i) + 1e-6 * uniform(),
    (i: number) => step(i) + uniform(),
    (i: number) => 1e-3 * uniform() - i,
  ]) {
    for (const n of [6, 23, 40]) {
      const values = Array.from({ length: n }, (_, i) => value(i));
      const fits = stepFits(grid(n), Float64Array.from(values), 6);
      for (let k = 1; k <= 6; k++) {
        const lows = fits.segmentation(k).steps.map((fitted) => Math.round(fitted.omegaLow * n));
        expect(lows).toEqual(plainStarts(values, k));
      }
    }
  }
});

test("levels never fall, states are covered once and in order, whatever the order of the rows", () => {
  const pair = fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: -30, max: 30 }));
  fc.assert(
    fc.property(
      fc.uniqueArray(pair, { minLength: 1, maxLength: 40, selector: ([state]) => state }),
      (pairs) => {
        const omega = Float64Array.from(pairs, ([state]) => state / 1000);
        const { steps } = segment(
          omega,
          Float64Array.from(pairs, ([, action]) => action),
          PUBLISHED,
        );
        const sorted = omega.slice().sort();
        let at = 0;
        for (const [k, step] of steps.entries()) {
          expect(step.omegaLow).toBe(sorted[at]);
          at += step.n;
          expect(step.omegaHigh).toBe(sorted[at - 1]);
          if (k > 0) expect(step.level).toBeGreaterThanOrEqual(steps[k - 1].level);
        }
        expect(at).toBe(omega.length);
      },
    ),
  );
});

test("a fall is pooled, and its squares are counted about the pooled level", () => {
  const fit = segment(grid(4), Float64Array.from([50, 50, 0, 0]), PUBLISHED);
  expect(fit.steps.map((step) => step.level)).toEqual([25]);
  expect(fit.sse).toBe(2500);
});

test("constant actions are one step: ties go to the smaller number", () => {
  expect(segment(grid(9), new Float64Array(9).fill(0.5), { maxSteps: 10, penalty: 0 }).steps.length).toBe(1);
  // Two steps that fall are pooled into one level: as good as one step, not better.
  expect(segment(grid(4), Float64Array.from([50, 50, 0, 0]), { maxSteps: 2, penalty: 0 }).steps.length).toBe(
    1,
  );
});

// cheap-talk.md §7.1: the published criterion sees two steps in a perfect reveal of 200 states.
test("full revelation of 200 states is seen as two steps, one of 2000 as more", () => {
  expect(segment(grid(200), grid(200), PUBLISHED).steps.length).toBe(2);
  expect(segment(grid(2000), grid(2000), PUBLISHED).steps.length).toBe(4);
});

test("bad arguments are refused", () => {
  expect(() => segment(grid(0), grid(0), PUBLISHED)).toThrow("got 0 for 0");
  expect(() => segment(grid(3), grid(2), PUBLISHED)).toThrow("got 2 for 3");
  expect(() => segment(grid(3), grid(3), { maxSteps: 0, penalty: 1 })).toThrow("got 0, 1");
});
