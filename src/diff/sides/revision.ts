import path from "node:path";
import { Blobs } from "../../git/blobs.ts";
import { firstLine, git } from "../../git/command.ts";
import { Failure } from "../../pipeline/failure.ts";
import { nearest } from "../../pipeline/load.ts";
import { artifactFolder } from "../../pipeline/manifest.ts";
import { fileName } from "./file-name.ts";
import type { SideFile, SideFiles } from "./side-files.ts";

/** A revision as the user wrote it, found in git. */
export interface Revision {
  readonly given: string;
  readonly commit: string;
  /** Path in the project after a colon; null for the artifacts of a basket. */
  readonly path: string | null;
}

/** Finds a revision. Throws a usage Failure that says what was looked for. */
export function findRevision(root: string, given: string): Revision {
  const noFile = `"${shortened(given)}" is no folder and no file here`;
  if (given.startsWith("-"))
    throw new Failure("usage", `${noFile}, and no revision of git begins with a dash`);
  const why = inNoRepository(root);
  if (why !== null) throw new Failure("usage", `${noFile}, and it cannot be a revision: ${why}`);
  const whole = commitOf(root, given);
  if (whole !== null) return { given, commit: whole, path: null };
  const colon = given.indexOf(":");
  if (colon > 0) {
    const commit = commitOf(root, given.slice(0, colon));
    if (commit !== null) return { given, commit, path: normalised(given.slice(colon + 1), given) };
  }
  const name = colon > 0 ? given.slice(0, colon) : given;
  throw new Failure(
    "usage",
    `${noFile}, and git knows no commit "${shortened(name)}" (branch, tag or hash); ${hintFor(root, name)}`,
  );
}

/** What the user wrote, for a message: no more of it than a person reads. */
export function shortened(given: string): string {
  return given.length <= 200 ? given : `${given.slice(0, 200)}…`;
}

/** Why a folder's revisions cannot be read; null where they can. */
function inNoRepository(root: string): string | null {
  const answer = git(root, ["rev-parse", "--git-dir"]);
  if (answer.ok) return null;
  if (!answer.installed) return "git is not installed here";
  // A repository of another user is refused by git with a remedy of its own.
  return answer.err.includes("dubious ownership")
    ? answer.err.split("\n")[0]!
    : "this project lies in no git repository";
}

function commitOf(root: string, name: string): string | null {
  const answer = git(root, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`]);
  return answer.ok ? firstLine(answer) : null;
}

function hintFor(root: string, name: string): string {
  if (name.includes("..")) return "two revisions are two arguments: `candor diff A B`";
  if (firstLine(git(root, ["rev-parse", "--is-shallow-repository"])) === "true")
    return "this clone is shallow: `git fetch --unshallow` gets the commits that it lacks";
  const refs = git(root, ["for-each-ref", "--format=%(refname:short)"]).out.toString("utf8").split("\n");
  return nearest(
    name,
    refs.filter((ref) => ref !== ""),
    "`git branch --all` and `git tag` list them",
  );
}

function normalised(written: string, given: string): string {
  const clean = path.posix.normalize(written).replace(/\/$/u, "");
  if (clean.startsWith("..") || clean.startsWith("/"))
    throw new Failure(
      "usage",
      `"${given}": the path after the colon is one in the project, as in HEAD:artifacts`,
    );
  return clean;
}

/** What git holds of a basket's artifacts at a revision, or of the folder or file that it names. */
export function revisionSide(root: string, revision: Revision, basket: string): SideFiles {
  const { given, commit } = revision;
  const at = revision.path ?? artifactFolder(basket);
  const entries = treeBelow(root, commit, at);
  const single = entries.length === 1 && entries[0]!.path === at ? entries[0]! : null;
  if (entries.length === 0) throw new Failure("usage", holdsNothing(root, revision, at, basket));
  const blobs = new Blobs(root);
  const files = new Map<string, SideFile>();
  const objects = new Map<string, string>();
  const skipped: string[] = [];
  const unlisted: string[] = [];
  for (const { mode, object, path: full } of entries) {
    const below =
      single === null ? (at === "." ? full : full.slice(at.length + 1)) : path.posix.basename(full);
    // 100644 and 100755 are files; the others are links and repositories within.
    if (!mode.startsWith("100")) {
      skipped.push(below);
      continue;
    }
    if (files.has(below)) {
      unlisted.push(below);
      continue;
    }
    files.set(below, { object });
    objects.set(below, object);
  }
  if (single !== null && files.size === 0) throw new Failure("usage", `"${given}" is a link, not a file`);
  return {
    side: { given, kind: single === null ? "revision" : "file", commit },
    files,
    skipped,
    unlisted,
    howToBuild: howToBuild(commit, basket),
    read: (file) => blobs.read(objects.get(file)!),
    close: () => blobs.close(),
  };
}

interface TreeEntry {
  readonly mode: string;
  readonly object: string;
  /** In the project. */
  readonly path: string;
}

/** Files below a path of a commit, both relative to the project, which may lie below the repository's top. */
function treeBelow(root: string, commit: string, at: string): TreeEntry[] {
  const answer = git(root, ["--literal-pathspecs", "ls-tree", "-r", "-z", commit, "--", at]);
  if (!answer.ok) throw new Failure("damaged", `git cannot list the files of ${commit}: ${answer.err}`);
  // A character a byte: not every name is text.
  return answer.out
    .toString("latin1")
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => {
      const [, mode, object, file] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/su.exec(line)!;
      return { mode: mode!, object: object!, path: fileName(Buffer.from(file!, "latin1")) };
    });
}

function holdsNothing(root: string, { given, commit, path: named }: Revision, at: string, basket: string) {
  if (named !== null) {
    const remedy = named.endsWith(".parquet")
      ? `git holds no Parquet here; ${howToBuild(commit, basket)}`
      : "";
    return `git holds no "${named}" at "${given.slice(0, given.indexOf(":"))}"${remedy === "" ? "" : `: ${remedy}`}`;
  }
  const baskets = new Set(treeBelow(root, commit, "artifacts").map((entry) => entry.path.split("/")[1]!));
  const held =
    baskets.size === 0
      ? "it holds no artifacts at all"
      : `of these baskets it does: ${[...baskets].join(", ")} (--basket)`;
  return `git holds nothing of "${at}" at "${given}"; ${held}; else ${howToBuild(commit, basket)}`;
}

/** Commands that make the artifacts of a commit, and compare them. */
function howToBuild(commit: string, basket: string): string {
  const folder = `../candor-${commit.slice(0, 10)}`;
  return (
    `build them: \`git worktree add ${folder} ${commit.slice(0, 10)}\`, \`make -C ${folder} all BASKET=${basket}\`, ` +
    `and compare with ${folder}/artifacts/${basket}`
  );
}
