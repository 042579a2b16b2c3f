import fc from "fast-check";
import * as vega from "vega";
import { expect, test } from "vitest";
import { differenceInterval } from "../../src/figures/difference-interval.ts";
import { breakName, countLabel, heading, senderLabels, spreadLabels } from "../../src/figures/labels.ts";
import { type FigureSpec, renderVegaLite } from "../../src/figures/render.ts";
import { sampleStates } from "../../src/figures/sender-by-bias.ts";
import { finishSvg } from "../../src/figures/svg.ts";
import { textWidth, wrapText } from "../../src/figures/text-width.ts";
import { xmlFault } from "./xml.ts";

const spec = (mark: object): FigureSpec => ({
  title: heading("Title", ["Subtitle."]),
  description: "Description",
  data: { values: [{ x: 1, y: "a long label on an axis" }] },
  mark: mark as { type: "point" },
  encoding: { x: { field: "x", type: "quantitative" }, y: { field: "y", type: "nominal" } },
});

test("bytes do not depend on how the process measured text before", async () => {
  const first = await renderVegaLite(null, spec({ type: "point" }));
  (vega.textMetrics as { width: unknown }).width = () => 1;
  expect(await renderVegaLite(null, spec({ type: "point" }))).toBe(first);
});

test("a warning of Vega is an error", async () => {
  await expect(
    renderVegaLite(null, spec({ type: "bar", orient: "sideways", point: 3, line: true })),
  ).resolves.toContain("<svg");
  const wrong = spec({ type: "point" });
  Object.assign((wrong as unknown as { encoding: object }).encoding, { colour: { field: "x" } });
  await expect(renderVegaLite(null, wrong)).rejects.toThrow(
    /^figure requires a specification without warnings, got: .*colour/,
  );
});

test("coordinates are rounded, text is not", () => {
  const svg = finishSvg(
    '<svg class="m"><text x="1.23456" dy="-0.001" name="1.23456">0.123456</text></svg>',
    "t",
    "d",
  );
  expect(svg).toContain('<text x="1.23" dy="0" name="1.23456">0.123456</text>');
});

test("title and description survive any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const svg = finishSvg("<svg><g/></svg>", text, text);
      expect(xmlFault(svg)).toBeNull();
      expect(svg.endsWith("</svg>\n")).toBe(true);
    }),
  );
  expect(finishSvg("<svg><g/></svg>", "$& $1", "d")).toContain("<title>$&amp; $1</title>");
});

// Widths of Helvetica in Adobe's font metrics: b 556, space 278, = 584, 0 556, . 278, 4 556.
test("text is as wide as in Helvetica", () => {
  expect(textWidth("b = 0.04", 1000)).toBe(556 + 278 + 584 + 278 + 556 + 278 + 556 + 556);
  expect(textWidth("", 12)).toBe(0);
  expect(textWidth("Wi", 10)).toBeCloseTo(9.44 + 2.22, 12);
});

test("wrapped text keeps its words, and lines keep the width where words do", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }),
      fc.integer({ min: 20, max: 200 }),
      (words, width) => {
        const lines = wrapText(words.join(" "), width, 10);
        expect(lines.join(" ")).toBe(words.join(" "));
        for (const line of lines)
          if (line.includes(" ")) expect(textWidth(line, 10)).toBeLessThanOrEqual(width);
      },
    ),
  );
});

test("a broken name keeps its letters and the width", () => {
  expect(breakName("meta-llama/Llama-3.3-70B-Instruct-Turbo", 118, 11)).toBe(
    "meta-llama/Llama-\n3.3-70B-Instruct-\nTurbo",
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9/-]{1,80}$/), (name) => {
      const lines = breakName(name, 60, 11, 99).split("\n");
      expect(lines.join("")).toBe(name);
      for (const line of lines) expect(textWidth(line, 11, true)).toBeLessThanOrEqual(60);
    }),
  );
  expect(breakName("x".repeat(99), 60, 11).split("\n")).toHaveLength(3);
  expect(breakName("x".repeat(99), 60, 11)).toMatch(/…$/);
});

test("labels of different names differ", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: "binary", maxLength: 3 })), (names) => {
      expect(new Set(senderLabels(names).values()).size).toBe(names.length);
    }),
  );
  expect([...senderLabels(["embedded/a", "embedded/b"]).values()]).toEqual(["a", "b"]);
  expect([...senderLabels(["embedded/a", "b"]).values()]).toEqual(["embedded/a", "b"]);
});

test("labels are moved apart, no more than needed, in their order", () => {
  expect(spreadLabels([0.5, 0.5, 3], 1)).toEqual([0, 1, 3]);
  fc.assert(
    fc.property(fc.array(fc.double({ min: -10, max: 10, noNaN: true })), (positions) => {
      const spread = spreadLabels(positions, 1);
      const order = positions.map((_, i) => i).sort((a, b) => positions[a] - positions[b] || a - b);
      for (let k = 1; k < order.length; k++)
        expect(spread[order[k]] - spread[order[k - 1]]).toBeGreaterThanOrEqual(1 - 1e-9);
      // Least squares under translation: the mean stays.
      const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);
      expect(sum(spread)).toBeCloseTo(sum(positions), 6);
      // What stands apart already is not moved.
      const apart = positions.map((_, i) => 2 * i);
      expect(spreadLabels(apart, 1)).toEqual(apart);
    }),
  );
});

test("counts are one number or a range", () => {
  expect([countLabel([200, 200]), countLabel([200, 180]), countLabel([])]).toEqual([
    "n = 200",
    "n = 180–200",
    "n = 0",
  ]);
});

test("a sample of states is at most 200, spread, and blind to order", () => {
  const many = Array.from({ length: 1234 }, (_, i) => 3 * i);
  const sample = [...sampleStates(many)];
  expect(sample.length).toBeLessThanOrEqual(200);
  expect(sample.length).toBeGreaterThan(150);
  expect(sample.slice(0, 3)).toEqual([0, 21, 42]);
  expect([...sampleStates(many.toReversed())]).toEqual(sample);
  expect(sampleStates([5, 5, 9])).toEqual(new Set([5, 9]));
});

test("half-widths of two intervals add in quadrature", () => {
  // 3-4-5: half-widths 0.03 and 0.04.
  const { value, low, high } = differenceInterval(
    { value: 0.5, low: 0.47, high: 0.53 },
    { value: 0.2, low: 0.16, high: 0.24 },
  );
  expect([value, low, high].map((x) => x.toFixed(10))).toEqual([
    "0.3000000000",
    "0.2500000000",
    "0.3500000000",
  ]);
});

test("an interval that leaves out its estimate does not move the difference", () => {
  const shifted = differenceInterval(
    { value: 0.5, low: 0.52, high: 0.58 },
    { value: 0.2, low: 0.22, high: 0.3 },
  );
  expect(shifted.high - shifted.value).toBeCloseTo(0.05, 12);
  expect(shifted.value - shifted.low).toBeCloseTo(0.05, 12);
});
