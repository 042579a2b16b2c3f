import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Every file below a folder, by path with `/`, with its bytes. */
export type Tree = ReadonlyMap<string, Buffer>;

/** Reads a folder with all below it; `keep` says which files count. */
export function readTree(folder: string, keep: (file: string) => boolean = () => true): Tree {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter(keep)
    .sort();
  return new Map(files.map((file) => [file, readFileSync(path.join(folder, file))]));
}

/** One line per file that is missing, is too many or differs, with the first line that does; empty for equal trees. */
export function differences(expected: Tree, got: Tree): string[] {
  const found: string[] = [];
  for (const file of [...new Set([...expected.keys(), ...got.keys()])].sort()) {
    const [was, is] = [expected.get(file), got.get(file)];
    if (was === undefined) found.push(`${file} should not be there`);
    else if (is === undefined) found.push(`${file} is missing`);
    else if (!was.equals(is)) found.push(`${file} ${firstDifference(was, is)}`);
  }
  return found;
}

function firstDifference(was: Buffer, is: Buffer): string {
  if (was.includes(0) || is.includes(0)) {
    let at = 0;
    while (at < was.length && was[at] === is[at]) at++;
    return `differs from byte ${at} on (${was.length} bytes expected, ${is.length} got)`;
  }
  const [expected, got] = [was.toString("utf8").split("\n"), is.toString("utf8").split("\n")];
  const line = expected.findIndex((text, index) => text !== got[index]);
  const at = line === -1 ? expected.length : line;
  return `differs in line ${at + 1}:\n  expected ${shown(expected[at])}\n  got      ${shown(got[at])}`;
}

function shown(line: string | undefined): string {
  if (line === undefined) return "the end of the file";
  return line.length > 300 ? `${JSON.stringify(line.slice(0, 300))} …` : JSON.stringify(line);
}
