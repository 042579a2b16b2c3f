import { expect, test } from "vitest";
import { tableFromRows } from "../../src/tables/arrow.ts";
import { toCsv } from "../../src/tables/csv.ts";
import { latexText, toLatex } from "../../src/tables/latex.ts";
import { markdownText, toMarkdown } from "../../src/tables/markdown.ts";
import { schemaOf } from "./sample.ts";

const number = (more: object) => ({ type: ["number", "null"], description: "A number", ...more });
const schema = schemaOf(
  {
    model: "string",
    N_CS: { type: ["integer", "null"], description: "Cells", "x-csv": { null: "Full" } },
    loss: number({ "x-format": ".3f", "x-unit": "squared action" }),
    slope: number({ "x-format": ".2e" }),
    plain: number({}),
    passed: { type: ["boolean", "null"], description: "Passed" },
  },
  ["model"],
);
const table = tableFromRows(
  [
    {
      model: "a",
      N_CS: null,
      loss: 0,
      slope: -1.1965110159719951e-14,
      plain: 2.063022798188865e-5,
      passed: true,
    },
    { model: "b_c", N_CS: 7, loss: -0.00330068, slope: 3, plain: 2, passed: false },
    { model: "d", N_CS: 12, loss: null, slope: null, plain: null, passed: null },
  ],
  schema,
);

test("CSV: full precision as Python writes it, null text or nothing, True and False", () => {
  expect(toCsv(table, schema)).toBe(
    [
      "model,N_CS,loss,slope,plain,passed",
      "a,Full,0.0,-1.1965110159719951e-14,2.063022798188865e-05,True",
      "b_c,7,-0.00330068,3.0,2.0,False",
      "d,12,,,,",
      "",
    ].join("\n"),
  );
});

test("Markdown: digits of the schema, units, aligned columns, the caption under it", () => {
  expect(toMarkdown(table, schema, "Losses per model.\nNote: |b| is small.")).toBe(
    [
      "| model | N_CS | loss (squared action) |     slope |     plain | passed |",
      "| ----- | ---: | --------------------: | --------: | --------: | ------ |",
      "| a     | Full |                 0.000 | -1.20e-14 | 2.063e-05 | True   |",
      "| b_c   |    7 |                -0.003 |  3.00e+00 |         2 | False  |",
      "| d     |   12 |                     – |         – |         – | –      |",
      "",
      "Losses per model. Note: \\|b\\| is small.",
      "",
    ].join("\n"),
  );
  expect(toMarkdown(table, schema, null).endsWith("| –      |\n")).toBe(true);
});

test("LaTeX: booktabs, caption and label, numbers right with a true minus", () => {
  expect(toLatex(table, schema, "Losses & gaps, 95 % of them.", "bias_table")).toBe(
    [
      "\\begin{table}",
      "  \\centering",
      "  \\caption{Losses \\& gaps, 95 \\% of them.}",
      "  \\label{tab:bias-table}",
      "  \\begin{tabular}{lrrrrl}",
      "    \\toprule",
      "    model & N\\_CS & loss (squared action) & slope & plain & passed \\\\",
      "    \\midrule",
      "    a & Full & 0.000 & $-$1.20e-14 & 2.063e-05 & True \\\\",
      "    b\\_c & 7 & $-$0.003 & 3.00e+00 & 2 & False \\\\",
      "    d & 12 & -- & -- & -- & -- \\\\",
      "    \\bottomrule",
      "  \\end{tabular}",
      "\\end{table}",
      "",
    ].join("\n"),
  );
});

test("no row leaves the heading", () => {
  const empty = tableFromRows([], schema);
  expect(toCsv(empty, schema)).toBe("model,N_CS,loss,slope,plain,passed\n");
  expect(toMarkdown(empty, schema, "None.").split("\n").length).toBe(5);
  expect(toLatex(empty, schema, "None.", "x")).toContain("\\midrule\n    \\bottomrule");
});

const texts = schemaOf({ text: "string", other: "string?" }, ["text"]);
const csvCell = (text: string) =>
  toCsv(tableFromRows([{ text, other: null }], texts), texts).slice("text,other\n".length, -2);
