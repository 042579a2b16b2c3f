import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EmbeddedAdvisor } from "../../src/advisors/advisor.ts";
import babbler from "../../src/advisors/embedded/babbler.ts";
import equilibrium from "../../src/advisors/embedded/equilibrium.ts";
import exaggerator from "../../src/advisors/embedded/exaggerator.ts";
import truthful from "../../src/advisors/embedded/truthful.ts";
import { namesBothIdeals } from "../../src/cheap-talk/comprehension.ts";
import { oracleActions } from "../../src/cheap-talk/equilibrium.ts";
import { clip } from "../../src/cheap-talk/losses.ts";
import { firstNumber, firstUnsignedNumber } from "../../src/cheap-talk/numbers.ts";
import { parseAnswer } from "../../src/cheap-talk/parser.ts";
import { hybrid } from "../../src/cheap-talk/receivers/hybrid.ts";
import { receiverInput } from "../../src/cheap-talk/receivers/receiver.ts";
import { drawStates } from "../../src/cheap-talk/states.ts";
import { FRAMES, type Frame, renderPrompt } from "../../src/cheap-talk/templates.ts";
import { equalBins, mutualInformation } from "../../src/statistics/information.ts";

const TEMPLATES = Object.fromEntries(
  [...FRAMES, "comprehension" as const].map((name) => {
    const path = `data/prompts/cheap-talk/${name}.txt`;
    return [name, { path, text: readFileSync(path, "utf8") }];
  }),
) as Record<Frame | "comprehension", { path: string; text: string }>;

const SENDERS: Record<string, EmbeddedAdvisor> = { truthful, exaggerator, equilibrium, babbler };
const ADDED: Record<Frame, number> = { neutral: 1, payoff: 1.5, honesty: 0.5 };
const POSITIVE = [0.01, 0.04, 0.08, 0.12];
const { omega: STATES } = drawStates(20260529, 200);

const prompt = (name: Frame | "comprehension", omega: number, bias: number) =>
  renderPrompt(TEMPLATES[name].path, TEMPLATES[name].text, { omega, bias });
const say = (sender: EmbeddedAdvisor, text: string, params = {}) =>
  sender({ prompt: text, temperature: 0, max_tokens: 64 }, params).text;

const anyState = fc.integer({ min: 0, max: 1_000_000 }).map((m) => m / 1e6);
const anyBias = fc.integer({ min: 0, max: 250_000 }).map((m) => m / 1e6);
const anyFrame = fc.constantFrom(...FRAMES);
const anySeed = fc.integer({ min: 0, max: 1000 });

/** Both published patterns read the same first number, and the parser cuts nothing. */
function reading(text: string): number | null {
  expect(parseAnswer(text)).toEqual({ message: text, parser_status: "ok" });
  expect(firstUnsignedNumber(text)).toBe(firstNumber(text));
  return firstNumber(text);
}

test("truthful: the first number is ω to four decimals, whatever bias, frame and seed", () => {
  fc.assert(
    fc.property(anyState, anyBias, anyFrame, anySeed, (omega, bias, frame, seed) => {
      const read = reading(say(truthful, prompt(frame, omega, bias), { seed })) as number;
      expect(Math.abs(read - omega)).toBeLessThanOrEqual(0.5e-4 + 1e-12);
    }),
  );
});

test("exaggerator: the first number is ω plus 1, 1.5 or 0.5 biases by frame, capped at 1", () => {
  fc.assert(
    fc.property(anyState, anyBias, anyFrame, anySeed, (omega, bias, frame, seed) => {
      const read = reading(say(exaggerator, prompt(frame, omega, bias), { seed })) as number;
      expect(Math.abs(read - Math.min(1, omega + ADDED[frame] * bias))).toBeLessThanOrEqual(0.5e-4 + 1e-12);
    }),
  );
});

