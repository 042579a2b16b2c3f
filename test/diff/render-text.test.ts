import fc from "fast-check";
import { expect, test } from "vitest";
import { renderText } from "../../src/diff/render/text.ts";
import { columns } from "../../src/diff/render/width.ts";
import type { DiffReport } from "../../src/diff/report.ts";
import { printable } from "../../src/tables/untrusted.ts";
import { REPORT } from "./arbitrary.ts";
import { CELL_METRICS, change, EQUAL, FULL, HOSTILE, hostile, table } from "./reports.ts";

test("equal sides are one line", () => {
  expect(renderText(EQUAL)).toBe("equal: 24 tables, 7 figures and 1 other file\n");
});

test("equal within a tolerance says so, and notes are never left out", () => {
  const text = renderText({
    ...EQUAL,
    tolerance: { absolute: 0.001, relative: 0 },
    notes: ["no manifest in B"],
  });
  expect(text).toBe(
    "note: no manifest in B\nequal within the tolerance: 24 tables, 7 figures and 1 other file\n",
  );
});

test("the largest changes stand one a line, in columns", () => {
  expect(
    renderText(
      { ...FULL, stages: [], tables: [CELL_METRICS], figures: [], files: [], notes: [] },
      { width: 120 },
    ),
  ).toBe(`A  main (commit 0123456789ab)
B  artifacts/embedded
numbers may differ by 1e-9 absolute or 0.000001 relative, whichever is larger
differs: 1 of 18 tables

tables
  cheap-talk/tables/cell_metrics.csv: 2 rows added, 1 row removed, 4 rows changed in 37 cells, 3 cells within the
    tolerance
    120 → 121 rows, matched by model, bias, frame
    I_norm     30 cells  largest Δ 0.31, 47 %
    N_hat       6 cells  largest Δ 3, 75 %
    regressor    1 cell
    model               bias  frame    column                   was     is                         Δ  relative
    embedded/linear     0.05  honesty  N_hat                      1  →  4                         +3      75 %
    embedded/linear     0.05  honesty  I_norm                0.6608  →  0.3508                 −0.31      47 %
    embedded/partition  0.01  payoff   I_norm     0.606586924525576  →  0.606586924525577  +9.99e-16   1.6e-15
    embedded/partition  0.01  payoff   regressor           "hybrid"  →  null
    embedded/truthful   0     neutral  I_norm                   0.9  →  NaN
    embedded/truthful   0.09  neutral  N_hat                     12  →  9                         −3      25 %
    … and 31 more changed cells
    - model=embedded/babbler, bias=0, frame=neutral, n=200, N_hat=1, I_norm=0.08673795633445765, regressor=hybrid
    + model=embedded/noisy, bias=0.1, frame=honesty, n=200, N_hat=2, I_norm=0.41873, regressor=hybrid
    + model=embedded/noisy, bias=0.1, frame=payoff, n=200, N_hat=3, I_norm=NaN, regressor=null
`);
});

test("where columns do not fit, the key stands on a line of its own and is whole", () => {
  const key = {
    model: "openrouter/meta-llama/llama-3.3-70b-instruct",
    bias: 0.05,
    frame: "honesty",
    state_index: 17,
  };
  const changed = {
    rows: 1,
    cells: 1,
    tolerated: 0,
    byColumn: [],
    sample: [change(key, "I_norm", 0.5, 0.25)],
  };
  const lines = renderText({ ...FULL, tables: [table("t.csv", { changed })] }, { width: 80 }).split("\n");
  const at = lines.findIndex((line) => line.includes("llama-3.3"));
  expect(lines.slice(at, at + 3)).toEqual([
    "    model=openrouter/meta-llama/llama-3.3-70b-instruct, bias=0.05,",
    "        frame=honesty, state_index=17",
    "      I_norm  0.5 → 0.25  (Δ −0.25, 50 %)",
  ]);
});

test("every kind of difference is told", () => {
  const text = renderText(FULL, { width: 200 });
  for (const part of [
    "note: main holds no Parquet",
    "differs: 7 of 24 tables, 4 of 7 figures, 2 of 2 other files, 5 stages",
    "cheap-talk/metrics: its definition differs",
    "- param bins changed from 10 to 12",
    "- file data/prompts/neutral.txt changed",
    "cheap-talk/tables/oracle: other rows by the same definition",
    "column state_index retyped from int32 to float64",
    "column message moved from place 5 to 4",
    "column message may be missing now",
    "2 rows with a key that an earlier row has (2 in B), matched in order, such as model=embedded/linear",
    "3 rows on both sides, matched by position",
    "cheap-talk/tables/torn.parquet: cannot be compared: B is not a whole Parquet file",
    "cheap-talk/tables/validity.parquet: equal rows in other bytes",
    "cheap-talk/figures/calibration.svg: 1,800 pixels of 320 × 200 differ (2.8 %)",
    "cheap-talk/figures/decoders.svg: another text, the same picture",
    "cheap-talk/tables/caption.tex: only in B",
  ]) {
    expect(text).toContain(part);
  }
});

test("colours come from the style alone and change nothing else", () => {
  const paint = (text: string) => `\u001b[1m${text}\u001b[m`;
  const style = { good: paint, bad: paint, warn: paint, dim: paint };
  const painted = renderText(FULL, { style });
  expect(painted).toContain("\u001b[1m");
  expect(painted.replaceAll("\u001b[1m", "").replaceAll("\u001b[m", "")).toBe(renderText(FULL));
});

test.each(HOSTILE.map((text, i) => [i, text]))("hostile text %i reaches no terminal", (_, text) => {
  expectPrintable(renderText(hostile(text as string)), 100);
});

test("no line of any report is wider than the terminal, or holds what is not printable", () => {
  fc.assert(
    fc.property(REPORT, fc.constantFrom(80, 100, 160), (report, width) => {
      expectPrintable(renderText(report, { width }), width);
    }),
  );
});

test("as many changes as a user asks for", () => {
  const one = change({ "#": 1 }, "I_norm", 0.5, 0.25);
  const sample = Array.from({ length: 150_000 }, (_, i) => ({ ...one, key: { "#": i + 1 } }));
  const changed = { rows: 150_000, cells: 150_000, tolerated: 0, byColumn: [], sample };
  expect(renderText({ ...FULL, tables: [table("t.csv", { changed })] }).split("\n").length).toBeGreaterThan(
    150_000,
  );
});

function expectPrintable(text: string, width: number): void {
  expect(text.split("\n").filter((line) => printable(line) !== line || columns(line) > width)).toEqual([]);
}

test("stages that only follow from others are one list", () => {
  const input = (name: string) => ({
    kind: "inputs" as const,
    path: `inputs.${name}.rows`,
    was: "sha256:aa",
    is: "sha256:bb",
  });
  const stages: DiffReport["stages"] = [
    { stage: "s/a", change: "definition", rows: "differ", reasons: [input("parsed"), input("oracle")] },
    { stage: "s/b", change: "definition", rows: "same", reasons: [input("metrics")] },
  ];
  const lines = renderText({ ...EQUAL, equal: false, stages }).split("\n");
  expect(lines).toContain(
    "  2 stages follow from other rows of their inputs: s/a, s/b (its own rows do not differ)",
  );
});
