import { existsSync, realpathSync, type Stats, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { diskFailure, Failure } from "../pipeline/failure.ts";
import { writeAtomically } from "../pipeline/files.ts";

/**
 * Writes what the user wants in a file: whole or not at all, and through a link. A device or a pipe is written to and stays
 * what it is. Throws a Failure.
 */
export function writeOut(file: string, text: string): void {
  try {
    if (isFileOrAbsent(file)) writeAtomically(existsSync(file) ? realpathSync(file) : file, text);
    else writeFileSync(file, text);
  } catch (error) {
    throw writeFailure(error, file);
  }
}

/** Any refusal of the file system, also one whose remedy is not known. */
function writeFailure(error: unknown, file: string): unknown {
  const told = diskFailure(error, `write ${file}`);
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return told === error && code !== undefined && !(error instanceof Failure)
    ? new Failure("disk", `cannot write ${file}: ${code}`)
    : told;
}

/** Refuses what is there and is no file: a file put in its place would be one too many. Throws a usage Failure. */
export function checkIsFile(file: string): void {
  let isFile: boolean;
  try {
    isFile = isFileOrAbsent(file);
  } catch (error) {
    throw writeFailure(error, file);
  }
  if (!isFile) throw new Failure("usage", `${file} is no file; name one to write, or a new one`);
}

/**
 * Refuses to write over what is read: one of the inputs by whatever name, or a file within one that is a folder. Inputs
 * that are not there are none. Throws a usage Failure.
 */
export function checkIsNoInput(file: string, inputs: readonly string[]): void {
  const [target, real] = [statOf(file), realPlace(file)];
  for (const input of inputs) {
    const stat = input === "" ? undefined : statOf(input);
    if (stat === undefined) continue;
    const below = path.relative(realPlace(input), real);
    const isWithin =
      stat.isDirectory() && below !== ".." && !below.startsWith(`..${path.sep}`) && !path.isAbsolute(below);
    const isItself = target !== undefined && target.dev === stat.dev && target.ino === stat.ino;
    if (isWithin || isItself)
      throw new Failure(
        "usage",
        `${file} ${isItself ? "is" : "lies in"} what is compared and would be written over; name another file for --out`,
      );
  }
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Where a path leads with all links followed; of what is not there, its folder's place with the rest. */
function realPlace(file: string): string {
  const full = path.resolve(file);
  try {
    return realpathSync(full);
  } catch {
    const folder = path.dirname(full);
    return folder === full ? full : path.join(realPlace(folder), path.basename(full));
  }
}

function isFileOrAbsent(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? true;
}
