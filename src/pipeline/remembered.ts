import { type Hash, hashOf } from "./canonical.ts";
import { readIfThere, writeAtomically } from "./files.ts";

/**
 * What was worked out of a file once and is kept in `.candor/cache`, so that it need not be again. The file holds
 * the hash of its own content in front: one that was damaged or edited counts as not there.
 *
 * @returns the value, or undefined where there is none
 */
export function recall(file: string): unknown {
  const text = readIfThere(file)?.toString("utf8") ?? "";
  const newline = text.indexOf("\n");
  const json = text.slice(newline + 1);
  return newline > 0 && text.slice(0, newline) === hashOf(json) ? JSON.parse(json) : undefined;
}

/** Keeps a value for `recall`. Throws a disk Failure. */
export function remember(file: string, value: unknown): void {
  const json = JSON.stringify(value);
  writeAtomically(file, `${hashOf(json)}\n${json}`, { durable: false });
}

/** Name of a remembered file for what has this hash. */
export function nameFor(hash: Hash): string {
  return `${hash.slice("sha256:".length)}.json`;
}
