import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readStatedNumber, type StatedNumber } from "../../src/cheap-talk/stated-number/index.ts";

interface Case extends StatedNumber {
  readonly id: string;
  readonly message: string;
  readonly finish_reason?: string;
}

function casesOf(name: string): Case[] {
  const lines = readFileSync(`test/fixtures/${name}.jsonl`, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

// stated-number.jsonl is the contract; the other file holds more of each of its kinds, each decided before it was read.
test.each(["stated-number", "stated-number-own"])("every case of %s is read right", (name) => {
  const cases = casesOf(name);
  expect(cases.length).toBeGreaterThan(40);
  for (const { id, message, finish_reason, ...expected } of cases) {
    const read = readStatedNumber(message, finish_reason ?? null);
    expect({ id, message, ...read }).toEqual({ id, message, ...expected });
  }
});

/** Decimals of six places, as the design prints states. */
const state = fc.integer({ min: 0, max: 999_999 }).map((millionths) => millionths / 1_000_000);
const percent = fc.integer({ min: 0, max: 100 });

/** A numeral, the number that it stands for, and how it is written. */
const numeral = fc.oneof(
  state.map((value) => ({ text: value.toFixed(6), value, form: "decimal" })),
  state.map((value) => ({ text: value.toFixed(6).slice(1), value, form: "decimal" })),
  state.map((value) => ({ text: value.toFixed(6).replace(".", ","), value, form: "decimal" })),
  percent.map((p) => ({ text: `${p}%`, value: p / 100, form: "percent" })),
  percent.map((p) => ({ text: `${p} percent`, value: p / 100, form: "percent" })),
  percent.map((p) => ({ text: `${p} out of 100`, value: p / 100, form: "fraction" })),
  fc
    .tuple(fc.integer({ min: 0, max: 49 }), fc.integer({ min: 51, max: 99 }))
    .map(([p, q]) => ({ text: `${p}/${q}`, value: p / q, form: "fraction" })),
  fc
    .tuple(fc.integer({ min: 0, max: 49 }), fc.integer({ min: 51, max: 99 }))
    .map(([p, q]) => ({ text: `\\frac{${p}}{${q}}`, value: p / q, form: "fraction" })),
  state.map((value) => ({ text: value.toExponential(), value, form: "scientific" })),
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 5 }).map((digits) => ({
    text: `zero point ${digits.map((digit) => DIGITS[digit]).join(" ")}`,
    value: Number(`0.${digits.join("")}`),
    form: "words",
  })),
);

const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

const FRAMES: readonly (readonly [role: string, (number: string) => string])[] = [
  ["lone", (x) => x],
  ["lone", (x) => `  ${x}\n`],
  ["lone", (x) => `My message: ${x}`],
  ["lone", (x) => `1. ${x}.`],
  ["lone", (x) => `<think>0.9, or 0.1?</think>\n${x}`],
  ["state", (x) => `The true state is ${x}.`],
  ["state", (x) => `b = 0.08, and ω = ${x}`],
  ["state", (x) => `Choose a in [0, 1]. The state: ${x}`],
  ["recommendation", (x) => `I recommend ${x}, no more.`],
  ["recommendation", (x) => `ω + 0.08 is what I want; take ${x}`],
  ["recommendation", (x) => `My payoff is -(a - 0.3)^2. Please choose ${x}`],
];

test("a number in any form, within prose of any role, is given back", () => {
  fc.assert(
    fc.property(numeral, fc.constantFrom(...FRAMES), ({ text, value, form }, [role, frame]) => {
      const read = readStatedNumber(frame(text), "stop");
      expect([read.status, read.role, read.form]).toEqual(["ok", role, form]);
      expect(read.value).toBeCloseTo(value, 14);
      expect(read.recommendation).toBe(role === "recommendation" ? read.value : null);
    }),
    { numRuns: 1000 },
  );
});

