import { type CheckedSide, sameBytes } from "./checked-side.ts";
import { compareFigures, loneFigure } from "./figures/compare.ts";
import type { Drawer } from "./figures/drawer.ts";
import type { FigureDifference, FileDifference } from "./report.ts";
import { UnreadableFile } from "./sides/side-files.ts";

/** Compares figures and all files that are no tables, and keeps what it finds. */
export class FileComparison {
  readonly #a: CheckedSide;
  readonly #b: CheckedSide;
  readonly #drawer: Drawer;
  /** Drawn in another thread while tables are compared in this one. */
  readonly figures: (FigureDifference | Promise<FigureDifference>)[] = [];
  readonly files: FileDifference[] = [];
  readonly same = { figures: 0, files: 0 };

  constructor(a: CheckedSide, b: CheckedSide, drawer: Drawer) {
    this.#a = a;
    this.#b = b;
    this.#drawer = drawer;
  }

  async figure(pathA: string, pathB: string): Promise<void> {
    const [inA, inB] = [this.#a.has(pathA), this.#b.has(pathB)];
    if (!inA) this.figures.push(loneFigure(pathB, "added", await this.#b.content(pathB)));
    else if (!inB) this.figures.push(loneFigure(pathA, "removed", await this.#a.content(pathA)));
    else if (await this.isSame(pathA, pathB)) this.same.figures++;
    else {
      const [was, is] = [await this.#a.content(pathA), await this.#b.content(pathB)];
      this.figures.push(compareFigures(pathB, was, is, this.#drawer));
    }
  }

  async file(path: string, isCounted = true): Promise<void> {
    const change = await this.#changeOf(path);
    if (change !== null) this.files.push({ path, change });
    else if (isCounted) this.same.files++;
  }

  async #changeOf(path: string): Promise<FileDifference["change"] | null> {
    if (!this.#a.has(path)) return "added";
    if (!this.#b.has(path)) return "removed";
    if (await this.isSame(path, path)) return null;
    const contents = [await this.#a.content(path), await this.#b.content(path)];
    return contents.some((content) => content instanceof UnreadableFile) ? "unreadable" : "bytes";
  }

  /** What cannot be read is not the same as anything. */
  async isSame(pathA: string, pathB: string): Promise<boolean> {
    try {
      return await sameBytes(this.#a, pathA, this.#b, pathB);
    } catch (error) {
      if (error instanceof UnreadableFile) return false;
      throw error;
    }
  }

  /** Links are not followed; that one is there and nothing on the other side is a difference all the same. */
  links(): void {
    const [a, b] = [this.#a, this.#b].map(({ files: { skipped } }) => new Set(skipped)) as [
      Set<string>,
      Set<string>,
    ];
    for (const path of a)
      if (!b.has(path) && !this.#b.has(path)) this.files.push({ path, change: "removed" });
    for (const path of b) if (!a.has(path) && !this.#a.has(path)) this.files.push({ path, change: "added" });
  }
}
