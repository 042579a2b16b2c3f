import { git } from "../../git/command.ts";
import { type Hash, hashOf } from "../../pipeline/canonical.ts";

/** A file as it was frozen, or why its text is not to be had. */
export type FrozenText = { readonly text: string } | { readonly unavailable: string };

/**
 * Texts that git holds of files at a commit, checked by their SHA-256. Where the commit is not there, or the file was
 * frozen before it was committed, any commit will do that holds a file of this path and hash.
 *
 * @param wanted path relative to the project → hash of its bytes
 */
export function frozenTexts(
  root: string,
  commit: string | null,
  wanted: Readonly<Record<string, Hash>>,
): Map<string, FrozenText> {
  const found = new Map<string, FrozenText>();
  const files = Object.keys(wanted);
  if (files.length === 0) return found;
  const missing = (why: string) => {
    for (const file of files) if (!found.has(file)) found.set(file, { unavailable: why });
    return found;
  };
  // A path with a line end cannot be asked for, and no source of a project has one.
  const askable = files.filter((file) => !/[\n\r\0]/u.test(file));
  if (printed(root, ["rev-parse", "--git-dir"]) === null)
    return missing("there is no git repository here that could hold the frozen text");
  if (commit !== null && HEX.test(commit)) {
    const objects = askable.map((file) => `${commit}:./${file}`);
    contentOf(root, objects).forEach((bytes, index) => {
      const file = askable[index]!;
      if (bytes !== null && hashOf(bytes) === wanted[file]) found.set(file, { text: bytes.toString("utf8") });
    });
  }
  // Content goes by its hash, so it does not matter which commit held it, nor under which of these paths.
  const left = askable.filter((file) => !found.has(file));
  for (const blobs of inParts(blobsOf(root, left), BLOBS_AT_ONCE)) {
    for (const bytes of contentOf(root, blobs)) {
      if (bytes === null) continue;
      const hash = hashOf(bytes);
      for (const file of left) if (wanted[file] === hash) found.set(file, { text: bytes.toString("utf8") });
    }
  }
  const shallow = printed(root, ["rev-parse", "--is-shallow-repository"])?.toString("utf8").trim() === "true";
  return missing(
    shallow
      ? "this clone is shallow and does not hold the frozen text; `git fetch --unshallow` gets it"
      : "no commit here holds the frozen text: it was frozen with changes that were not committed, or its branch is not here",
  );
}

const HEX = /^[0-9a-f]{40}([0-9a-f]{24})?$/u;

/** Every blob that any commit here put at one of the paths. */
function blobsOf(root: string, files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const before = prefix(root);
  const options = ["--all", "--format=", "--raw", "--no-abbrev", "--no-renames", "-m"];
  const log = printed(root, [
    "log",
    ...options,
    "--",
    ...files.map((file) => `:(top,literal)${before}${file}`),
  ]);
  const lines = (log?.toString("utf8") ?? "").split("\n");
  const blobs = lines.flatMap((line) => /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) /u.exec(line)?.slice(1) ?? []);
  return [...new Set(blobs)].filter((blob) => !/^0+$/u.test(blob));
}

const BLOBS_AT_ONCE = 500;

function inParts<T>(list: readonly T[], size: number): T[][] {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, i) => list.slice(i * size, (i + 1) * size));
}

/** Path of the project within its repository: empty, or with a slash behind it. */
function prefix(root: string): string {
  return printed(root, ["rev-parse", "--show-prefix"])?.toString("utf8").replace(/\n$/u, "") ?? "";
}

/** Content of objects by name, in their order; null for one that is not there or is no file. */
function contentOf(root: string, objects: readonly string[]): (Buffer | null)[] {
  if (objects.length === 0) return [];
  const out = printed(root, ["cat-file", "--batch"], `${objects.join("\n")}\n`);
  if (out === null) return objects.map(() => null);
  let at = 0;
  return objects.map(() => {
    const end = out.indexOf(0x0a, at);
    if (end === -1) return null;
    const [, type, size] = /^[0-9a-f]+ (\w+) (\d+)$/u.exec(out.toString("utf8", at, end)) ?? [];
    at = end + 1;
    if (size === undefined) return null;
    const content = out.subarray(at, at + Number(size));
    at += Number(size) + 1;
    return type === "blob" ? content : null;
  });
}

/** What git prints; null where it fails or is not installed. */
function printed(root: string, args: readonly string[], input = ""): Buffer | null {
  const { ok, out } = git(root, args, input);
  return ok ? out : null;
}