const WRAPPERS: readonly ((text: string) => string)[] = [
  (text) => `**${text}**`,
  (text) => `_${text}_`,
  (text) => `\`${text}\``,
  (text) => `"${text}"`,
  (text) => `“${text}”`,
  (text) => `\`\`\`\n${text}\n\`\`\``,
  (text) => `# ${text}`,
  (text) => `<p>${text}</p>`,
  (text) => `\ufeff${text}\u200b`,
  (text) => text.replace(/\d/gu, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (text) => text.replace(/\d/gu, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
  (text) => text.replace(/(\d)/gu, "$1\u200b"),
  (text) => text.replace(/ /gu, "\u00a0"),
];

test("markup, other digits and characters that show nothing change nothing", () => {
  const saying = fc
    .tuple(numeral, fc.constantFrom(...FRAMES))
    .map(([{ text }, [, frame]]) => frame(text).trim());
  fc.assert(
    fc.property(saying, fc.constantFrom(...WRAPPERS), (text, wrap) => {
      fc.pre(!text.startsWith("<think>") && !text.startsWith("1. ") && !text.includes("frac"));
      expect(readStatedNumber(wrap(text), null)).toEqual(readStatedNumber(text, null));
    }),
    { numRuns: 1000 },
  );
});

test("two ends are one interval, however they are joined; the action space is none", () => {
  const joined = [
    "X–Y",
    "X-Y",
    "X to Y",
    "between X and Y",
    "from X to Y",
    "[X, Y]",
    "X ≤ ω ≤ Y",
    "above X and below Y",
  ];
  const ends = fc.tuple(fc.integer({ min: 1, max: 49 }), fc.integer({ min: 51, max: 99 }));
  fc.assert(
    fc.property(ends, fc.constantFrom(...joined), ([a, b], form) => {
      const text = form.replace("X", `0.${String(a).padStart(2, "0")}`).replace("Y", `0.${b}`);
      const { value, low, high, status } = readStatedNumber(text, null);
      expect([low, high, status]).toEqual([a / 100, b / 100, "interval"]);
      expect(value).toBeCloseTo((a + b) / 200, 14);
    }),
  );
  for (const form of joined) {
    expect(readStatedNumber(form.replace("X", "0").replace("Y", "1"), null)).toMatchObject({ value: null });
  }
});

test("a cut answer never gives a number that may have gone on", () => {
  fc.assert(
    fc.property(
      state,
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom("length", "max_tokens"),
      (value, kept, reason) => {
        const cut = `The true state is ${value.toFixed(6).slice(0, kept)}`;
        expect(readStatedNumber(cut, reason)).toMatchObject({ value: null, status: "truncated" });
        const whole = `The true state is ${value.toFixed(6)}. I hope that`;
        expect(readStatedNumber(whole, reason)).toMatchObject({ value, status: "ok" });
      },
    ),
  );
});

/** Pieces of which hostile texts are made. */
const PIECES =
  "0|0.|0.4 |1,2,|1/2/|½|٤|-|–|±|(|(a-|)^2|[0,|{\"a\":|\"|'|\\|\\frac{1}{|$|**|_|`|```|~~|<|<think>|</think>|&amp;|>|\n|\n\n| |\u00a0|\u200b|zero |point |forty-|half |a |one out of |1e|10^|between |from |at least |not |if |I want |my |state |ω + |0.1 = |0.1 or |0.1, |can't |http://|[a](|\ud800|😀|+/-|--|no more than |# |1. |2024-1-1 |it's |é".split(
    "|",
  );

test("any text is read, and what comes out is finite and consistent", () => {
  const hostile = fc.oneof(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.json(),
  );
  fc.assert(
    fc.property(hostile, fc.constantFrom(null, "stop", "length"), (text, reason) => {
      const read = readStatedNumber(text, reason);
      const { value, role, form, low, high, recommendation, status } = read;
      for (const number of [value, low, high, recommendation])
        expect(number === null || (Number.isFinite(number) && !Object.is(number, -0))).toBe(true);
      const valued = status === "ok" || status === "interval" || status === "out_of_range";
      expect([value !== null, form !== null]).toEqual([valued, valued]);
      expect(role !== null).toBe(valued || status === "bound");
      if (low !== null && high !== null) expect(low).toBeLessThanOrEqual(high);
      if (valued && status !== "out_of_range") expect(value! >= 0 && value! <= 1).toBe(true);
      expect(readStatedNumber(text, reason)).toEqual(read);
    }),
    { numRuns: 3000 },
  );
});

test.each(['{"%":-5e-324}', '{"percent": -0.0}', "-0%", "-0.00 percent"])(
  "%s is zero without a sign",
  (text) => {
    const { value, low, high, recommendation } = readStatedNumber(text, "stop");
    for (const number of [value, low, high, recommendation]) expect(Object.is(number, -0)).toBe(false);
  },
);

test("a long text of one piece ends too", () => {
  for (const piece of PIECES) {
    const { status } = readStatedNumber(piece.repeat(Math.ceil(20_000 / piece.length)), "length");
    expect(status).toEqual(expect.any(String));
  }
});