test("equilibrium: the first number is the oracle's action, ω itself at b = 0", () => {
  fc.assert(
    fc.property(anyState, anyBias, anyFrame, anySeed, (omega, bias, frame, seed) => {
      const read = reading(say(equilibrium, prompt(frame, omega, bias), { seed })) as number;
      const [action] = oracleActions(new Float64Array([omega]), bias);
      expect(Math.abs(read - (action as number))).toBeLessThanOrEqual(0.5e-4 + 1e-12);
    }),
  );
});

test("equilibrium: a state on a boundary belongs to the cell above it", () => {
  // b = 0.04: boundaries 0.01, 0.18, 0.51; the cell above 0.51 has midpoint 0.755.
  expect(firstNumber(say(equilibrium, prompt("neutral", 0.51, 0.04)))).toBe(0.755);
  expect(firstNumber(say(equilibrium, prompt("neutral", 0.509999, 0.04)))).toBe(0.345);
});

test("equilibrium: messages of one cell hold no digit that tells its states apart", () => {
  // Cell 3 of 4 at b = 0.04 is [0.18, 0.51): its messages may hold its midpoint, its bounds and nothing else.
  const numbers = new Set<number>();
  for (let i = 0; i < 200; i++) {
    const text = say(equilibrium, prompt("neutral", (190_000 + 1571 * i) / 1e6, 0.04), { seed: i });
    for (const number of text.match(/\d+\.\d+/g) ?? []) numbers.add(Number(number));
  }
  expect([...numbers].sort()).toEqual([0.18, 0.345, 0.51]);
});

test("babbler: the report carries no information on ω: correlation and 5 × 5 χ² over 6,000 prompts", () => {
  const { omega } = drawStates(1, 6000);
  const table = new Float64Array(25);
  let n = 0;
  let [sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0];
  for (const state of omega) {
    const read = reading(say(babbler, prompt("neutral", state, 0.04), { seed: 1 }));
    if (read === null) continue;
    n += 1;
    sx += state;
    sy += read;
    sxx += state * state;
    syy += read * read;
    sxy += state * read;
    table[Math.min(4, Math.floor(state * 5)) * 5 + Math.min(4, Math.floor(read * 5))] += 1;
  }
  // Five messages in six have a number: a binomial share, four standard errors wide.
  expect(Math.abs(n / 6000 - 5 / 6)).toBeLessThan(4 * Math.sqrt(5 / 36 / 6000));
  const r = (n * sxy - sx * sy) / Math.sqrt((n * sxx - sx * sx) * (n * syy - sy * sy));
  expect(Math.abs(r)).toBeLessThan(4 / Math.sqrt(n));
  let chi = 0;
  for (let i = 0; i < 5; i++) {
    for (let j = 0; j < 5; j++) {
      const row = table.slice(5 * i, 5 * i + 5).reduce((a, b) => a + b, 0);
      const column = [0, 1, 2, 3, 4].reduce((sum, k) => sum + (table[5 * k + j] as number), 0);
      const expected = (row * column) / n;
      const gap = (table[5 * i + j] as number) - expected;
      chi += (gap * gap) / expected;
    }
  }
  // χ² with 16 degrees of freedom exceeds 39.25 with probability 0.001.
  expect(chi).toBeLessThan(39.25);
});

test.each(POSITIVE)(
  "equilibrium: I_norm under hybrid is within 0.06 of the oracle on the same states, b = %d",
  (bias) => {
    const states = equalBins(STATES, 20);
    const oracle = mutualInformation(states, equalBins(oracleActions(STATES, bias), 20), 20).normalised;
    let sum = 0;
    for (const frame of FRAMES) sum += informationUnderHybrid(equilibrium, frame, bias);
    expect(Math.abs(sum / 3 - oracle)).toBeLessThan(0.06);
  },
);

