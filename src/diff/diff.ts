import { Failure } from "../pipeline/failure.ts";
import { byteOrder } from "../tables/canonical.ts";
import { type ByHash, compareByHash } from "./by-hash.ts";
import { CheckedSide } from "./checked-side.ts";
import { Drawer } from "./figures/drawer.ts";
import { FileComparison } from "./file-comparison.ts";
import { compareManifests } from "./manifests.ts";
import { notesOf } from "./notes.ts";
import { onDemandOutputs } from "./on-demand.ts";
import type { DiffReport, StageDifference, Tolerance } from "./report.ts";
import { openSides } from "./sides/open.ts";
import { endingOf, MANIFEST } from "./sides/side-files.ts";
import { sortFiles } from "./sorting.ts";
import { TableComparer } from "./table-comparer.ts";
import { isTolerated, TableComparison } from "./table-comparison.ts";

export interface DiffOptions {
  /** Whose artifacts a revision stands for; by default those of the tree on the other side. */
  readonly basket?: string | undefined;
  /** Columns that tell rows apart, in place of the schema's key. */
  readonly key?: readonly string[] | undefined;
  readonly tolerance: Tolerance;
  /** How many rows and cells per table are shown. */
  readonly samples: number;
  /** The longest that all figures together may take to draw, in seconds; 60 by default. */
  readonly drawSeconds?: number | undefined;
  /** Stops between one table or figure and the next. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What differs between two artifact trees, two table files or two revisions of git. Nothing on the disk changes.
 *
 * @param root the project, whose schemas tell keys and whose git holds the revisions
 * @throws Failure where a side cannot be found or read
 */
export async function diff(root: string, a: string, b: string, options: DiffOptions): Promise<DiffReport> {
  const sides = await openSides(root, [a, b], options.basket);
  const drawer = new Drawer(options.drawSeconds ?? 60);
  try {
    const onDemand = await onDemandOutputs(root);
    const [was, is] = [
      await CheckedSide.open(sides[0], onDemand),
      await CheckedSide.open(sides[1], onDemand),
    ];
    return await new Comparison(root, was, is, options, drawer).report();
  } finally {
    for (const side of sides) side.close();
    await drawer.close();
  }
}

class Comparison {
  readonly #a: CheckedSide;
  readonly #b: CheckedSide;
  readonly #options: DiffOptions;
  readonly #comparer: TableComparer;
  readonly #files: FileComparison;
  readonly #tables: TableComparison;

  constructor(root: string, a: CheckedSide, b: CheckedSide, options: DiffOptions, drawer: Drawer) {
    this.#a = a;
    this.#b = b;
    this.#options = options;
    this.#comparer = new TableComparer(root, options);
    this.#files = new FileComparison(a, b, drawer);
    this.#tables = new TableComparison(a, b, this.#comparer, this.#files);
  }

  async report(): Promise<DiffReport> {
    const [a, b] = [this.#a, this.#b];
    if (a.files.side.kind === "file") await this.#singleFiles();
    else await this.#trees();
    const stages = a.manifest === null || b.manifest === null ? [] : compareManifests(a.manifest, b.manifest);
    if (a.files.side.kind !== "file") await this.#manifests(stages);
    await a.checkAll();
    await b.checkAll();
    const hashes = await compareByHash(a, b, this.#tables.uncompared);
    return {
      format: 1,
      a: a.files.side,
      b: b.files.side,
      equal: this.#isEqual(stages, hashes),
      tolerance: this.#options.tolerance,
      stages,
      tables: this.#tables.tables,
      figures: await Promise.all(this.#files.figures),
      files: this.#files.files.sort((x, y) => byteOrder(x.path, y.path)),
      same: { tables: this.#tables.same, ...this.#files.same },
      notes: [...notesOf(a, b, stages, hashes), ...this.#comparer.notes()],
    };
  }

  async #trees(): Promise<void> {
    const { tables, figures, files } = sortFiles(this.#a.files, this.#b.files);
    const { signal } = this.#options;
    for (const path of figures) {
      signal?.throwIfAborted();
      await this.#files.figure(path, path);
    }
    for (const table of tables) {
      signal?.throwIfAborted();
      await this.#tables.table(table);
    }
    for (const path of files) await this.#files.file(path);
    this.#files.links();
    this.#tables.neitherHolds();
  }

  /** A manifest that is no other by its stages may be one by its bytes, and one that cannot be read is one. */
  async #manifests(stages: readonly StageDifference[]): Promise<void> {
    const [a, b] = [this.#a, this.#b];
    if (!a.has(MANIFEST) && !b.has(MANIFEST)) return;
    // Manifests of two baskets differ in any case, which is noted.
    const isTold = stages.length > 0 || a.manifest?.basket !== b.manifest?.basket;
    if (!(isTold && a.manifest !== null && b.manifest !== null)) await this.#files.file(MANIFEST, false);
  }

  /** Two files are compared whatever their names, by what they are. */
  async #singleFiles(): Promise<void> {
    const [pathA, pathB] = [this.#a, this.#b].map((side) => [...side.files.files.keys()][0]!) as [
      string,
      string,
    ];
    const [kindA, kindB] = [await kindOf(this.#a, pathA), await kindOf(this.#b, pathB)];
    if (kindA !== kindB)
      throw new Failure(
        "usage",
        `${this.#a.files.side.given} is a ${kindA} and ${this.#b.files.side.given} a ${kindB}: name two of a kind`,
      );
    if (kindA === "figure") await this.#files.figure(pathA, pathB);
    else if (await this.#files.isSame(pathA, pathB)) this.#tables.same++;
    else await this.#tables.pair(pathA, pathB);
  }

  #isEqual(stages: readonly StageDifference[], { differing, unknown }: ByHash): boolean {
    const { absolute, relative } = this.#options.tolerance;
    // With a tolerance hashes say too much; the tables themselves decide, where all of them are here.
    const byTables = (absolute > 0 || relative > 0) && this.#tables.uncompared.length === 0;
    // Two formats never have equal bytes: there equal rows are all that can be asked for.
    const otherFormat =
      this.#a.files.side.kind === "file" &&
      endingOf(this.#a.files.side.given) !== endingOf(this.#b.files.side.given);
    return (
      !this.#tables.isIncomplete &&
      [this.#a, this.#b].every(({ files }) => files.unlisted.length === 0) &&
      differing.length + unknown.length === 0 &&
      this.#files.figures.length === 0 &&
      this.#files.files.length === 0 &&
      this.#tables.tables.every((table) => isTolerated(table) || (otherFormat && table.change === "bytes")) &&
      stages.every(({ change }) => byTables && (change === "rows" || change === "bytes"))
    );
  }
}

/** Whether a file is a table or a figure; throws where it is neither. */
async function kindOf(side: CheckedSide, path: string): Promise<"table" | "figure"> {
  const ending = endingOf(path);
  if (ending === ".svg") return "figure";
  if (ending === ".parquet" || ending === ".csv") return "table";
  const begin = Buffer.from((await side.read(path)).subarray(0, 4)).toString("latin1");
  if (begin === "PAR1") return "table";
  throw new Failure("usage", `${side.files.side.given} is none of Parquet, CSV and SVG`);
}
