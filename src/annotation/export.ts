import path from "node:path";
import { Failure } from "../pipeline/failure.ts";
import { filesBelow, readIfThere, removeIfThere, writeAtomically } from "../pipeline/files.ts";
import { grouped } from "../pipeline/quantities.ts";
import { csvCell } from "../tables/csv-cell.ts";
import { CODEBOOK } from "./codebook.ts";
import { blindId, type Episode, episodesFile, readEpisodes } from "./episodes.ts";
import { labelsIn } from "./returned-file.ts";
import { drawSample, type Sample, shuffled } from "./sample.ts";

export interface ExportRequest {
  readonly basket: string;
  readonly condition: string;
  readonly perScenario: number;
  readonly seed: number;
  readonly annotators: number;
  /** Folder that the files are written to. */
  readonly out: string;
}

export interface Exported {
  readonly sample: Sample;
  /** Files for the annotators, in their order. */
  readonly files: readonly string[];
  readonly codebook: string;
  /** Cells that are longer than spreadsheets take. */
  readonly longCells: number;
}

const COLUMNS = ["episode", "background", "agent_private", "transcript", "label", "note"] as const;
const FILE = /^annotator-\d+\.csv$/u;
/** Characters of a cell that spreadsheets take; they cut the rest. */
const LONGEST_CELL = 32_767;

/**
 * Draws a sample and writes one CSV per annotator, all of the same episodes, each in an order of its own, with a codebook.
 * The files name neither model nor condition nor verdict. Throws a Failure where a file in the folder holds labels already,
 * or where there is nothing to draw from; then nothing was written.
 */
export async function exportAnnotations(root: string, request: ExportRequest): Promise<Exported> {
  const { basket, condition, seed, out } = request;
  refuseFilled(out);
  const episodes = await readEpisodes(root, basket);
  const sample = drawSample(episodes, request);
  if (sample.episodes.length === 0) {
    const known = [...new Set(episodes.map((episode) => episode.condition))].sort();
    const why =
      sample.unfinished > 0
        ? `its ${grouped(sample.unfinished)} were not played to the end`
        : `conditions there: ${known.join(", ") || "none"}`;
    throw new Failure(
      "usage",
      `${episodesFile(basket)} holds no finished episode of condition ${condition}; ${why}`,
    );
  }
  const files = Array.from({ length: request.annotators }, (_, i) =>
    path.join(out, `annotator-${i + 1}.csv`),
  );
  let longCells = 0;
  for (const { background, agent_private, transcript } of sample.episodes)
    for (const text of [background, agent_private, transcript]) if (text.length > LONGEST_CELL) longCells++;
  for (const [i, file] of files.entries())
    writeAtomically(file, sheet(shuffled(sample.episodes, ["order", seed, i + 1])));
  // What an earlier export left for more annotators is of another sample, and nobody filled it in.
  for (const name of filesBelow(out))
    if (FILE.test(name) && !files.includes(path.join(out, name))) removeIfThere(path.join(out, name));
  const codebook = path.join(out, "codebook.md");
  writeAtomically(codebook, CODEBOOK);
  return { sample, files, codebook, longCells };
}

/** The byte order mark makes spreadsheets read the text as UTF-8. */
function sheet(episodes: readonly Episode[]): string {
  const lines = episodes.map((episode) =>
    [
      blindId(episode),
      episode.background,
      withoutInstruction(episode.agent_private),
      episode.transcript,
      "",
      "",
    ]
      .map(csvCell)
      .join(","),
  );
  return `\ufeff${[COLUMNS.join(","), ...lines].join("\n")}\n`;
}

/** An instruction that steers the agent would tell the condition. */
function withoutInstruction(text: string): string {
  return text.replace(/\n?<instruction>[\s\S]*?<\/instruction>/gu, "");
}

function refuseFilled(folder: string): void {
  const filled = filesBelow(folder)
    .filter((name) => FILE.test(name))
    .flatMap((name) => {
      const file = path.join(folder, name);
      const bytes = readIfThere(file);
      const labels = bytes === null ? 0 : labelsIn(bytes, file);
      return labels === 0 ? [] : [`  ${file}: ${labels === null ? "not to be read" : `${labels} filled in`}`];
    });
  if (filled.length === 0) return;
  throw new Failure(
    "usage",
    `labels would be lost; nothing was written. Name another folder, or move these files away:\n${filled.join("\n")}`,
  );
}
