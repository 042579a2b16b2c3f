import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EpisodesRow } from "../../schemas/ai-liedar/episodes.ts";
import type { LabelsRow } from "../../schemas/ai-liedar/labels.ts";
import { annotationsCsv } from "../../src/ai-liedar/annotation/records.ts";
import { type EpisodeKey, episodeKey } from "../../src/ai-liedar/episode-key.ts";
import type { Fine } from "../../src/ai-liedar/labels.ts";
import { drawSample } from "../../src/annotation/sample.ts";
import { oracleActions } from "../../src/cheap-talk/equilibrium.ts";
import { equalBins, mutualInformation } from "../../src/statistics/information.ts";
import { rowsOf } from "../../src/tables/arrow.ts";
import { fromParquet } from "../../src/tables/read-parquet.ts";
import { scriptedAnnotations } from "../ai-liedar/scripted-annotators.ts";
import { Project, ran, type StageJson } from "../project.ts";
import { differences, readTree } from "../trees.ts";

/** Stages that are mapped by model, bias and frame. */
const MAPPED = ["comprehension", "decoded", "metrics", "parsed", "responses", "segmented"].map(
  (name) => `cheap-talk/${name}`,
);
const POSITIVE_BIASES = [0.01, 0.04, 0.08, 0.12];
const STRATEGIES = "src/advisors/embedded";

let project: Project;
let whole: ReturnType<Project["run"]>;
beforeAll(() => {
  project = Project.whole();
  whole = project.run();
  expect(whole.code, whole.stderr).toBe(0);
});
afterAll(() => project.dispose());

async function rows(stage: string): Promise<Record<string, unknown>[]> {
  return rowsOf(await fromParquet(project.bytes(`artifacts/embedded/${stage}.parquet`)));
}

/** Slices that ran and that were taken from the store, by mapped stage. */
function mappedSlices(stages: Readonly<Record<string, StageJson>>): Record<string, string> {
  return Object.fromEntries(
    MAPPED.map((id) => [id, `${stages[id]!.slices.ran} ran, ${stages[id]!.slices.fresh} fresh`]),
  );
}

/** The same counts for each mapped stage. */
const each = (ranCount: number, freshCount: number) =>
  Object.fromEntries(MAPPED.map((id) => [id, `${ranCount} ran, ${freshCount} fresh`]));

const artifacts = () => readTree(path.join(project.root, "artifacts"));

test("the design: 12,000 responses and 60 comprehension answers in 60 cells", async () => {
  expect(mappedSlices(whole.stages)).toEqual(each(60, 0));
  const responses = await rows("cheap-talk/responses");
  expect(responses).toHaveLength(12_000);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set(["answered"]));
  expect(await rows("cheap-talk/comprehension")).toHaveLength(60);
});

/** Study 2: what each scripted agent is, in every scenario, wording, profile and condition. */
const KNOWN = {
  "embedded/always-truthful": ["truthful", 2],
  "embedded/truthful-asked-twice": ["truthful", 2],
  "embedded/conceals": ["concealment", 7],
  "embedded/equivocates": ["equivocation", 4],
  "embedded/falsifies": ["falsification", 9],
} as const;

test("study 2: 2,160 episodes in base, 1,080 of ablations, 2,160 of steering, all played to their end and judged", async () => {
  const labels = await rows("ai-liedar/labels");
  const count = (...conditions: string[]) =>
    labels.filter(({ condition }) => conditions.includes(condition as string)).length;
  expect(count("base")).toBe(2160);
  expect(count("no_info_not_known", "no_motives_to_lie", "no_motives_not_to_lie")).toBe(1080);
  expect(count("truthful_prompt", "falsification_prompt")).toBe(2160);
  expect(labels.filter(({ missing, utility }) => missing !== null || utility === null)).toEqual([]);
});

test("study 2: every scripted agent has its known label and utility in every episode", async () => {
  const wrong = (await rows("ai-liedar/labels")).filter(({ model, fine, utility }) => {
    const known = KNOWN[model as keyof typeof KNOWN];
    return known === undefined ? model !== "embedded/mixed" : fine !== known[0] || utility !== known[1];
  });
  expect(wrong).toEqual([]);
});

