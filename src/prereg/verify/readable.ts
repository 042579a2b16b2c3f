import path from "node:path";
import { hashOf } from "../../pipeline/canonical.ts";
import { Failure } from "../../pipeline/failure.ts";
import { readIfThere } from "../../pipeline/files.ts";
import { shown } from "../../tables/untrusted.ts";
import { renderDesign } from "../design-text.ts";
import { textFile } from "../freeze.ts";
import type { Lock } from "../lock.ts";
import { frozenTexts } from "./git-texts.ts";

/**
 * What became of the text that people read beside a lock. It is made from the lock, so anything else in it was put there
 * by hand.
 */
export type Readable =
  | { readonly state: "as-frozen" | "absent" }
  | { readonly state: "edited"; readonly line: number; readonly was: string; readonly is: string }
  | { readonly state: "unknown"; readonly why: string };

/** Makes the readable design of a lock again, with the texts as they were frozen, and compares. */
export function compareReadable(root: string, lock: Lock, lockFile: string): Readable {
  const is = readIfThere(textFile(lockFile))?.toString("utf8");
  if (is === undefined) return { state: "absent" };
  const { files } = lock.design;
  const changed = Object.entries(files).filter(([file, hash]) => hashNow(root, file) !== hash);
  const frozen = frozenTexts(root, lock.commit, Object.fromEntries(changed));
  for (const [file, found] of frozen)
    if ("unavailable" in found) return { state: "unknown", why: `${file}: ${found.unavailable}` };
  const textOf = (file: string): string | null => {
    const found = frozen.get(file);
    if (found !== undefined && "text" in found) return found.text;
    return Object.hasOwn(files, file) ? (readIfThere(path.join(root, file))?.toString("utf8") ?? null) : null;
  };
  let was: string;
  try {
    was = renderDesign(lock, path.basename(lockFile), textOf);
  } catch (error) {
    if (error instanceof Failure) return { state: "unknown", why: error.message };
    throw error;
  }
  return was === is ? { state: "as-frozen" } : firstOtherLine(was, is);
}

function hashNow(root: string, file: string): string | null {
  const bytes = readIfThere(path.join(root, file));
  return bytes === null ? null : hashOf(bytes);
}

function firstOtherLine(was: string, is: string): Readable {
  const [before, now] = [was.split("\n"), is.split("\n")];
  let line = 0;
  while (before[line] === now[line]) line++;
  const end = "the end of the file";
  const excerpt = (text: string | undefined): string => (text === undefined ? end : shown(text));
  return { state: "edited", line: line + 1, was: excerpt(before[line]), is: excerpt(now[line]) };
}
