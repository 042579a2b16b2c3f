import type { CheckedSide } from "./checked-side.ts";
import type { FileComparison } from "./file-comparison.ts";
import { statedRows } from "./manifests.ts";
import type { TableDifference } from "./report.ts";
import type { TableFiles, TablePlace } from "./sorting.ts";
import type { TableComparer } from "./table-comparer.ts";

/** What is told of a table already: nothing, a difference that is let pass, or other rows. */
type Told = "nothing" | "tolerated" | "rows";

/** Compares the tables of two sides, each by the files that both hold of it, and keeps what it finds. */
export class TableComparison {
  readonly #a: CheckedSide;
  readonly #b: CheckedSide;
  readonly #comparer: TableComparer;
  readonly #files: FileComparison;
  readonly tables: TableDifference[] = [];
  same = 0;
  /** Tables of which a side holds no file, by path of their Parquet file. */
  readonly uncompared: string[] = [];
  /** Whether a side lacks what the other one cannot show either. */
  isIncomplete = false;

  constructor(a: CheckedSide, b: CheckedSide, comparer: TableComparer, files: FileComparison) {
    this.#a = a;
    this.#b = b;
    this.#comparer = comparer;
    this.#files = files;
  }

  async pair(pathA: string, pathB: string): Promise<TableDifference> {
    const difference = await this.#compare(pathA, pathB);
    this.tables.push(difference);
    return difference;
  }

  async #compare(pathA: string, pathB: string): Promise<TableDifference> {
    const [a, b] = [this.#a, this.#b];
    return this.#comparer.compare(
      { path: pathA, bytes: await a.content(pathA), side: a.files.side },
      { path: pathB, bytes: await b.content(pathB), side: b.files.side },
    );
  }

  async table(place: TablePlace): Promise<void> {
    const { a, b, renderings } = place;
    const [anyA, anyB] = [a.parquet ?? a.csv, b.parquet ?? b.csv];
    if (anyA === null || anyB === null) return this.#loneTable(place);
    const pairs: [string, string][] = [];
    if (a.parquet !== null && b.parquet !== null) pairs.push([a.parquet, b.parquet]);
    if (a.csv !== null && b.csv !== null) pairs.push([a.csv, b.csv]);
    if (pairs.length === 0) pairs.push([anyA, anyB]);
    else await this.#loneParquet(a, b);
    if ((a.csv === null) !== (b.csv === null)) await this.#files.file((a.csv ?? b.csv)!);
    // From the first pair whose rows differ the others follow, unless they are not what was made from those rows.
    let told = "nothing" as Told;
    let isSame = true;
    for (const [pathA, pathB] of pairs) {
      if (await this.#follows(told, pathA, pathB)) continue;
      if (await this.#files.isSame(pathA, pathB)) continue;
      isSame = false;
      const difference = await this.pair(pathA, pathB);
      const { change, changed } = difference;
      if (change === "unreadable" || (change === "bytes" && changed.tolerated === 0)) continue;
      told = isTolerated(difference) && told !== "rows" ? "tolerated" : "rows";
    }
    if (isSame) this.same++;
    for (const path of renderings) if (!(await this.#follows(told, path, path))) await this.#files.file(path);
  }

  /**
   * Whether files of a table need not be compared after another pair of it: they are what was made with that pair. Of
   * a difference that is let pass both manifests must say so, else what follows would be let pass unseen.
   */
  async #follows(told: Told, pathA: string, pathB: string): Promise<boolean> {
    if (told === "nothing") return false;
    const [a, b] = [this.#a, this.#b];
    return told === "rows"
      ? !(await a.isEdited(pathA)) && !(await b.isEdited(pathB))
      : (await a.isVouchedFor(pathA)) && (await b.isVouchedFor(pathB));
  }

  /** A table of one side alone, or one whose Parquet file is not kept on the other and that has no CSV. */
  async #loneTable({ a, b, renderings }: TablePlace): Promise<void> {
    const isAdded = (a.parquet ?? a.csv) === null;
    const [side, other, { parquet, csv }] = isAdded
      ? ([this.#b, this.#a, b] as const)
      : ([this.#a, this.#b, a] as const);
    const path = (parquet ?? csv)!;
    if (path === parquet && isLeftOut(other, path)) {
      this.uncompared.push(path);
      if (csv !== null) await this.#files.file(csv);
    } else {
      const file = { path, bytes: await side.content(path), side: side.files.side };
      this.tables.push(await this.#comparer.lone(isAdded ? "added" : "removed", file));
    }
    for (const each of renderings)
      if (this.uncompared.includes(path) || other.has(each) || (await side.isEdited(each)))
        await this.#files.file(each);
  }

  /** A Parquet file beside tables in CSV of both sides. */
  async #loneParquet(a: TableFiles, b: TableFiles): Promise<void> {
    if ((a.parquet === null) === (b.parquet === null)) return;
    const [side, other] = a.parquet === null ? [this.#b, this.#a] : [this.#a, this.#b];
    const path = (a.parquet ?? b.parquet)!;
    if (!isLeftOut(other, path)) return this.#files.file(path);
    // What the manifest vouches for was made with the CSV; any other file must hold the same rows.
    if (await side.isVouchedFor(path)) return;
    const difference = await this.#compare(a.parquet ?? a.csv!, b.parquet ?? b.csv!);
    const isOfOtherType = difference.columns.every(({ change }) => ["retyped", "nullable"].includes(change));
    const hasSameRows = ["bytes", "schema"].includes(difference.change) && isOfOtherType;
    if (!hasSameRows || side.states(path)) this.tables.push(difference);
  }

  /** Tables that both manifests list and neither side holds, and files that a side should hold and cannot be missed by the other. */
  neitherHolds(): void {
    const [a, b] = [this.#a, this.#b];
    for (const path of a.manifest === null ? [] : statedRows(a.manifest).keys())
      if (b.states(path) && !a.has(path) && !b.has(path)) {
        const csv = path.replace(/\.parquet$/u, ".csv");
        if (!a.has(csv) && !b.has(csv)) this.uncompared.push(path);
      }
    for (const [side, other] of [
      [a, b],
      [b, a],
    ] as const)
      this.isIncomplete ||= side.lacking().some((path) => !other.has(path) && isLeftOut(other, path));
  }
}

/** Whether a table differs in nothing but numbers within the tolerance. */
export function isTolerated({ change, changed, added, removed }: TableDifference): boolean {
  return (
    (change === "rows" || change === "bytes") &&
    changed.tolerated > 0 &&
    changed.cells === 0 &&
    added.count === 0 &&
    removed.count === 0
  );
}

/**
 * Whether a side lacks a Parquet file because it is not kept there: its manifest lists it, or it is a revision without a
 * manifest that could say. A table in CSV of the same name is kept everywhere, and missing where it is not.
 */
function isLeftOut(side: CheckedSide, path: string): boolean {
  if (!side.leavesOut(path)) return false;
  const csv = path.replace(/\.parquet$/iu, ".csv");
  return side.manifest === null || (side.states(path) && (side.has(csv) || !side.states(csv)));
}