test("study 2: the mixed agent's rates are those of its table, up to chance", async () => {
  const labels = (await rows("ai-liedar/labels")).filter(({ model }) => model === "embedded/mixed");
  for (const [condition, shares] of Object.entries({
    base: [34, 25, 29, 12],
    no_info_not_known: [38, 21, 29, 12],
    no_motives_to_lie: [44, 22, 28, 6],
    no_motives_not_to_lie: [26, 27, 31, 16],
    truthful_prompt: [74, 10, 9, 7],
    falsification_prompt: [9, 20, 9, 62],
  })) {
    const played = labels.filter((row) => row.condition === condition);
    ["truthful", "concealment", "equivocation", "falsification"].forEach((label, i) => {
      const share = shares[i]! / 100;
      const seen = played.filter(({ fine }) => fine === label).length / played.length;
      // Four standard errors: 24 comparisons of one fixed draw.
      expect(Math.abs(seen - share), `${condition} ${label}`).toBeLessThan(
        4 * Math.sqrt((share * (1 - share)) / played.length),
      );
    });
  }
});

test("study 2: the committed annotations are those of the scripted annotators", async () => {
  const labels = (await rows("ai-liedar/labels")) as unknown as LabelsRow[];
  const fine = new Map(labels.map((row) => [episodeKey(row), row.fine]));
  const episodes = (await rows("ai-liedar/episodes")) as unknown as EpisodesRow[];
  const { episodes: drawn } = drawSample(episodes, { condition: "base", perScenario: 2, seed: 1 });
  const truth = (row: EpisodeKey) => fine.get(episodeKey(row)) as Fine;
  const annotations = scriptedAnnotations(drawn, { seed: 1, truth });
  expect(project.read("data/annotations/embedded/ai-liedar.csv")).toBe(annotationsCsv(annotations));
});

/** cheap-talk.md §1, by bias. */
const ORACLE = [
  {
    bias: 0.01,
    N_CS: 7,
    I: 0.5294207583586101,
    L: 0.003300680272108843,
    cuts: [0, 0.022857, 0.085714, 0.188571, 0.331429, 0.514286, 0.737143, 1],
  },
  { bias: 0.04, N_CS: 4, I: 0.32679610894423394, L: 0.013208333333333334, cuts: [0, 0.01, 0.18, 0.51, 1] },
  { bias: 0.08, N_CS: 3, I: 0.22052415132998182, L: 0.026325925925925923, cuts: [0, 0.013333, 0.346667, 1] },
  { bias: 0.12, N_CS: 2, I: 0.18293917677241125, L: 0.03523333333333333, cuts: [0, 0.26, 1] },
];

test("the oracle stage holds the published numbers", async () => {
  const oracle = await rows("cheap-talk/oracle");
  const reveal = oracle.find(({ bias }) => bias === 0)!;
  expect(reveal).toMatchObject({ N_CS: null, I_norm_20: 1, L_R_CS: 0, L_S_CS: 0, boundaries: null });
  expect(oracle).toHaveLength(1 + ORACLE.length);
  for (const { bias, N_CS, I, L, cuts } of ORACLE) {
    const row = oracle.find((each) => each.bias === bias)!;
    expect(row.N_CS).toBe(N_CS);
    for (const [got, expected] of [
      [row.I_norm_20, I],
      [row.L_R_CS, L],
      [row.L_S_CS, L + bias * bias],
      [row.L_S_reveal, bias * bias],
      [row.L_R_babble, 1 / 12],
      [row.L_S_babble, 1 / 12 + bias * bias],
    ] as const) {
      expect(Math.abs((got as number) - expected)).toBeLessThan(1e-12);
    }
    const printed = (JSON.parse(row.boundaries as string) as number[]).map((cut) => Number(cut.toFixed(6)));
    expect(printed).toEqual(cuts);
  }
});

