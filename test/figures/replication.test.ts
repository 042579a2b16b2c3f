import { beforeAll, expect, test } from "vitest";
import type { ReplicationRow } from "../../schemas/cheap-talk/tables/replication.ts";
import { HASHED_TRIGRAMS } from "../../src/cheap-talk/recorded-embedding.ts";
import report from "../../stages/cheap-talk/tables/replication.ts";
import { MINILM, publishedInputs } from "../cheap-talk/published-tables.ts";
import { bundleSource, runBare } from "./bare-context.ts";
import { xmlFault } from "./xml.ts";

type Inputs = { replication: readonly ReplicationRow[] };
type Figure = { draw(inputs: Inputs, params: object, context: { partial: null }): Promise<string> };
let draw: (rows: readonly ReplicationRow[]) => Promise<string>;

beforeAll(async () => {
  const figure = await bundleSource(
    'export { default as draw } from "./stages/cheap-talk/figures/replication.ts";',
  );
  const { exports } = runBare<Figure>(figure);
  draw = (replication) => exports.draw({ replication }, {}, { partial: null });
}, 60_000);

const texts = (svg: string) =>
  [...svg.matchAll(/<(?:text|tspan)[^>]*>([^<]*)(?=<)/g)].map((match) => match[1]);
/** Points of a shape: their centres stand in their transform, the shape in their path. */
const points = (svg: string, colour: string) =>
  [...svg.matchAll(/<path transform="translate\(([^)]*)\)" d="[^"]+"([^/]*)\/>/g)]
    .filter((match) => match[2]?.includes(`stroke="${colour}"`))
    .map((match) => (match[1] as string).split(",").map(Number) as [number, number]);

const PERFECT = report(publishedInputs(), { embedding: MINILM }).rows;
const TRIGRAMS = report(publishedInputs(), { embedding: HASHED_TRIGRAMS }).rows;

test("a perfect replication puts every number on the line of equality", async () => {
  const svg = await draw(PERFECT);
  expect(xmlFault(svg)).toBeNull();
  expect(svg).not.toMatch(/NaN|Infinity|undefined|null| id="|url\(|href=/);
  expect(await draw(PERFECT)).toBe(svg);
  const words = texts(svg).join(" ");
  expect(words).toContain("524 within rounding, 0 differ, 0 need MiniLM, 0 not here");
  expect(words).not.toContain("rests on other sentence embeddings");
  // All but N_CS at b = 0, the word Full in the gradient and in five robustness checks, and the 50 counts.
  const drawn = points(svg, "#0072B2");
  expect(drawn.length).toBe(524 - 6 - 50);
  expect(words).toContain("Not drawn below: 50 counts.");
  // One is off by less than its rounding: a contrast of 0.0367 published as 0.037.
  for (const [x, y] of drawn) expect(Math.abs(x + y - 122)).toBeLessThan(0.1);
});

test("each status has its own points, and what is not here has none", async () => {
  const rows = TRIGRAMS.map((row): ReplicationRow => {
    if (row.table !== "model_summary") return row;
    if (row.model === "gpt-4o")
      return { ...row, here: null, difference: null, within_rounding: null, status: "not here" };
    if (row.measure !== "mean_I_norm") return row;
    return { ...row, here: row.here! - 0.2, difference: -0.2, within_rounding: false, status: "differs" };
  });
  const svg = await draw(rows);
  const words = texts(svg);
  expect(words.join(" ")).toContain("456 within rounding, 3 differ, 59 need MiniLM, 6 not here");
  expect(words).toContain("model_summary (24)");
  expect(words).toContain("robustness, alt_decoder=knn (55)");
  expect(words).toContain("information (103 of 104)");
  expect(points(svg, "#D55E00").length).toBe(3);
  expect(points(svg, "#CC79A7").length).toBe(59);
  for (const [x, y] of points(svg, "#D55E00")) expect(x + y).toBeGreaterThan(124);
});

test("a report without a figure of a unit, or without any, is drawn and says so", async () => {
  const few = TRIGRAMS.filter((row) => row.table === "comprehension");
  expect(texts(await draw(few))).toContain("loss (0)");
  expect(texts(await draw([]))).toContain("no data");
});
