import type { Project } from "../project.ts";
import { toyProject } from "../toy.ts";

/** A line of a journal as a test reads it. */
// biome-ignore lint/suspicious/noExplicitAny: lines of another version are read too
export type ReadLine = any;

/** What a model entry of a basket says beside its name and address. */
export interface ModelEntry {
  readonly name?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl: string;
  /** Further fields, as YAML in flow style: `key_variable: A_KEY, prices: { input: 1, output: 2 }`. */
  readonly more?: string;
}

/** One entry of a basket's models. */
export function entry({
  name = "one",
  provider = "openai-compatible",
  model = "some-model",
  baseUrl,
  more = "",
}: ModelEntry): string {
  return `  - { name: ${name}, provider: ${provider}, model: ${model}, base_url: "${baseUrl}"${more === "" ? "" : `, ${more}`} }\n`;
}

/** A basket of one study. */
export function basketOf(name: string, study: string, entries: readonly string[], more = ""): string {
  return `name: ${name}\nstudies: [${study}]\n${more}models:\n${entries.join("")}`;
}

/** Params that leave a run of the whole study all of its stages and little of its work. */
export const QUICK_STUDY =
  "resamples: 10, hypothesis_resamples: 10, half_samples: 2, partition_resamples: 2, calibration_replications: 2, calibration_states: 10";

const PIPELINE = `params: { count: 4 }
stages:
  toy/numbers:
    module: stages/toy/numbers.ts
    params: [models, count]
    output: toy/numbers.parquet
    schema: schemas/toy/numbers.schema.json
  toy/squared:
    module: stages/toy/squared.ts
    inputs: { numbers: toy/numbers }
    map: [group]
    ask: group
    output: toy/squared.parquet
    schema: schemas/toy/squared.schema.json
    renderings: [csv]
`;

const NUMBERS = `export default (_: object, { models, count }: { models: string[]; count: number }) =>
  models.flatMap((group) => Array.from({ length: count }, (_, index) => ({ group, index, x: index })));
`;

/** Each number is one request; its answer stands in the column seed, its length in y. */
export const MESSAGES = `export default async ({ numbers }: any, _: object, context: any) =>
  Promise.all(numbers.map(async ({ group, index }: any) => {
    const { status, text } = await context.ask({ prompt: "number " + index, temperature: 0, max_tokens: 8 });
    return { group, index, y: text === null ? -1 : text.length, seed: status + ": " + text };
  }));
`;

/** Each number is a conversation of three turns, each of which holds the answers before it. */
export const TALKS = `export default async ({ numbers }: any, _: object, context: any) =>
  Promise.all(numbers.map(async ({ group, index }: any) => {
    const before: { role: string; content: string }[] = [{ role: "system", content: "Talk about " + index }];
    let turns = 0;
    for (const prompt of ["first", "second", "third"]) {
      const { status, text } = await context.ask({ prompt, before: [...before], temperature: 0, max_tokens: 8 });
      if (status === "not_collected") break;
      before.push({ role: "user", content: prompt }, { role: "assistant", content: text });
      turns++;
    }
    return { group, index, y: turns, seed: before.slice(1).map(({ content }) => content).join(" | ") };
  }));
`;

/** The toy study with a stage that asks whatever the basket names; `stage` is its text. */
export function askingProject(basket: string, stage = MESSAGES): Project {
  const name = /^name: (\S+)/u.exec(basket)![1]!;
  return toyProject({
    "pipeline.yaml": PIPELINE,
    "stages/toy/numbers.ts": NUMBERS,
    "stages/toy/squared.ts": stage,
    [`data/baskets/${name}.yaml`]: basket,
  });
}

/** The toy study's rows as text, header left out. */
export function rowsOf(project: Project, basket: string): string[] {
  return project.read(`artifacts/${basket}/toy/squared.csv`).trimEnd().split("\n").slice(1);
}

export function journalOf(project: Project, basket: string, study = "toy"): ReadLine[] {
  const text = project.read(`data/journals/${basket}/${study}.jsonl`);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
