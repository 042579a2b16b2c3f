import path from "node:path";
import { matches } from "../pipeline/files.ts";

/** Whether an input `files:<pattern>` takes a file: only the last part of a pattern may hold `*`. */
export function takesFile(input: string, file: string): boolean {
  if (!input.startsWith("files:")) return false;
  const pattern = input.slice("files:".length);
  if (pattern === file) return true;
  const { dir, base } = path.posix.parse(pattern);
  return dir === path.posix.dirname(file) && base.includes("*") && matches(base, path.posix.basename(file));
}
