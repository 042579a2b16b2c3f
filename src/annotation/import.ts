import path from "node:path";
import { type Annotation, annotationsCsv, readAnnotations } from "../ai-liedar/annotation/records.ts";
import { transcriptMark } from "../ai-liedar/annotation/transcript-mark.ts";
import { episodeKey } from "../ai-liedar/episode-key.ts";
import type { Coarse } from "../ai-liedar/labels.ts";
import { absoluteMajority, coarseOf, type Fine } from "../ai-liedar/labels.ts";
import { Failure } from "../pipeline/failure.ts";
import { readIfThere, writeAtomically } from "../pipeline/files.ts";
import { byteOrder } from "../tables/canonical.ts";
import { printable } from "../tables/untrusted.ts";
import { blindId, readEpisodes } from "./episodes.ts";
import { type ReturnedLabel, readReturned } from "./returned-file.ts";

export interface AnnotationImport {
  /** Files that came back from annotators. */
  readonly files: readonly string[];
  readonly basket: string;
  /** Whether what other annotators gave before is dropped. */
  readonly replace: boolean;
}

/** Labels of one annotator, as they stand after the import. */
export interface AnnotatorCount {
  readonly annotator: string;
  readonly labels: number;
  /** Labels of this annotator that were there before and are no more, or changed. */
  readonly dropped: number;
}

/** An annotator whom no file of the import is of, and their labels from before. */
export interface OtherAnnotator {
  readonly annotator: string;
  readonly labels: number;
}

export interface ImportedAnnotations {
  /** File that was written, relative to the project. */
  readonly file: string;
  /** False where it holds these annotations already. */
  readonly changed: boolean;
  /** Annotators of the files, in byte order. */
  readonly imported: readonly AnnotatorCount[];
  /** Rows of the files without a label. */
  readonly empty: number;
  /** Annotators of no file here, whose labels from before are kept; in byte order. */
  readonly kept: readonly OtherAnnotator[];
  /** Those whose labels `replace` dropped; in byte order. */
  readonly removed: readonly OtherAnnotator[];
  /** Of all annotators: labels, and episodes with at least one. */
  readonly labels: number;
  readonly episodes: number;
  /** Episodes with labels of all three coarse kinds and no majority: no reference. */
  readonly threeWayTies: number;
  /** Other episodes without a coarse majority, such as two annotators who differ. */
  readonly otherTies: number;
}

const MOST_FAULTS = 50;

/** File of a basket's annotations, relative to the project. */
export function annotationsFile(basket: string): string {
  return `data/annotations/${basket}/ai-liedar.csv`;
}

/**
 * Reads what annotators sent back and adds it to the basket's annotations, whole or not at all. An annotator of the files
 * gets the labels of the files alone; other annotators keep theirs. Throws one Failure that lists every fault with its
 * place; then nothing was written.
 */
export async function importAnnotations(
  root: string,
  request: AnnotationImport,
): Promise<ImportedAnnotations> {
  const { basket, replace } = request;
  const file = annotationsFile(basket);
  refuse(givenTwice(request.files));
  const episodes = await readEpisodes(root, basket);
  const known = { basket, byId: new Map(episodes.map((episode) => [blindId(episode), episode])) };
  const returned = request.files.map((each) => readReturned(read(each), each, known));
  const given = returned.flatMap(({ labels }) => labels);
  refuse([...returned.flatMap(({ faults }) => faults), ...repeatedAcross(given)]);
  if (given.length === 0)
    throw new Failure("usage", `no label in ${request.files.join(", ")}; nothing was imported`);

  const before = annotationsBefore(root, file);
  const names = [...new Set(given.map(({ annotator }) => annotator))].sort(byteOrder);
  const others = before.filter(({ annotator }) => !names.includes(annotator));
  const otherNames = [...new Set(others.map(({ annotator }) => annotator))].sort(byteOrder);
  refuse(sameButForCase(given, replace ? [] : otherNames));
  const fresh = given.map(({ annotator, label, episode }): Annotation => {
    const { model, condition, scenario, variant, profile, repeat } = episode;
    const transcript = transcriptMark(episode.transcript);
    return { model, condition, scenario, variant, profile, repeat, annotator, label, transcript };
  });
  const all = [...(replace ? [] : others), ...fresh];
  const text = annotationsCsv(all);
  const changed = readIfThere(path.join(root, file))?.toString("utf8") !== text;
  if (changed) writeAtomically(path.join(root, file), text);

  const now = new Set(fresh.map(lineOf));
  const other = otherNames.map((annotator) => ({
    annotator,
    labels: others.filter((row) => row.annotator === annotator).length,
  }));
  return {
    file,
    changed,
    imported: names.map((annotator) => ({
      annotator,
      labels: fresh.filter((row) => row.annotator === annotator).length,
      dropped: before.filter((row) => row.annotator === annotator && !now.has(lineOf(row))).length,
    })),
    empty: returned.reduce((sum, each) => sum + each.empty, 0),
    kept: replace ? [] : other,
    removed: replace ? other : [],
    labels: all.length,
    ...tiesIn(all),
  };
}

