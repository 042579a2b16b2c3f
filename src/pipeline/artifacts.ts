import { rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { type Hash, hashOf } from "./canonical.ts";
import type { RunEvent } from "./events.ts";
import { Failure } from "./failure.ts";
import { filesBelow, readIfThere, SCRATCH_ENDING, writeAtomically } from "./files.ts";
import { processExists } from "./lock.ts";
import { artifactFolder, type ManifestEntry } from "./manifest.ts";
import type { Store } from "./store.ts";

/** The files of a basket in artifacts/: each whole or not at all, and none that no stage makes. */
export class Artifacts {
  readonly #basket: string;
  readonly #folder: string;
  readonly #cache: string;
  readonly #store: Store;
  readonly #report: (event: RunEvent) => void;

  constructor(root: string, basket: string, store: Store, report: (event: RunEvent) => void) {
    this.#basket = basket;
    this.#folder = path.join(root, artifactFolder(basket));
    this.#cache = path.join(root, ".candor", "cache");
    this.#store = store;
    this.#report = report;
  }

  /**
   * Puts the outputs of a stage in their place, from the store.
   *
   * @param files ending → blob
   * @param entry what the manifest said of the stage before
   * @param rowsWereRight whether only files had to be put back, so that a missing one is worth telling
   */
  materialise(
    outputs: readonly string[],
    files: Readonly<Record<string, Hash>>,
    entry: ManifestEntry | undefined,
    rowsWereRight: boolean,
  ): void {
    for (const output of outputs) {
      const hash = files[path.extname(output).slice(1)]!;
      const file = path.join(this.#folder, output);
      const there = readIfThere(file);
      const now = there === null ? null : hashOf(there);
      if (now === hash) continue;
      const expected = entry?.outputs[output]?.bytes;
      if (now === null && expected !== undefined && rowsWereRight) {
        this.#report({ kind: "restored", file: this.#shown(output), why: "missing" });
      } else if (now !== null && expected !== undefined && now !== expected) {
        this.#report({ kind: "restored", file: this.#shown(output), why: "changed" });
      }
      const bytes = this.#store.getBlob(hash);
      if (bytes === null) throw new Failure("damaged", `the store lost ${hash} during the run; run again`);
      writeAtomically(file, bytes);
    }
  }

  /** Removes an output that no stage claims, and its folder once empty; one that was edited is left and named. */
  removeOrphan(output: string, asMade: Hash): void {
    const file = path.join(this.#folder, output);
    const there = readIfThere(file);
    if (there === null) return;
    if (hashOf(there) !== asMade) {
      this.#report({ kind: "left", file: this.#shown(output) });
      return;
    }
    rmSync(file);
    this.#report({ kind: "removed", file: this.#shown(output) });
    try {
      rmdirSync(path.dirname(file));
    } catch {
      // Other files are left in the folder.
    }
  }

  /** Removes what a killed run was writing when it ended. */
  sweepScratch(): void {
    for (const folder of [this.#folder, this.#store.scratch]) {
      for (const file of filesBelow(folder)) {
        if (file.endsWith(SCRATCH_ENDING)) rmSync(path.join(folder, file), { force: true });
      }
    }
    // What is remembered is written without the lock too: only what a process that is gone was writing goes.
    for (const file of filesBelow(this.#cache)) {
      const writer = new RegExp(`\\.(\\d+)-[0-9a-f]+\\${SCRATCH_ENDING}$`, "u").exec(file)?.[1];
      if (writer !== undefined && !processExists(Number(writer)))
        rmSync(path.join(this.#cache, file), { force: true });
    }
  }

  #shown(output: string): string {
    return `${artifactFolder(this.#basket)}/${output}`;
  }
}
