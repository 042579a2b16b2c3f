import { beforeAll, describe, expect, test } from "vitest";
import { bundleSource, runBare } from "./bare-context.ts";
import { BIASES, makeRows, noRows, type Rows } from "./rows.ts";
import { xmlFault } from "./xml.ts";

const NAMES = [
  "message_vs_state",
  "information_vs_bias",
  "calibrated_information",
  "induced_action",
  "frame_contrasts",
  "decoder_comparison",
] as const;
type Name = (typeof NAMES)[number];
type Context = { partial: string | null };
type Figures = Record<Name, (inputs: Rows, params: object, context: Context) => Promise<string>>;

const REFERENCE = ["embedded/babbler", "embedded/truthful"];
/** A name that a template or an expression language would evaluate. */
const EXPRESSION = "$" + "{1+1}";
let bundle: string;
let bare: ReturnType<typeof runBare<Figures>>;

beforeAll(async () => {
  bundle = await bundleSource(
    NAMES.map((name) => `export { default as ${name} } from "./stages/cheap-talk/figures/${name}.ts";`).join(
      "\n",
    ),
  );
  bare = runBare<Figures>(bundle);
}, 60_000);

const draw = (name: Name, rows: Rows, partial: string | null = null) =>
  bare.exports[name](rows, {}, { partial });
const texts = (svg: string) =>
  [...svg.matchAll(/<(?:text|tspan)[^>]*>([^<]*)(?=<)/g)].map((match) => match[1]);

test("the context lacks what a stage may not touch", () => {
  for (const name of [
    "process",
    "require",
    "Intl",
    "fetch",
    "setTimeout",
    "setInterval",
    "console",
    "crypto",
  ])
    expect(bare.evaluate(`typeof ${name}`), name).toBe("undefined");
  expect(() => bare.evaluate("new Date()")).toThrow("forbidden: new Date");
  expect(() => bare.evaluate("Math.random()")).toThrow("forbidden: Math.random");
  expect(() => bare.evaluate("'a'.localeCompare('b')")).toThrow("forbidden: localeCompare");
});