test.each([
  ["plain", "plain"],
  ["", ""],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["cr\rhere", '"cr\rhere"'],
  ["=1+1", "'=1+1"],
  ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", '"\'\r=1"'],
  ["\n=1", '"\'\n=1"'],
  ["＝1", "'＝1"],
  ["a=1", "a=1"],
  ["0.062", "0.062"],
])("CSV writes %j as %j", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test("CSV tells an empty text from a missing one, and a row of nothing from no row", () => {
  const rows = [
    { text: "a", other: null },
    { text: "b", other: "" },
  ];
  expect(toCsv(tableFromRows(rows, texts), texts)).toBe('text,other\na,\nb,""\n');
  const single = schemaOf({ text: "string" }, ["text"]);
  expect(toCsv(tableFromRows([{ text: "" }], single), single)).toBe('text\n""\n');
});

test.each([
  ["a|b", "a\\|b"],
  ["`code`", "\\`code\\`"],
  ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["&amp;", "&amp;amp;"],
  ["two\nlines", "two\\\\nlines"],
  ["[text](javascript:x)", "\\[text\\](javascript:x)"],
  ["![image](x)", "!\\[image\\](x)"],
  ["https://example.org", "https&#58;//example.org"],
  ["www.example.org", "www&#46;example.org"],
  ["me@example.org", "me&#64;example.org"],
  ["*bold* ~gone~ $x$", "\\*bold\\* \\~gone\\~ \\$x\\$"],
  ["_it_ N_hat a__b", "\\_it\\_ N_hat a\\_\\_b"],
  ["\u001b[31m\u202e\u0000", "\\\\x1b\\[31m\\\\u{202e}\\\\x00"],
  ["back\\slash", "back\\\\slash"],
])("Markdown writes %j as %j", (text, escaped) => {
  expect(markdownText(text)).toBe(escaped);
});

test.each([
  ["# no heading", "\\# no heading"],
  ["- no list", "\\- no list"],
  ["1. no list", "&#49;. no list"],
  ["12) no list", "&#49;2) no list"],
  ["0.5 is a number", "&#48;.5 is a number"],
  ["    no code\n\n===", "no code ==="],
])("a Markdown caption %j stays a paragraph", (caption, text) => {
  expect(toMarkdown(table, schema, caption).split("\n\n")[1]).toBe(`${text}\n`);
});

test.each([
  ["50% of $x_1 & #2", "50\\% of \\$x\\_1 \\& \\#2"],
  ["\\input{/etc/passwd}", "\\textbackslash{}input\\{/etc/passwd\\}"],
  ["a~b^c", "a\\textasciitilde{}b\\textasciicircum{}c"],
  ["<a|b>", "\\textless{}a\\textbar{}b\\textgreater{}"],
  ['`q\' "r" --', "\\`{}q'{} ''r'' -{}-{}"],
  ["Zürich, Çelik, naïve, Å", 'Z\\"{u}rich, \\c{C}elik, na\\"{\\i}ve, \\r{A}'],
  ["N̂ ≥ 20 – ω ≠ b − ½", "\\^{N} $\\geq$ 20 -- $\\omega$ $\\neq$ b $-$ \\texttt{U+00BD}"],
  ["u\u0308 =\u0338 x\u0332", '\\"{u} $\\neq$ x\\texttt{U+0332}'],
  ["中🎲", "\\texttt{U+4E2D}\\texttt{U+1F3B2}"],
  ["a\nb\u0000\u202e", "a\\textbackslash{}nb\\textbackslash{}x00\\textbackslash{}u\\{202e\\}"],
])("LaTeX writes %j as %s", (text, escaped) => {
  expect(latexText(text)).toBe(escaped);
  expect(latexText(text)).toMatch(/^[\x20-\x7e]*$/);
});

test("a first cell that begins with [ or * is no argument of the line before", () => {
  const rows = [
    { text: "*", other: null },
    { text: "[1ex]", other: null },
  ];
  const tex = toLatex(tableFromRows(rows, texts), texts, null, "x");
  expect(tex).toContain("    {}* & -- \\\\\n    {}[1ex] & -- \\\\");
});
