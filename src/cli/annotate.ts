import path from "node:path";
import { type Exported, exportAnnotations } from "../annotation/export.ts";
import { type ImportedAnnotations, importAnnotations } from "../annotation/import.ts";
import { checkBasketName } from "../pipeline/basket.ts";
import { acquireLock } from "../pipeline/lock.ts";
import { counted, grouped } from "../pipeline/quantities.ts";
import { printable } from "../tables/untrusted.ts";
import type { ExitCode, World } from "./command.ts";
import { Progress } from "./progress.ts";

export interface AnnotateExportOptions {
  readonly basket: string;
  readonly condition: string;
  readonly perScenario: number;
  readonly seed: number;
  readonly annotators: number;
  readonly out: string;
  readonly json?: boolean;
}

export interface AnnotateImportOptions {
  readonly basket: string;
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** Draws episodes and writes a file for each annotator. */
export async function exportCommand(world: World, options: AnnotateExportOptions): Promise<ExitCode> {
  checkBasketName(options.basket);
  const exported = await exportAnnotations(world.engine.root, options);
  world.out(
    options.json ? `${JSON.stringify(exportJson(exported), null, 1)}\n` : describeExport(exported, options),
  );
  return 0;
}

/** Reads annotators' files back into the basket's annotations. */
export async function importCommand(
  world: World,
  files: readonly string[],
  options: AnnotateImportOptions,
): Promise<ExitCode> {
  checkBasketName(options.basket);
  const { root } = world.engine;
  const progress = new Progress(world);
  const release = await acquireLock(
    path.join(root, ".candor", "lock"),
    (holder) => progress.show({ kind: "waiting", holder }),
    world.signal,
  );
  try {
    const imported = await importAnnotations(root, {
      files,
      basket: options.basket,
      replace: options.replace ?? false,
    });
    world.out(
      options.json ? `${JSON.stringify(imported, null, 1)}\n` : describeImport(imported, options.basket),
    );
    return 0;
  } finally {
    progress.end();
    release();
  }
}

function exportJson({ sample, files, codebook, longCells }: Exported) {
  return {
    episodes: sample.episodes.length,
    scenarios: sample.scenarios,
    short_scenarios: sample.short,
    unfinished: sample.unfinished,
    long_cells: longCells,
    files,
    codebook,
  };
}

function describeExport(
  exported: Exported,
  { basket, condition, perScenario }: AnnotateExportOptions,
): string {
  const { sample, files, codebook, longCells } = exported;
  const lines = [
    `drew ${counted(sample.episodes.length, "episode")} of ${counted(sample.scenarios, "scenario")}, condition ${condition}, for ${counted(files.length, "annotator")}`,
    ...files.map((file) => `  ${printable(file)}`),
    `  ${printable(codebook)}`,
  ];
  if (sample.short.length > 0)
    lines.push(`fewer than ${perScenario} there are in: ${sample.short.map(printable).join(", ")}`);
  if (sample.unfinished > 0)
    lines.push(`${counted(sample.unfinished, "episode")} not played to the end cannot be drawn`);
  if (longCells > 0)
    lines.push(
      `${counted(longCells, "text")} longer than a spreadsheet's cell, which cuts it: use a text editor`,
    );
  lines.push(
    "give each annotator one file and the codebook; the column label is theirs to fill",
    `then: candor annotate import ${files.map((file) => printable(quoted(file))).join(" ")} --basket ${basket}`,
  );
  return `${lines.join("\n")}\n`;
}

function quoted(file: string): string {
  return /^[\w./-]+$/u.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}

/** "3 labels of other annotators (ann 1, bob 2)". */
function labelsOfOthers(others: ImportedAnnotations["kept"]): string {
  const labels = others.reduce((sum, each) => sum + each.labels, 0);
  const named = others.map((each) => `${printable(each.annotator)} ${grouped(each.labels)}`).join(", ");
  return `${counted(labels, "label")} of ${others.length === 1 ? "another annotator" : "other annotators"} (${named})`;
}

function describeImport(imported: ImportedAnnotations, basket: string): string {
  const lines = [
    `${imported.changed ? "wrote" : "nothing changed:"} ${imported.file}: ${counted(imported.labels, "label")} of ${counted(imported.episodes, "episode")}`,
    ...imported.imported.map(({ annotator, labels, dropped }) => {
      const before = dropped === 0 ? "" : `; ${counted(dropped, "earlier label")} dropped or changed`;
      return `  ${printable(annotator)}  ${counted(labels, "label")}${before}`;
    }),
  ];
  const { kept, removed } = imported;
  if (kept.length > 0)
    lines.push(
      `kept ${labelsOfOthers(kept)} from before; they enter the tables too, and --replace drops them`,
    );
  if (removed.length > 0) lines.push(`dropped ${labelsOfOthers(removed)} from before`);
  if (imported.empty > 0) lines.push(`${counted(imported.empty, "row")} without a label: not annotated`);
  const { threeWayTies, otherTies } = imported;
  lines.push(
    `three-way ties: ${threeWayTies}; other episodes without a majority: ${otherTies}. These have no reference`,
    `\`candor run ai-liedar/tables --basket ${basket}\` makes the tables of human validation`,
  );
  return `${lines.join("\n")}\n`;
}
