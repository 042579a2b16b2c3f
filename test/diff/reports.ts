import type {
  Cell,
  CellChange,
  DiffReport,
  FigureDifference,
  TableDifference,
} from "../../src/diff/report.ts";

/** Everything that must not act: as a page, as Markdown, in a terminal, in a spreadsheet. */
export const HOSTILE = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</td></table></details><h1>owned</h1>",
  "' onmouseover='alert(1)",
  "javascript:alert(1)",
  "| broken | row |\n|---|---|\n# heading",
  "```\n</summary>\n```",
  "[link](https://example.org) ![image](https://example.org/x.png)",
  "@everyone see https://example.org and www.example.org #1",
  "\u001b[31mred\u001b[2J\u0007",
  "\u202egnp.exe\u202c\u200b\ufeff",
  "\\input{/etc/passwd} $x^2$ %",
  '=HYPERLINK("https://example.org")',
  "half a pair \ud800 and a nul \u0000",
  "<!-- --> <![CDATA[ ]]> &lt;script&gt; &#60;",
  "*bold* _em_ ~~gone~~ `code`",
];

const FIGURE = (height: number, color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200" viewBox="0 0 320 200"><rect width="320" height="200" fill="#fff"/>` +
  `<g fill="${color}"><rect x="40" y="${180 - height}" width="60" height="${height}"/><rect x="130" y="80" width="60" height="100"/><rect x="220" y="120" width="60" height="60"/></g>` +
  `<line x1="20" x2="300" y1="180" y2="180" stroke="#222"/><text x="40" y="30" font-family="sans-serif" font-size="14" fill="#222">I_norm by sender</text></svg>`;

/** A red dot on white, 5 by 5. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==";

export const EQUAL: DiffReport = {
  format: 1,
  a: { given: "main", kind: "revision", commit: "0123456789abcdef0123456789abcdef01234567" },
  b: { given: "artifacts/embedded", kind: "tree", commit: null },
  equal: true,
  tolerance: { absolute: 0, relative: 0 },
  stages: [],
  tables: [],
  figures: [],
  files: [],
  same: { tables: 24, figures: 7, files: 1 },
  notes: [],
};

export function change(key: CellChange["key"], column: string, was: Cell, is: Cell): CellChange {
  const both = typeof was === "number" && typeof is === "number";
  const absolute = both ? is - was : null;
  const larger = both ? Math.max(Math.abs(was), Math.abs(is)) : 0;
  return {
    key,
    column,
    was,
    is,
    absolute,
    relative: absolute === null ? null : larger === 0 ? 0 : Math.abs(absolute) / larger,
  };
}

/** A table that differs in nothing yet, to be changed by `overrides`. */
export function table(path: string, overrides: Partial<TableDifference> = {}): TableDifference {
  return {
    path,
    change: "rows",
    fault: null,
    key: ["model", "bias", "frame"],
    keyFrom: "schema",
    rows: { a: 120, b: 120 },
    columns: [],
    added: { count: 0, sample: [] },
    removed: { count: 0, sample: [] },
    changed: { rows: 0, cells: 0, tolerated: 0, byColumn: [], sample: [] },
    duplicates: { a: 0, b: 0, sample: [] },
    ...overrides,
  };
}

const place = (model: string, bias: number, frame: string) => ({ model: `embedded/${model}`, bias, frame });

export const CELL_METRICS: TableDifference = table("cheap-talk/tables/cell_metrics.csv", {
  rows: { a: 120, b: 121 },
  added: {
    count: 2,
    sample: [
      { ...place("noisy", 0.1, "honesty"), n: 200, N_hat: 2, I_norm: 0.41873, regressor: "hybrid" },
      { ...place("noisy", 0.1, "payoff"), n: 200, N_hat: 3, I_norm: { number: "NaN" }, regressor: null },
    ],
  },
  removed: {
    count: 1,
    sample: [
      {
        ...place("babbler", 0, "neutral"),
        n: 200,
        N_hat: 1,
        I_norm: 0.08673795633445765,
        regressor: "hybrid",
      },
    ],
  },
  changed: {
    rows: 4,
    cells: 37,
    tolerated: 3,
    byColumn: [
      { column: "I_norm", cells: 30, largestAbsolute: 0.31, largestRelative: 0.47 },
      { column: "N_hat", cells: 6, largestAbsolute: 3, largestRelative: 0.75 },
      { column: "regressor", cells: 1, largestAbsolute: null, largestRelative: null },
    ],
    sample: [
      change(place("linear", 0.05, "honesty"), "N_hat", 1, 4),
      change(place("linear", 0.05, "honesty"), "I_norm", 0.6608279231607855, 0.3508279231607855),
      change(place("partition", 0.01, "payoff"), "I_norm", 0.606586924525576, 0.6065869245255771),
      change(place("partition", 0.01, "payoff"), "regressor", "hybrid", null),
      change(place("truthful", 0, "neutral"), "I_norm", 0.9, { number: "NaN" }),
      change(place("truthful", 0.09, "neutral"), "N_hat", 12, 9),
    ],
  },
});

const RESPONSES: TableDifference = table("cheap-talk/responses.parquet", {
  key: ["model", "bias", "frame", "state_index"],
  rows: { a: 12000, b: 12000 },
  columns: [
    { column: "finish_reason", change: "added", was: null, is: "string" },
    { column: "latency", change: "removed", was: "float64", is: null },
    { column: "state_index", change: "retyped", was: "int32", is: "float64" },
    { column: "message", change: "moved", was: 5, is: 4 },
    { column: "message", change: "nullable", was: false, is: true },
  ],
  changed: {
    rows: 2,
    cells: 2,
    tolerated: 0,
    byColumn: [{ column: "message", cells: 2, largestAbsolute: null, largestRelative: null }],
    sample: [
      change(
        { ...place("linear", 0.05, "honesty"), state_index: 17 },
        "message",
        "I have looked at the state with great care, and my honest report to you is that it is 0.43.",
        "I have looked at the state with great care, and my honest report to you is that it is 0.48.",
      ),
      change({ ...place("linear", 0.05, "honesty"), state_index: 18 }, "message", "0.5", "0.5\n"),
    ],
  },
  duplicates: { a: 0, b: 2, sample: [{ ...place("linear", 0.05, "honesty"), state_index: 3 }] },
});

export const FIGURES: readonly FigureDifference[] = [
  {
    path: "cheap-talk/figures/calibration.svg",
    change: "pixels",
    fault: null,
    a: FIGURE(120, "#4477aa"),
    b: FIGURE(90, "#4477aa"),
    pixels: { width: 320, height: 200, differing: 1800, image: PNG },
  },
  {
    path: "cheap-talk/figures/decoders.svg",
    change: "text",
    fault: null,
    a: FIGURE(60, "#228833"),
    b: `${FIGURE(60, "#228833")}\n`,
    pixels: null,
  },
  {
    path: "cheap-talk/figures/frames.svg",
    change: "added",
    fault: null,
    a: null,
    b: FIGURE(40, "#aa3377"),
    pixels: null,
  },
  {
    path: "cheap-talk/figures/torn.svg",
    change: "unreadable",
    fault: "B is no SVG: it ends inside an element",
    a: FIGURE(40, "#aa3377"),
    b: "<svg><script>alert(1)</script>",
    pixels: null,
  },
];

/** A report in which everything happens. */
export const FULL: DiffReport = {
  ...EQUAL,
  equal: false,
  tolerance: { absolute: 1e-9, relative: 1e-6 },
  stages: [
    {
      stage: "cheap-talk/metrics",
      change: "definition",
      rows: "differ",
      reasons: [
        { kind: "code", path: "bundle", was: "sha256:aa", is: "sha256:bb" },
        { kind: "params", path: "params.bins", was: 10, is: 12 },
        {
          kind: "inputs",
          path: "inputs.template.files.data/prompts/neutral.txt",
          was: "sha256:aa",
          is: "sha256:cc",
        },
      ],
    },
    { stage: "cheap-talk/tables/frames", change: "added", rows: null, reasons: [] },
    { stage: "cheap-talk/tables/old", change: "removed", rows: null, reasons: [] },
    { stage: "cheap-talk/tables/oracle", change: "rows", rows: "differ", reasons: [] },
    { stage: "cheap-talk/tables/validity", change: "bytes", rows: "same", reasons: [] },
  ],
  tables: [
    RESPONSES,
    CELL_METRICS,
    table("cheap-talk/tables/frames.csv", { change: "added", rows: { a: 0, b: 12 } }),
    table("cheap-talk/tables/notes.csv", {
      key: [],
      keyFrom: "position",
      rows: { a: 3, b: 3 },
      changed: {
        rows: 1,
        cells: 1,
        tolerated: 0,
        byColumn: [{ column: "value", cells: 1, largestAbsolute: 0, largestRelative: 0 }],
        sample: [{ ...change({ "#": 2 }, "value", 0, { number: "-0" }), absolute: 0, relative: 0 }],
      },
    }),
    table("cheap-talk/tables/old.csv", { change: "removed", rows: { a: 7, b: 0 } }),
    table("cheap-talk/tables/torn.parquet", {
      change: "unreadable",
      fault: "B is not a whole Parquet file: its footer is missing",
    }),
    table("cheap-talk/tables/validity.parquet", { change: "bytes", rows: { a: 4, b: 4 } }),
  ],
  figures: FIGURES,
  files: [
    { path: "cheap-talk/tables/caption.md", change: "bytes" },
    { path: "cheap-talk/tables/caption.tex", change: "added" },
  ],
  same: { tables: 17, figures: 3, files: 0 },
  notes: [
    "main holds no Parquet: its tables are compared by their CSV. To have all rows: git worktree add ../main main && cd ../main && npm ci && make all BASKET=embedded",
  ],
};

/** The hostile texts in every place that a file, a column or a user can fill. */
export function hostile(text: string): DiffReport {
  const key = { [text]: text };
  return {
    ...FULL,
    a: { given: text, kind: "tree", commit: null },
    b: { given: text, kind: "revision", commit: text },
    stages: [
      {
        stage: text,
        change: "definition",
        rows: "differ",
        reasons: [
          { kind: "params", path: `params.${text}`, was: text, is: [text] },
          { kind: "answerers", path: `answerers.${text}`, was: null, is: text },
          { kind: "output-changed", path: text, was: text, is: text },
        ],
      },
    ],
    tables: [
      table(text, {
        key: [text],
        columns: [
          { column: text, change: "retyped", was: text, is: { [text]: text } },
          { column: text, change: "added", was: null, is: text },
        ],
        added: { count: 2, sample: [{ [text]: text, x: { number: text } }] },
        removed: { count: 2, sample: [{ [text]: text }] },
        changed: {
          rows: 3,
          cells: 3,
          tolerated: 0,
          byColumn: [{ column: text, cells: 3, largestAbsolute: null, largestRelative: null }],
          sample: [
            change(key, text, text, `${text}.`),
            change(key, text, `${"x".repeat(500)}${text}`, `${"x".repeat(500)}.${text}`),
            change(key, text, { number: text }, text),
          ],
        },
        duplicates: { a: 1, b: 1, sample: [key] },
      }),
      table(`${text}2`, { change: "unreadable", fault: text }),
    ],
    figures: [
      {
        path: text,
        change: "pixels",
        fault: null,
        a: text,
        b: text,
        pixels: { width: 3, height: 3, differing: 1, image: text },
      },
      { path: text, change: "unreadable", fault: text, a: text, b: text, pixels: null },
    ],
    files: [{ path: text, change: "bytes" }],
    notes: [text],
  };
}
