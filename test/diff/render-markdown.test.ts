import fc from "fast-check";
import { expect, test } from "vitest";
import { renderMarkdown } from "../../src/diff/render/markdown.ts";
import { printable } from "../../src/tables/untrusted.ts";
import { REPORT } from "./arbitrary.ts";
import { CELL_METRICS, EQUAL, FULL, HOSTILE, hostile } from "./reports.ts";

const OURS = /<\/?(?:details|summary|code)>/gu;

test("equal sides are a heading and their names", () => {
  expect(renderMarkdown(EQUAL)).toBe(
    "### Artifacts are equal: 24 tables, 7 figures and 1 other file\n\n" +
      "A <code>main (commit 0123456789ab)</code> → B <code>artifacts/embedded</code>\n",
  );
});

test("a table is folded under its headline, changed cells one a row", () => {
  const text = renderMarkdown({
    ...FULL,
    stages: [],
    tables: [CELL_METRICS],
    figures: [],
    files: [],
    notes: [],
  });
  expect(text).toContain(
    "<details><summary><code>cheap-talk/tables/cell_metrics.csv</code>: 2 rows added, 1 row removed, 4 rows changed in 37 cells, 3 cells within the tolerance</summary>\n\n",
  );
  expect(text).toContain(
    "| <code>embedded/linear</code> | 0.05 | <code>honesty</code> | <code>I_norm</code> | 0.6608 | **0.3508** | −0.31 | 47 % |\n",
  );
  expect(text).toContain("\n… and 31 more changed cells\n");
  expect(text).not.toContain("Left out");
});

test("why definitions differ stands in the summary", () => {
  expect(renderMarkdown(FULL)).toContain(
    "| stage | <code>cheap-talk/metrics</code> | its definition differs: its code changed; param bins changed from 10 to 12; file data/prompts/neutral.txt changed |",
  );
});

test("a limit is kept at any length, and what is left out is said", () => {
  const many = {
    ...FULL,
    tables: Array.from({ length: 40 }, (_, i) => ({ ...CELL_METRICS, path: `tables/t${i}.csv` })),
  };
  const whole = renderMarkdown(many, { limit: 1_000_000 });
  for (const limit of [2000, 2500, 3000, 5000, 10_000, 30_000, 60_000]) {
    const text = renderMarkdown(many, { limit });
    expect(text.length).toBeLessThanOrEqual(limit);
    expectWellFormed(text);
    expect(text).toContain("Left out to stay within");
  }
  // No table takes the room of the others: each is shortened before any is left out.
  const middle = renderMarkdown(many, { limit: 30_000 });
  expect(middle.split("<details>")).toHaveLength(41);
  expect(middle).toContain("rows of 40 tables");
  expect(whole).not.toContain("Left out");
});

test("any report at any limit is well formed", () => {
  fc.assert(
    fc.property(REPORT, fc.integer({ min: 2000, max: 20_000 }), (report, limit) => {
      const text = renderMarkdown(report, { limit });
      expect(text.length).toBeLessThanOrEqual(limit);
      expectWellFormed(text);
    }),
  );
});

test.each(HOSTILE.map((text, i) => [i, text]))("hostile text %i stays text", (_, text) => {
  const rendered = renderMarkdown(hostile(text as string));
  expectWellFormed(rendered);
  // What a forge would make a notice or a link of stands in code.
  const outside = rendered.replace(/<code>.*?<\/code>/gu, "").replaceAll("&#39;", "");
  expect(outside).not.toMatch(/@|&#64;|:\/\/|#1/u);
});

test("a limit that cannot hold the heading is refused", () => {
  expect(() => renderMarkdown(FULL, { limit: 1999 })).toThrow("requires a limit of 2000 or more, got 1999");
  expect(() => renderMarkdown(FULL, { limit: Number.NaN })).toThrow(RangeError);
});

/** Our elements alone and balanced, blocks apart, tables with as many cells in each row, nothing that acts. */
function expectWellFormed(text: string): void {
  expect(text.replace(OURS, "")).not.toMatch(/[<]/u);
  expect(text.split("<details>").length).toBe(text.split("</details>").length);
  const isOpen = (line: string) =>
    ["code", "summary"].some((name) => line.split(`<${name}>`).length !== line.split(`</${name}>`).length);
  expect(text.split("\n").filter((line) => printable(line) !== line || isOpen(line))).toEqual([]);
  for (const block of text.split("\n\n")) {
    const lines = block.split("\n").filter((line) => line.startsWith("|"));
    expect(new Set(lines.map(cells)).size).toBeLessThanOrEqual(1);
    expect(block.includes("<details>") && !block.endsWith("</summary>")).toBe(false);
  }
}

function cells(line: string): number {
  return line.replace(/\\[\\|]/gu, "").split("|").length;
}
