import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bestLoss,
  fittedReceiver,
  jointMass,
  populationInformation,
  populationLine,
  populationLoss,
  toldInformation,
} from "../../src/cheap-talk/calibration/population.ts";
import {
  type AffineReceiver,
  knowing,
  LITERAL,
  type ReportLaw,
  reportLaw,
} from "../../src/cheap-talk/calibration/report-law.ts";
import { type KnownSender, reportsOn } from "../../src/cheap-talk/calibration/senders.ts";
import { boundaries, oracleInformation, oracleLosses } from "../../src/cheap-talk/equilibrium.ts";
import { equalBins, mutualInformation } from "../../src/statistics/information.ts";
import { defaultRng } from "../../src/statistics/random/index.ts";

const BIASES = [0.01, 0.04, 0.08, 0.12];

function law(known: KnownSender): ReportLaw {
  const found = reportLaw(known);
  if (found === null) throw new Error("a babbler has no law of this kind");
  return found;
}

describe.each(BIASES)("the equilibrium at b = %d", (bias) => {
  const exact = law({ sender: "equilibrium", bias, noise: 0 });

  test("without noise has the oracle's information and loss, to rounding", () => {
    expect(populationInformation(exact, LITERAL, 20)).toBeCloseTo(oracleInformation(bias, 20), 13);
    expect(populationLoss(exact, LITERAL)).toBeCloseTo(oracleLosses(bias).receiver, 14);
    expect(bestLoss(exact)).toBeCloseTo(oracleLosses(bias).receiver, 14);
  });

  test("a fitted line shrinks noisy actions by V/(V + σ²), V the variance of the action", () => {
    // E[ω | cell] is the action, so Cov(ω, a) = V = 1/12 − L_R.
    const variance = 1 / 12 - oracleLosses(bias).receiver;
    const { slope, intercept } = fittedReceiver(law({ sender: "equilibrium", bias, noise: 0.05 }));
    expect(slope).toBeCloseTo(variance / (variance + 0.0025), 12);
    expect(intercept).toBeCloseTo(0.5 * (1 - slope), 12);
  });

  test("the line of action on state has slope 12·V over all states", () => {
    const variance = 1 / 12 - oracleLosses(bias).receiver;
    const line = populationLine(exact, 1);
    expect(line.slope).toBeCloseTo(12 * variance, 12);
    expect(line.offset).toBeCloseTo(0.5 - 6 * variance, 12);
  });

  test("little noise moves the truths little, much noise leaves nothing", () => {
    const hardly = law({ sender: "equilibrium", bias, noise: 1e-5 });
    expect(bestLoss(hardly)).toBeCloseTo(bestLoss(exact), 8);
    expect(toldInformation(hardly, 20)).toBeCloseTo(toldInformation(exact, 20), 6);
    const drowned = law({ sender: "equilibrium", bias, noise: 50 });
    expect(bestLoss(drowned)).toBeCloseTo(1 / 12, 5);
    expect(toldInformation(drowned, 20)).toBeCloseTo(0, 4);
  });
});

test("ω + b at b = one bin: every bin moves up by one and the last two meet", () => {
  const shifted = law({ sender: "exaggerator", bias: 0.05, noise: 0 });
  expect(populationInformation(shifted, LITERAL, 20)).toBeCloseTo(1 - (0.1 * Math.LN2) / Math.log(20), 12);
  expect(populationInformation(shifted, knowing(0.05), 20)).toBeCloseTo(1, 12);
  expect(populationInformation(shifted, fittedReceiver(shifted), 20)).toBeCloseTo(1, 10);
  expect(bestLoss(shifted)).toBe(0);
});

test("ω + b capped at 1 loses what is above 1 − b: b³/12, and the bins there", () => {
  const capped = law({ sender: "capped_exaggerator", bias: 0.1, noise: 0 });
  expect(bestLoss(capped)).toBeCloseTo(0.001 / 12, 15);
  // States above .9 share one report and fill two bins.
  expect(toldInformation(capped, 20)).toBeCloseTo(1 - (0.1 * Math.LN2) / Math.log(20), 12);
  expect(populationInformation(capped, knowing(0.1), 20)).toBeCloseTo(
    1 - (0.1 * Math.LN2) / Math.log(20),
    12,
  );
});

test("ω + b + noise: the line of the state on the report has slope 1/(1 + 12σ²), of the report on the state 1", () => {
  for (const bias of BIASES) {
    const noisy = law({ sender: "exaggerator", bias, noise: 0.05 });
    const { slope, intercept } = fittedReceiver(noisy);
    expect(slope).toBeCloseTo(1 / (1 + 12 * 0.0025), 12);
    expect(intercept).toBeCloseTo(0.5 - slope * (0.5 + bias), 12);
    const line = populationLine(noisy, 1 - bias);
    expect(line.slope).toBeCloseTo(1, 12);
    expect(line.offset).toBeCloseTo(bias, 12);
  }
});

