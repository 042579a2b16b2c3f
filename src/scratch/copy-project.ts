import {
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import { diskFailure, Failure } from "../pipeline/failure.ts";
import { SCRATCH_ENDING } from "../pipeline/files.ts";

/** All that a run reads, besides packages. */
const PARTS = [
  "bin",
  "src",
  "stages",
  "schemas",
  "data",
  "pipeline.yaml",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

const JOURNALS = "data/journals";

/**
 * Copies what a rebuild of a basket needs: sources, schemas, data with the journals of this basket alone. Packages
 * are linked. Nothing that a run made comes along, neither the store nor the bundled command line.
 */
export async function copyProject(
  from: string,
  to: string,
  basket: string,
  signal: AbortSignal,
): Promise<void> {
  const own = `${JOURNALS}/${basket}`;
  const wanted = (file: string) =>
    !file.startsWith(`${JOURNALS}/`) || file === own || file.startsWith(`${own}/`);
  for (const part of PARTS) await copyTree(from, to, part, wanted, signal);
  const packages = path.join(from, "node_modules");
  if (existsSync(packages)) symlinkSync(realpathSync(packages), path.join(to, "node_modules"), "junction");
}

/**
 * Copies a file or folder where there is one. A link to a file is followed, so that the copy stays as it is; a link to
 * a folder stays a link, for it may lead anywhere, even to a folder above.
 */
export async function copyTree(
  from: string,
  to: string,
  part: string,
  wanted: (file: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const walk = async (relative: string): Promise<void> => {
    if (signal.aborted) throw new Failure("stopped", "stopped");
    const source = path.join(from, relative);
    const target = path.join(to, relative);
    // A link to nowhere is as good as no file, here as in a run.
    const found = statSync(source, { throwIfNoEntry: false });
    if (found === undefined || !wanted(relative)) return;
    mkdirSync(path.dirname(target), { recursive: true });
    if (found.isFile()) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
    } else if (found.isDirectory() && lstatSync(source).isSymbolicLink()) {
      symlinkSync(realpathSync(source), target, "junction");
    } else if (found.isDirectory()) {
      mkdirSync(target, { recursive: true });
      for (const name of readdirSync(source)) {
        if (!name.endsWith(SCRATCH_ENDING)) await walk(`${relative}/${name}`);
      }
      // So that Ctrl-C is heard.
      await breathe();
    }
  };
  try {
    await walk(part);
  } catch (error) {
    throw diskFailure(error, `copy ${part} for a rebuild`);
  }
}
