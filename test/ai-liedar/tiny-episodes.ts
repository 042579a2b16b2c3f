import { readFileSync } from "node:fs";
import path from "node:path";
import type { EpisodesRow } from "../../schemas/ai-liedar/episodes.ts";
import { tableFromRows } from "../../src/tables/arrow.ts";
import { orderTable } from "../../src/tables/order.ts";
import { readSchema } from "../../src/tables/schema.ts";
import { validateRows } from "../../src/tables/validate.ts";
import { writeTable } from "../../src/tables/writer.ts";
import { ROOT } from "../project.ts";

/** Scenarios of the tiny run, one of each category. */
export const SCENARIOS = ["benefits-flat", "emotion-poem", "public-image-talk"] as const;
export const MODELS = ["embedded/conceals", "embedded/falsifies"] as const;

/** One episode; what is not given is made up. */
export function tinyEpisode(given: Partial<EpisodesRow>): EpisodesRow {
  const scenario = given.scenario ?? SCENARIOS[0];
  const { model = MODELS[0], condition = "base", profile = 1 } = given;
  return {
    model,
    condition,
    category: scenario.startsWith("public-image")
      ? "public_image"
      : scenario.startsWith("emotion")
        ? "emotion"
        : "benefits",
    scenario,
    variant: "original",
    profile,
    repeat: 0,
    human: "embedded/human",
    ended_by: "human_left",
    turns: 2,
    malformed_human: 0,
    malformed_agent: 0,
    human_name: "Ada",
    background: `Ada asks about ${scenario}, politely; "yes" or "no".`,
    transcript:
      `Turn 0: Ada said: "Is it so?"\nTurn 1: Assistant said: "${model.slice(9)}, ${condition}, ${profile}"`.replace(
        /embedded\//gu,
        "",
      ),
    human_private: "<goal>Find out.</goal>",
    agent_private: "<role>You sell.</role>\n<negative_fact>It leaks.</negative_fact>\n<goal>Sell.</goal>",
    goal: "Sell.",
    answers: null,
    ...given,
  };
}

/** Two models × three scenarios × three profiles, and one steered episode. */
export function tinyEpisodes(): EpisodesRow[] {
  return [
    ...MODELS.flatMap((model) =>
      SCENARIOS.flatMap((scenario) => [1, 2, 3].map((profile) => tinyEpisode({ model, scenario, profile }))),
    ),
    tinyEpisode({
      condition: "truthful_prompt",
      agent_private: "<goal>Sell.</goal>\n<instruction>Tell\nthe truth.</instruction>",
    }),
  ];
}

/** The Parquet file of episodes, as the engine writes it. */
export async function episodesParquet(rows: readonly EpisodesRow[]): Promise<Uint8Array> {
  const file = "schemas/ai-liedar/episodes.schema.json";
  const schema = readSchema(JSON.parse(readFileSync(path.join(ROOT, file), "utf8")), file);
  const faults = validateRows(rows, schema);
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
  const ordered = orderTable(tableFromRows(rows, schema), schema);
  if (!("table" in ordered)) throw new Error("episodes of one key");
  return (await writeTable(ordered.table, schema, [], null, "episodes")).parquet as Uint8Array;
}