const anySender = fc.record({
  sender: fc.constantFrom("equilibrium", "exaggerator", "capped_exaggerator"),
  bias: fc.integer({ min: 1, max: 24 }).map((hundredths) => hundredths / 100),
  noise: fc.constantFrom(0, 0.003, 0.02, 0.1),
}) as fc.Arbitrary<KnownSender>;

test("laws of every sender: state bins keep their mass, and no reading tells more than the report", () => {
  fc.assert(
    fc.property(anySender, fc.integer({ min: 2, max: 24 }), (known, bins) => {
      const its = law(known);
      const told = toldInformation(its, bins);
      const best = bestLoss(its);
      for (const receiver of [LITERAL, knowing(known.bias), fittedReceiver(its)]) {
        const mass = jointMass(its, receiver, bins);
        for (let r = 0; r < bins; r++) {
          const row = mass.subarray(r * bins, (r + 1) * bins).reduce((a, b) => a + b, 0);
          expect(row).toBeCloseTo(1 / bins, 12);
        }
        expect(populationInformation(its, receiver, bins)).toBeLessThan(told + 1e-8);
        expect(populationLoss(its, receiver)).toBeGreaterThan(best - 1e-9);
      }
      expect(best).toBeLessThanOrEqual(1 / 12);
    }),
    { numRuns: 60, seed: 1 },
  );
});

describe.each([
  { sender: "equilibrium", bias: 0.04, noise: 0.02 },
  { sender: "equilibrium", bias: 0.01, noise: 0.05 },
  { sender: "exaggerator", bias: 0.12, noise: 0.02 },
  { sender: "capped_exaggerator", bias: 0.12, noise: 0.05 },
  { sender: "truthful", bias: 0, noise: 0.05 },
] as const)("$sender, b = $bias, noise $noise: 200,000 reports agree", (known) => {
  const n = 200_000;
  const random = defaultRng(11);
  const uniform = () => random.uniform();
  const omega = Float64Array.from({ length: n }, uniform);
  const reports = reportsOn(omega, known, uniform);
  const its = law(known);

  test.each([
    ["the report as the action", LITERAL],
    ["the receiver who knows b", knowing(known.bias)],
    ["the fitted line", fittedReceiver(its)],
  ] as [string, AffineReceiver][])("%s", (_, { intercept, slope }) => {
    const actions = reports.map((report) => Math.min(1, Math.max(0, intercept + slope * report)));
    const { normalised } = mutualInformation(equalBins(omega, 20), equalBins(actions, 20), 20);
    // Plug-in information of n pairs is too high by up to (19·19)/(2n ln 20) = 0.0003; its sd is below 0.0007.
    expect(Math.abs(normalised - populationInformation(its, { intercept, slope }, 20))).toBeLessThan(0.003);
    let loss = 0;
    let squares = 0;
    for (let i = 0; i < n; i++) {
      const error = (actions[i] - omega[i]) * (actions[i] - omega[i]);
      loss += error / n;
      squares += (error * error) / n;
    }
    const se = Math.sqrt((squares - loss * loss) / n);
    expect(Math.abs(loss - populationLoss(its, { intercept, slope }))).toBeLessThan(4 * se);
  });

  test("the best receiver, by the mean state of a thousand bands of reports", () => {
    const low = reports.reduce((a, b) => Math.min(a, b));
    const high = reports.reduce((a, b) => Math.max(a, b));
    const bands = 1000;
    const count = new Float64Array(bands);
    const sum = new Float64Array(bands);
    // A report at a limit is a message of its own.
    const band = (report: number) =>
      report === low
        ? 0
        : report === high
          ? bands - 1
          : 1 + Math.floor(((report - low) / (high - low)) * (bands - 2));
    for (let i = 0; i < n; i++) {
      count[band(reports[i])]++;
      sum[band(reports[i])] += omega[i];
    }
    let loss = 0;
    for (let i = 0; i < n; i++) {
      const error = omega[i] - sum[band(reports[i])] / count[band(reports[i])];
      loss += (error * error) / n;
    }
    // Fitted on the same reports, a thousand means take 1000/n = half a per cent off.
    expect(Math.abs(loss / bestLoss(its) - 1)).toBeLessThan(0.015);
  });
});

test("the boundaries of the law are those of the equilibrium", () => {
  const { pieces } = law({ sender: "equilibrium", bias: 0.04, noise: 0 });
  expect([0, ...pieces.map((piece) => piece.to)]).toEqual([...boundaries(0.04)]);
});