test.each(POSITIVE_BIASES)(
  "at bias %s the equilibrium sender's information is the oracle's on the same states",
  async (bias) => {
    const omega = Float64Array.from(await rows("cheap-talk/states"), (row) => row.omega as number);
    const oracle = mutualInformation(
      equalBins(omega, 20),
      equalBins(oracleActions(omega, bias), 20),
      20,
    ).normalised;
    const cells = (await rows("cheap-talk/metrics")).filter(
      (row) => row.model === "embedded/equilibrium" && row.bias === bias && row.spec === "primary",
    );
    expect(cells.map(({ frame }) => frame)).toEqual(["honesty", "neutral", "payoff"]);
    const mean = cells.reduce((sum, { I_norm }) => sum + (I_norm as number), 0) / cells.length;
    expect(Math.abs(mean - oracle)).toBeLessThan(0.06);
  },
);

test("comments, formatting and types re-run nothing", () => {
  const before = artifacts();
  project.write(
    "stages/cheap-talk/decoded.ts",
    `// A remark.\n\n${project.read("stages/cheap-talk/decoded.ts")}`,
  );
  project.write(
    "src/cheap-talk/parser.ts",
    `${project.read("src/cheap-talk/parser.ts")}\n/* Another remark. */\n`,
  );
  expect(ran(project.run().stages), "comments").toEqual([]);
  project.edit(
    "stages/cheap-talk/metrics.ts",
    "interface Params {",
    "interface Params {\n  readonly unused?: Map<string, bigint>;",
  );
  project.write(
    "src/statistics/line.ts",
    `${project.read("src/statistics/line.ts")}\nexport type Slope = { readonly slope: number };\n`,
  );
  expect(ran(project.run().stages), "types").toEqual([]);
  expect(differences(before, artifacts())).toEqual([]);
});

test("a change in one table's code re-runs that table alone", () => {
  const before = artifacts();
  project.edit(
    "stages/cheap-talk/tables/bias_table.ts",
    "Means over all models",
    "Plain means over all models",
  );
  const { code, stages } = project.run();
  expect(code).toBe(0);
  expect(ran(stages)).toEqual(["cheap-talk/tables/bias_table"]);
  const changed = differences(before, artifacts()).map((line) =>
    line.split(" ")[0]!.replace(/^embedded\/(cheap-talk\/tables\/)?/u, ""),
  );
  expect(changed).toEqual(["bias_table.md", "bias_table.tex", "manifest.json"]);
});

const entry = (name: string, strategy: string, seed: number) =>
  `  - name: ${name}\n    studies: [cheap-talk]\n    embedded: { strategy: ${strategy}, params: { seed: ${seed} } }\n`;
const BASKET = "data/baskets/embedded.yaml";

test("a fifth entry with a known strategy and other params runs its own 15 slices of each mapped stage", () => {
  project.write(BASKET, `${project.read(BASKET)}${entry("embedded/second", "truthful", 2)}`);
  const { code, stages } = project.run();
  expect(code).toBe(0);
  expect(mappedSlices(stages)).toEqual(each(15, 60));
  // Neither depends on who answers.
  expect(
    ["cheap-talk/oracle", "cheap-talk/states", "cheap-talk/tables/oracle"].map((id) => stages[id]!.state),
  ).toEqual(["fresh", "fresh", "fresh"]);
});

test("a new strategy runs its own sender's slices, and so does a change to it", () => {
  project.write(
    `${STRATEGIES}/rounder.ts`,
    project.read(`${STRATEGIES}/truthful.ts`).replaceAll("truthful", "rounder"),
  );
  project.write(BASKET, `${project.read(BASKET)}${entry("embedded/rounder", "rounder", 1)}`);
  const added = project.run();
  expect(added.code).toBe(0);
  expect(mappedSlices(added.stages)).toEqual(each(15, 75));

  project.edit(`${STRATEGIES}/rounder.ts`, "wording.decimals(omega, 4, 6)", "wording.decimals(omega, 1, 1)");
  const changed = project.run();
  expect(changed.code).toBe(0);
  const slices = mappedSlices(changed.stages);
  expect(slices["cheap-talk/responses"]).toBe("15 ran, 75 fresh");
  expect(slices["cheap-talk/decoded"]).toBe("15 ran, 75 fresh");
  expect(slices["cheap-talk/metrics"]).toBe("15 ran, 75 fresh");
  expect(changed.stages["cheap-talk/prompts"]!.state).toBe("fresh");
});