// cheap-talk.md §7.3: what the cap at 1 alone costs a sender of ω + b under the hybrid decoder.
test.each([
  [0.01, 1],
  [0.04, 0.986],
  [0.08, 0.954],
  [0.12, 0.885],
])("exaggerator: at b = %d the neutral frame keeps %d of the information", (bias, expected) => {
  expect(informationUnderHybrid(exaggerator, "neutral", bias)).toBeCloseTo(expected, 2);
});

test("truthful: lossless under hybrid", () => {
  for (const frame of FRAMES) expect(informationUnderHybrid(truthful, frame, 0.08)).toBeGreaterThan(0.99);
});

function informationUnderHybrid(sender: EmbeddedAdvisor, frame: Frame, bias: number): number {
  const messages = Array.from(STATES, (omega) => say(sender, prompt(frame, omega, bias), { seed: 1 }));
  const settings = { folds: 5, foldSeed: 0, ridgeAlpha: 1, neighbours: 25, dimensions: 256 };
  const actions = clip(hybrid(receiverInput(STATES, messages, settings)));
  return mutualInformation(equalBins(STATES, 20), equalBins(actions, 20), 20).normalised;
}

test("comprehension: all but the babbler answer rightly, the babbler never", () => {
  fc.assert(
    fc.property(anyState, anyBias, anySeed, (omega, bias, seed) => {
      for (const [name, sender] of Object.entries(SENDERS)) {
        const text = say(sender, prompt("comprehension", omega, bias), { seed });
        expect([name, text, namesBothIdeals(text, omega, omega + bias)]).toEqual([
          name,
          text,
          name !== "babbler",
        ]);
      }
    }),
  );
});

test.each(Object.entries(SENDERS))(
  "%s: equal requests get equal answers; the seed changes the words",
  (_, sender) => {
    const texts = Array.from(STATES.slice(0, 50), (omega) => prompt("neutral", omega, 0.04));
    const first = texts.map((text) => say(sender, text, { seed: 1 }));
    expect(texts.map((text) => say(sender, text, { seed: 1 }))).toEqual(first);
    const other = texts.map((text) => say(sender, text, { seed: 2 }));
    expect(other.filter((text, i) => text !== first[i]).length).toBeGreaterThan(25);
    const shapes = new Set(first.map((text) => text.replace(/\d+\.\d+/g, "#")));
    expect(shapes.size).toBeGreaterThanOrEqual(4);
  },
);

test("two strategies word the same prompt differently", () => {
  const texts = Array.from(STATES.slice(0, 50), (omega) => prompt("neutral", omega, 0));
  const differ = texts.filter(
    (text) => say(truthful, text, { seed: 1 }) !== say(exaggerator, text, { seed: 1 }),
  );
  expect(differ.length).toBeGreaterThan(25);
});

test("a template of other words that print the state twice is read, ω equal to b included", () => {
  const text =
    "Maximise your payoff. State 0.120000; receiver −(a−0.120000)², you −(a−0.120000−0.040000)², a in [0, 1].";
  expect(firstNumber(say(exaggerator, text))).toBeCloseTo(0.18, 6);
  const equal = "Be honest. State 0.120000; you −(a−0.120000−0.120000)².";
  expect(firstNumber(say(exaggerator, equal))).toBeCloseTo(0.18, 6);
});

test("a prompt without state and bias, and a param that no sender knows, are clear errors", () => {
  expect(() => say(truthful, "What is the state? 0.5 or 0.500000?")).toThrow(
    /state and bias printed to six decimals, got 1 such numbers .*keep \{omega\} and \{bias\}/,
  );
  expect(() => say(babbler, prompt("neutral", 0.5, 0), { sed: 7 })).toThrow(
    /embedded\/babbler .*seed.*got sed: 7/,
  );
});

test("an answer beyond max_tokens is cut and says so", () => {
  const request = { prompt: prompt("comprehension", 0.5, 0.1), temperature: 0, max_tokens: 1 };
  const { text, finish_reason } = truthful(request, { seed: 1 });
  expect(text.length).toBeLessThanOrEqual(4);
  expect(finish_reason).toBe("length");
});
