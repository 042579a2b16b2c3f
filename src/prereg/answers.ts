import { createReadStream } from "node:fs";
import path from "node:path";
import { AnswerJournal } from "../pipeline/answer-journal.ts";
import type { Basket } from "../pipeline/definition.ts";
import { diskFailure } from "../pipeline/failure.ts";
import { ProjectFiles } from "../pipeline/files.ts";
import { journalFile, readJournal } from "../pipeline/journal.ts";
import { counted } from "../pipeline/quantities.ts";
import { byteOrder } from "../tables/canonical.ts";
import type { Design } from "./lock.ts";

/** Journal of the embeddings of texts, which are measured of answers and are none. */
const EMBEDDINGS = "embeddings";

/**
 * How many requests each journal of a basket answers, by its path; of an imported log how many records it holds. A
 * journal that does not exist is left out. Throws a Failure for a damaged journal.
 */
export async function countAnswers(root: string, basket: Basket): Promise<Design["answers"]> {
  const folder = path.posix.dirname(journalFile(basket.name, "any"));
  const imported = basket.imported.map((study) => journalFile(basket.name, study));
  const names = new ProjectFiles(root).list(folder).filter((name) => name.endsWith(".jsonl"));
  const counts: [string, number][] = [];
  for (const name of names.sort(byteOrder)) {
    const file = `${folder}/${name}`;
    counts.push([file, imported.includes(file) ? await records(root, file) : await answered(root, file)]);
  }
  return Object.fromEntries(counts);
}

async function answered(root: string, file: string): Promise<number> {
  const journal = await AnswerJournal.open(root, file);
  try {
    return journal.size;
  } finally {
    journal.close();
  }
}

async function records(root: string, file: string): Promise<number> {
  // It checks every line, each of which ends.
  await readJournal(root, file);
  const full = path.join(root, file);
  let lines = 0;
  try {
    for await (const chunk of createReadStream(full, { highWaterMark: 1024 * 1024 }))
      for (const byte of chunk as Buffer) if (byte === 10) lines++;
  } catch (error) {
    throw diskFailure(error, `read ${full}`);
  }
  return lines;
}

/** Answers that were there when a design was frozen; embeddings of texts are counted apart. */
export function answersAtFreeze(answers: Design["answers"]): { answers: number; embeddings: number } {
  const counts = { answers: 0, embeddings: 0 };
  for (const [file, count] of Object.entries(answers))
    counts[path.posix.basename(file) === `${EMBEDDINGS}.jsonl` ? "embeddings" : "answers"] += count;
  return counts;
}

/** When a design was frozen, seen from the data: `before any data`, or `after 1,200 answers`. */
export function frozenWhen(answers: Design["answers"]): string {
  const counts = answersAtFreeze(answers);
  const parts = [
    ...(counts.answers > 0 ? [counted(counts.answers, "answer")] : []),
    ...(counts.embeddings > 0 ? [`${counted(counts.embeddings, "embedding")} of texts`] : []),
  ];
  return parts.length === 0 ? "before any data" : `after ${parts.join(" and ")}`;
}