describe.each(NAMES)("%s", { timeout: 60_000 }, (name) => {
  test("says below its title which answers are missing", async () => {
    const note = "Partial: 3 of 12,000 answers of cheap-talk/responses were not collected and are left out.";
    const words = texts(await draw(name, makeRows(REFERENCE, 10), note)).join(" ");
    expect(words).toContain("Partial: 3 of 12,000 answers of cheap-talk/responses");
    expect(texts(await draw(name, makeRows(REFERENCE, 10))).join(" ")).not.toContain("Partial");
  });

  test("has the same bytes again, after other figures, and in a context of its own", async () => {
    const rows = makeRows(REFERENCE, 40);
    const first = await draw(name, rows);
    for (const other of NAMES) await draw(other, makeRows(["x", "y", "z"], 7));
    expect(await draw(name, rows)).toBe(first);
    expect(await runBare<Figures>(bundle).exports[name](rows, {}, { partial: null })).toBe(first);
  });

  test("is a well-formed, named and described image of one file", async () => {
    const svg = await draw(name, makeRows(REFERENCE, 40));
    expect(xmlFault(svg)).toBeNull();
    expect(svg).toMatch(
      /^<svg role="img" [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*><title>[^<]+<\/title><desc>[^<]+</,
    );
    expect(svg.match(/<title>/g)).toHaveLength(1);
    expect(svg).toMatch(/<\/svg>\n$/);
    // Without ids a page may hold several figures; without links it needs no other file.
    expect(svg).not.toMatch(/ id="|url\(|href=|<image|<script/);
    expect(svg).not.toMatch(/NaN|Infinity|undefined|null/);
    // At most two decimals in coordinates.
    expect(svg.replace(/>[^<]*</g, "><").match(/\d\.\d{3}/)).toBeNull();
  });

  test("says that reference senders are not models, and only of them", async () => {
    const words = async (models: string[]) => texts(await draw(name, makeRows(models, 10))).join(" ");
    expect(await words(REFERENCE)).toContain("not language models");
    expect(await words(REFERENCE)).not.toContain("embedded/");
    const mixed = await words(["embedded/babbler", "gpt"]);
    expect(mixed).not.toContain("not language models");
    expect(mixed.replaceAll(" ", "")).toContain("embedded/babbler");
  });

  test("escapes hostile names", async () => {
    const hostile = [
      '<script>alert("1")</script>',
      "a&b\u0000\u0007\n\u202E]]>",
      "\"'",
      "\uD800x",
      "",
      EXPRESSION,
    ];
    const svg = await draw(name, makeRows(hostile, 10));
    expect(xmlFault(svg)).toBeNull();
    expect(svg).toContain("&lt;script");
    expect(svg).not.toContain("<script");
    expect(svg).toContain("a&amp;b");
    expect(svg).toContain(EXPRESSION);
  });

  test("keeps apart senders whose long names begin alike", async () => {
    const long = "x".repeat(300);
    const two = await draw(name, makeRows([`${long}1`, `${long}2`], 10));
    const backgrounds = (svg: string) => svg.match(/class="background"/g)?.length;
    expect(backgrounds(two)).toBe(backgrounds(await draw(name, makeRows(["a", "b"], 10))));
  });

  test("says that there is no data", async () => {
    const svg = await draw(name, noRows());
    expect(texts(svg)).toContain("no data");
    expect(xmlFault(svg)).toBeNull();
  });

  test.each([1, 3, 5])("draws %i senders of one state each", async (count) => {
    const models = Array.from({ length: count }, (_, i) => `sender ${i}`);
    const words = texts(await draw(name, makeRows(models, 1)));
    for (const model of models) expect(words).toContain(model);
    expect(words).not.toContain("no data");
  });
});

test.each(["message_vs_state", "induced_action"] as const)("%s does not grow with the rows", async (name) => {
  const small = await draw(name, makeRows(["a"], 200));
  const large = await draw(name, makeRows(["a"], 2000));
  expect(large.length).toBeLessThan(1.02 * small.length);
  expect(texts(small).join(" ")).toContain("all 200 states");
  expect(texts(large).join(" ")).toContain("200 of 2000 states");
});

/** Coordinates of the dots of each panel, in file order. */
const dots = (svg: string) =>
  [...svg.matchAll(/ d="((?:M[\d.-]+,[\d.-]+Z)+)"/g)].map((match) =>
    [...match[1].matchAll(/M([\d.-]+),([\d.-]+)Z/g)].map((pair) => [Number(pair[1]), Number(pair[2])]),
  );

test("message_vs_state puts the first number against the state, and counts what it cannot draw", async () => {
  const rows = makeRows(["a"], 5);
  const say = (index: number, message: string) => {
    for (const row of rows.parsed) if (row.state_index === index) row.message = message;
  };
  say(0, "1.0, not 0.2");
  say(1, "no idea");
  say(2, "about 42 %");
  const svg = await draw("message_vs_state", rows);
  const panels = dots(svg);
  expect(panels).toHaveLength(BIASES.length);
  const [first, fourth, fifth] = panels[0];
  expect(panels[0]).toHaveLength(3);
  // State 0 says 1: the upper left corner. State 1 says 1: the upper right. State 0.75 lies on the diagonal.
  expect(first).toEqual([0, 0]);
  expect(fifth[1]).toBe(0);
  expect(fourth[0] / fifth[0]).toBeCloseTo(0.75, 2);
  expect(texts(svg).filter((text) => text === "no number: 1")).toHaveLength(2 * BIASES.length);
  expect(texts(svg).filter((text) => text === "off scale: 1")).toHaveLength(2 * BIASES.length);
});

test("message_vs_state draws the neutral frame, another one where it is missing", async () => {
  const rows = makeRows(["a"], 4);
  for (const row of rows.parsed) if (row.frame !== "neutral") row.message = "none";
  expect(dots(await draw("message_vs_state", rows))[0]).toHaveLength(4);
  for (const row of rows.parsed) row.message = "none";
  const mute = await draw("message_vs_state", rows);
  expect(dots(mute)).toHaveLength(0);
  expect(mute).not.toMatch(/ d="M[^"]*A/);
  rows.parsed = rows.parsed.filter((row) => row.frame === "payoff");
  const svg = await draw("message_vs_state", rows);
  expect(texts(svg).join(" ")).toContain("Frame payoff");
  expect(texts(svg)).toContain("no number: 4");
});

test("message_vs_state draws the cells of the equilibrium at their midpoints", async () => {
  const svg = await draw("message_vs_state", makeRows(["a"], 4));
  const lines = [...svg.matchAll(/ d="((?:M[\d.]+,[\d.]+L[\d.]+,[\d.]+)+)"/g)].map((match) =>
    [...match[1].matchAll(/[\d.]+/g)].map(Number),
  );
  expect(lines).toHaveLength(BIASES.length);
  const [, height, width] = lines[0];
  expect(lines[0]).toEqual([0, height, width, 0]);
  // Boundaries 0, 0.26, 1: actions 0.13 and 0.63.
  const expected = [0, 0.13, 0.26, 0.13, 0.26, 0.63, 1, 0.63];
  for (const [i, value] of expected.entries())
    expect(i % 2 ? 1 - lines[1][i] / height : lines[1][i] / width).toBeCloseTo(value, 3);
});

test("induced_action shows the hybrid fit and its number of steps", async () => {
  const rows = makeRows(["a"], 4);
  for (const row of rows.segmented) if (row.bias === 0) row.N_hat = 1;
  rows.segmented.push({ ...rows.segmented[0], decoder: "embedding_knn", N_hat: 9 });
  const words = texts(await draw("induced_action", rows));
  expect(words).toContain("1 step");
  expect(words).toContain("2 steps");
  expect(words).not.toContain("9 steps");
});

test("decoder_comparison averages over positive biases alone", async () => {
  const rows = makeRows(["a"], 4);
  for (const row of rows.metrics) {
    if (row.bias === 0) row.I_norm = 0;
    if (row.spec === "parsed_report" && row.frame === "honesty") row.I_norm = 0.2;
  }
  const words = texts(await draw("decoder_comparison", rows));
  // (0.5 + 0.5 + 0.75) / 3, and (0.2 + 0.5 + 0.75) / 3.
  expect(words.filter((word) => word === "0.58")).toHaveLength(3);
  expect(words.filter((word) => word === "0.48")).toHaveLength(1);
});

test("a mean with a cell missing is left out and said, not taken over the rest", async () => {
  const rows = makeRows(["a", "b"], 4);
  const missing = (row: { model: string; bias: number; frame: string }) =>
    row.model === "a" && row.bias === 0.12 && row.frame === "payoff";
  rows.metrics = rows.metrics.filter((row) => !missing(row));
  const words = texts(await draw("decoder_comparison", rows));
  expect(words.filter((word) => word === "0.58")).toHaveLength(4);
  expect(words.join(" ")).toContain("Cells without a value: 4;");
  expect(texts(await draw("information_vs_bias", rows)).join(" ")).toContain(
    "Cells without a value, not drawn: 1.",
  );
  expect(texts(await draw("frame_contrasts", rows)).join(" ")).toContain(
    "Contrasts without a value, not drawn: 1.",
  );
});

test("a missing I_norm is no zero", async () => {
  const rows = makeRows(["a"], 4);
  for (const row of rows.metrics) (row as { I_norm: number | null }).I_norm = null;
  for (const name of ["information_vs_bias", "frame_contrasts", "decoder_comparison"] as const)
    expect(texts(await draw(name, rows))).toContain("no data");
});

test("frame_contrasts draws a point without an interval where a cell has none", async () => {
  const rows = makeRows(["a"], 4);
  const points = (svg: string) =>
    svg.match(/<path transform="translate\([^)]*\)" d="M[\d.]+,0A/g)?.length ?? 0;
  const rules = (svg: string) => svg.match(/<line [^>]*stroke="#0072B2"/g)?.length ?? 0;
  const all = await draw("frame_contrasts", rows);
  for (const row of rows.metrics) if (row.bias === 0.12) row.I_norm_lo = null;
  const fewer = await draw("frame_contrasts", rows);
  expect([points(all), rules(all)]).toEqual([2, 2]);
  expect([points(fewer), rules(fewer)]).toEqual([2, 1]);
});

test("calibrated_information leaves out what has no value, and says how many", async () => {
  const rows = makeRows(["a"], 40);
  for (const row of rows.calibrated) if (row.bias === 0.12 && row.frame === "payoff") row.I_adjusted = null;
  const svg = await draw("calibrated_information", rows);
  expect(texts(svg).join(" ")).toContain("Cells without a value, not drawn: 1.");
  expect(texts(svg).join(" ")).toContain("95\u00A0% half-sample intervals");
  for (const row of rows.calibrated) row.I_adjusted = null;
  expect(texts(await draw("calibrated_information", rows))).toContain("no data");
});

test("calibrated_information: intervals have the width of the halves, and end at the axis", async () => {
  const heights = (svg: string) =>
    [...svg.matchAll(/<line [^>]*stroke="#(?:009E73|0072B2|CC79A7)"[^>]*>/g)].map(([line]) =>
      Math.abs(Number(line.match(/y2="([-\d.]+)"/)?.[1] ?? 0)),
    );
  const rows = makeRows(["a"], 40);
  const drawn = heights(await draw("calibrated_information", rows));
  expect(drawn).toHaveLength(9);
  // 2·1.96·sd(−.03, .03, −.01, .01) = .1012 of an axis of 1.15 that is 180 pixels high.
  for (const height of drawn) expect(height).toBeCloseTo((0.1012 / 1.15) * 180, 1);
  for (const row of rows.calibrated) row.I_adjusted = 1;
  for (const height of heights(await draw("calibrated_information", rows)))
    expect(height).toBeCloseTo((0.0506 / 1.15) * 180, 1);
});
