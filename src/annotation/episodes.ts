import path from "node:path";
import type { EpisodesRow } from "../../schemas/ai-liedar/episodes.ts";
import { type EpisodeKey, episodeKey } from "../ai-liedar/episode-key.ts";
import { hashOf } from "../pipeline/canonical.ts";
import { Failure } from "../pipeline/failure.ts";
import { readIfThere } from "../pipeline/files.ts";
import { artifactFolder } from "../pipeline/manifest.ts";
import { rowsOf } from "../tables/arrow.ts";
import { fromParquet } from "../tables/read-parquet.ts";

/** What annotation needs of an episode. */
export type Episode = Pick<
  EpisodesRow,
  | "model"
  | "condition"
  | "category"
  | "scenario"
  | "variant"
  | "profile"
  | "repeat"
  | "ended_by"
  | "turns"
  | "background"
  | "agent_private"
  | "transcript"
>;

const TEXTS = [
  "model",
  "condition",
  "category",
  "scenario",
  "variant",
  "ended_by",
  "background",
  "agent_private",
  "transcript",
];

/** File of a basket's episodes, relative to the project. */
export function episodesFile(basket: string): string {
  return `${artifactFolder(basket)}/ai-liedar/episodes.parquet`;
}

/** Reads a basket's episodes. Throws a Failure where there are none, or the file is another one. */
export async function readEpisodes(root: string, basket: string): Promise<Episode[]> {
  const file = episodesFile(basket);
  const bytes = readIfThere(path.join(root, file));
  if (bytes === null)
    throw new Failure(
      "usage",
      `${file} is not there; \`candor run ai-liedar/episodes --basket ${basket}\` makes it`,
    );
  const table = await fromParquet(bytes).catch((error: unknown) => {
    throw new Failure("damaged", `${file}: ${(error as Error).message}`);
  });
  const rows = rowsOf(table);
  const isEpisode = (row: (typeof rows)[number]): boolean =>
    TEXTS.every((name) => typeof row[name] === "string") &&
    typeof row.turns === "number" &&
    typeof row.profile === "number" &&
    typeof row.repeat === "number";
  if (!rows.every(isEpisode))
    throw new Failure(
      "damaged",
      `${file} lacks columns of episodes; \`candor run ai-liedar/episodes --basket ${basket}\` makes it anew`,
    );
  return rows as unknown as Episode[];
}

/**
 * Name of an episode that tells nothing of it: the first 16 hex digits of the SHA-256 of its key columns. The letters in
 * front keep spreadsheets from reading digits alone, or digits with an e, as a number.
 */
export function blindId(episode: EpisodeKey): string {
  return `ep-${hashOf(episodeKey(episode)).slice("sha256:".length, "sha256:".length + 16)}`;
}
