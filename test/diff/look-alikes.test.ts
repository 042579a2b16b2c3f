import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cellPair, cellText, columnText } from "../../src/diff/render/cells.ts";
import { renderHtml } from "../../src/diff/render/html.ts";
import { renderMarkdown } from "../../src/diff/render/markdown.ts";
import { renderText } from "../../src/diff/render/text.ts";
import { change, EQUAL, table } from "./reports.ts";

/** Two texts that most fonts draw alike, and how the second is told from the first. */
const ALIKE: readonly (readonly [string, string, string])[] = [
  ["a", "a\ufe0f", "\\u{fe0f}"],
  ["\u00e9", "e\u0301", "\\u{0301}"],
  ["x", "x\u3164", "\\u{3164}"],
  ["a b", "a\u00a0b", "\\xa0"],
  ["a b", "a\u2009b", "\\u{2009}"],
  ["x", "x\u034f", "\\u{034f}"],
  ["x", "x\u{e0100}", "\\u{e0100}"],
  ["x", "x\u2800", "\\u{2800}"],
  ["\ue000", "\ue001", "\\u{e001}"],
  ["\u00c5", "\u212b", "\\u{212b}"],
  ["\uac00", "\u1100\u1161", "\\u{1161}"],
];

/** Alike only beside each other: on its own either is a letter like others. */
const ALIKE_IN_PAIRS: readonly (readonly [string, string, string])[] = [
  ["A1", "\uff211", "\\u{ff21}"],
  ["file", "\ufb01le", "\\u{fb01}"],
  ["K", "\u212a", "\\u{212a}"],
  ["paper", "p\u0430per", "\\u{0430}"],
  ["0.3-0.4", "0.3\u20130.4", "\\u{2013}"],
  ["it's", "it\u2019s", "\\u{2019}"],
];

test.each([...ALIKE, ...ALIKE_IN_PAIRS])("%j beside %j is told by what it holds", (was, is, spelled) => {
  expect(cellPair(was, is, 40)[1]).toContain(spelled);
  expect(cellPair(is, was, 40)[0]).toContain(spelled);
  const [long] = cellPair(`${"word ".repeat(60)}${is} end`, `${"word ".repeat(60)}${was} end`, 40);
  expect(long).toContain(spelled);
});

describe.each(ALIKE)("%j and %j", (was, is, spelled) => {
  test("look different on their own, as cells and as names", () => {
    expect(cellText(is, 40)).toContain(spelled);
    expect(columnText(is)).toContain(spelled);
    expect(cellText(was, 40).normalize("NFKC")).not.toBe(cellText(is, 40).normalize("NFKC"));
  });

  test("look different in every format, wherever they stand", () => {
    const report = (text: string) => ({
      ...EQUAL,
      equal: false,
      notes: [`a note on ${text}`],
      files: [{ path: `${text}.md`, change: "bytes" as const }],
      tables: [table(`${text}.csv`, { columns: [{ column: text, change: "added", was: null, is: "text" }] })],
    });
    for (const render of [renderText, renderMarkdown, renderHtml]) {
      // Markdown doubles the backslash of an escape.
      const page = render(report(is)).replaceAll("\\\\", "\\");
      expect(page.split(spelled).length - 1).toBeGreaterThanOrEqual(4);
      expect(page).not.toContain(is);
    }
  });
});

test("an escape that stands in a text is not what it names", () => {
  expect(cellText("x\\u{3164}", 40)).toBe('"x\\\\u{3164}"');
  expect(cellText("x\u3164", 40)).toBe('"x\\u{3164}"');
});

test("texts of other scripts stay readable", () => {
  for (const text of [
    "\u00e9t\u00e9",
    "\u72b6\u614b",
    "\u03c9",
    "\u0939\u093f\u0928\u094d\u0926\u0940",
    "\u0438",
  ])
    expect(cellText(text, 40)).toContain(text);
  expect(cellPair("\u00e9", "\u00e8", 40)).toEqual(['"\u00e9"', '"\u00e8"']);
});

test("different texts stay different when a reader folds them", () => {
  const unit = fc.constantFrom(
    "a",
    "e",
    "\u0301",
    "\u0323",
    "\u00e9",
    "\u3164",
    " ",
    "\u00a0",
    "\uff41",
    "\\",
    "\u1100",
    "\u1161",
    "\uac00",
  );
  const text = fc.array(unit, { maxLength: 6 }).map((units) => units.join(""));
  fc.assert(
    fc.property(text, text, fc.constantFrom(14, 40), (was, is, length) => {
      fc.pre(was !== is);
      const [a, b] = cellPair(was, is, length);
      expect(a.normalize("NFKC")).not.toBe(b.normalize("NFKC"));
    }),
    { numRuns: 2000 },
  );
});

test("in a table's changes both are told", () => {
  const changed = {
    rows: 1,
    cells: 1,
    tolerated: 0,
    byColumn: [],
    sample: [change({ model: "m" }, "word", "caf\u00e9", "cafe\u0301")],
  };
  const text = renderText({ ...EQUAL, equal: false, tables: [table("t.csv", { changed })] });
  expect(text).toContain("cafe\\u{0301}");
});