function lineOf(row: Annotation): string {
  return `${row.annotator}\n${row.label}\n${row.transcript}\n${episodeKey(row)}`;
}

function read(file: string): Buffer {
  const bytes = readIfThere(file);
  if (bytes === null) throw new Failure("usage", `${file} is not there`);
  return bytes;
}

function annotationsBefore(root: string, file: string): Annotation[] {
  const bytes = readIfThere(path.join(root, file));
  if (bytes === null) return [];
  try {
    return readAnnotations({ [file]: bytes.toString("utf8") });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Failure("damaged", `${error.message}; mend the file or move it away, nothing was imported`);
  }
}

/** A file that is named more than once, however its path is written. */
function givenTwice(files: readonly string[]): string[] {
  const whole = files.map((file) => path.resolve(file));
  return files
    .filter((_, i) => whole.indexOf(whole[i] as string) === i && whole.lastIndexOf(whole[i] as string) > i)
    .map((file) => `${file}: an import requires each file once, got it twice or more`);
}

/** Annotators whose names differ by case alone, among the files and from those kept: one person, or two nobody can tell apart. */
function sameButForCase(labels: readonly ReturnedLabel[], kept: readonly string[]): string[] {
  const plain = (name: string) => name.normalize("NFC").toLowerCase();
  const known = new Map(kept.map((name) => [plain(name), { name, from: "kept from before" }]));
  const told = new Set<string>();
  return labels.flatMap(({ annotator, place }) => {
    const first = known.get(plain(annotator));
    if (first === undefined) known.set(plain(annotator), { name: annotator, from: place });
    if (first === undefined || first.name === annotator || told.has(annotator)) return [];
    told.add(annotator);
    return [
      `${place}: annotators require names that differ by more than case, got ${annotator} beside ${first.name} (${first.from})`,
    ];
  });
}

/** One annotator's labels of one episode in two files; within one file it was told already. */
function repeatedAcross(labels: readonly ReturnedLabel[]): string[] {
  const first = new Map<string, ReturnedLabel>();
  return labels.flatMap((each) => {
    const key = `${each.annotator}\n${episodeKey(each.episode)}`;
    const before = first.get(key);
    if (before === undefined) {
      first.set(key, each);
      return [];
    }
    return [
      `${each.place}: ${each.annotator} requires one label of ${blindId(each.episode)}, got a second one (first: ${before.place})`,
    ];
  });
}

function refuse(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const lines = faults.slice(0, MOST_FAULTS).map((each) => `  ${printable(each)}`);
  if (faults.length > MOST_FAULTS) lines.push(`  and ${faults.length - MOST_FAULTS} more`);
  const what = faults.length === 1 ? "one fault" : `${faults.length} faults`;
  throw new Failure("usage", `${what} in the annotations; nothing was imported\n${lines.join("\n")}`);
}

function tiesIn(annotations: readonly Annotation[]): {
  episodes: number;
  threeWayTies: number;
  otherTies: number;
} {
  const byKey = new Map<string, Fine[]>();
  for (const row of annotations) {
    const key = episodeKey(row);
    byKey.set(key, [...(byKey.get(key) ?? []), row.label]);
  }
  const undecided = [...byKey.values()].filter((labels) => absoluteMajority(labels) === null);
  const threeWayTies = undecided.filter((labels) => new Set<Coarse>(labels.map(coarseOf)).size === 3).length;
  return { episodes: byKey.size, threeWayTies, otherTies: undecided.length - threeWayTies };
}
