import { createHash } from "node:crypto";
import { git } from "../git/command.ts";
import { Failure } from "../pipeline/failure.ts";
import { byteOrder } from "../tables/canonical.ts";
import { printable } from "../tables/untrusted.ts";

/** Folder of frozen designs, which is left out of what is frozen: a lock cannot hold its own hash. */
export const PREREG = "prereg";

/** Where a project stands in git. */
export interface GitState {
  /** Hash of the tree of HEAD without prereg/, as git hashes a tree; null where nothing is committed. */
  readonly tree: string | null;
  /**
   * Last commit that changed anything outside prereg/; null where there is none. Of a shallow clone it may be a later
   * one, which holds the same files: what came before is cut off.
   */
  readonly commit: string | null;
  /** Paths outside prereg/ that are not as committed, relative to the project, in byte order. */
  readonly changed: readonly string[];
}

/**
 * Where a project stands in git; null where it is in no repository, or git is not installed. Throws a Failure where
 * git refuses for another reason, such as a repository of another user.
 */
export function gitState(root: string): GitState | null {
  let prefix: string;
  try {
    prefix = asked(root, ["rev-parse", "--show-prefix"]).toString("utf8").trimEnd();
  } catch (error) {
    if (error instanceof GitFault && error.absent) return null;
    throw asFailure(error);
  }
  try {
    const committed = hasCommit(root);
    return {
      tree: committed ? treeWithoutPrereg(root, "HEAD") : null,
      commit: committed ? lastCommit(root) : null,
      changed: changedPaths(root, prefix),
    };
  } catch (error) {
    throw asFailure(error);
  }
}

/**
 * Hash of a commit's tree without prereg/: what `git ls-tree <commit> | grep -v 'prereg$' | git mktree` prints in the
 * project's folder. Computed here, so that nothing is written into the repository.
 */
function treeWithoutPrereg(root: string, commit: string): string {
  const entries = asked(root, ["ls-tree", "-z", commit]);
  const parts: Buffer[] = [];
  let algorithm = "sha1";
  for (let from = 0; from < entries.length; ) {
    const end = entries.indexOf(0, from);
    const tab = entries.indexOf(9, from);
    const [mode = "", , hash = ""] = entries.toString("latin1", from, tab).split(" ");
    const name = entries.subarray(tab + 1, end);
    if (hash.length === 64) algorithm = "sha256";
    // git pads the mode of folders for people and hashes it as it is.
    if (name.toString("utf8") !== PREREG)
      parts.push(Buffer.from(`${mode.replace(/^0+/u, "")} `), name, Buffer.of(0), Buffer.from(hash, "hex"));
    from = end + 1;
  }
  const body = Buffer.concat(parts);
  return createHash(algorithm).update(`tree ${body.length}\0`).update(body).digest("hex");
}

/** Which of some files, by their paths in the project, do not hold what HEAD holds; all of them where nothing is committed. */
export function notCommitted(root: string, files: Readonly<Record<string, Uint8Array>>): string[] {
  const blobs = hasCommit(root) ? blobsOfHead(root) : new Map<string, string>();
  const [first = ""] = blobs.values();
  const algorithm = first.length === 64 ? "sha256" : "sha1";
  return Object.entries(files).flatMap(([file, bytes]) => {
    const hash = createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
    return blobs.get(file) === hash ? [] : [file];
  });
}

function blobsOfHead(root: string): Map<string, string> {
  const entries = asked(root, ["ls-tree", "-r", "-z", "HEAD"]).toString("utf8").split("\0");
  return new Map(
    entries.flatMap((entry): [string, string][] => {
      const tab = entry.indexOf("\t");
      return tab === -1 ? [] : [[entry.slice(tab + 1), entry.slice(0, tab).split(" ")[2] ?? ""]];
    }),
  );
}

/** `treeWithoutPrereg`; null where git does not have the commit, or is not there. */
export function treeAt(root: string, commit: string): string | null {
  try {
    return treeWithoutPrereg(root, commit);
  } catch (error) {
    if (error instanceof GitFault) return null;
    throw error;
  }
}

/** When the version of a file that is committed last was committed, as git writes it; null where it never was. */
export function committedAt(root: string, file: string): string | null {
  try {
    return (
      asked(root, ["log", "-1", "--format=%cI", "--", literal(file)])
        .toString("utf8")
        .trim() || null
    );
  } catch {
    return null;
  }
}

function hasCommit(root: string): boolean {
  try {
    asked(root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
    return true;
  } catch {
    return false;
  }
}

function lastCommit(root: string): string | null {
  const found = asked(root, ["log", "-1", "--format=%H", "--", ".", `:(exclude,literal)${PREREG}`]);
  return found.toString("utf8").trim() || null;
}

/** Paths that differ from HEAD in index or folder, or that git does not know; paths of git begin at its own root. */
function changedPaths(root: string, prefix: string): string[] {
  const status = asked(root, [
    "status",
    "--porcelain",
    "-z",
    "--no-renames",
    "--untracked-files=all",
    "--ignore-submodules=none",
    "--",
    ".",
    `:(exclude,literal)${PREREG}`,
  ]);
  return status
    .toString("utf8")
    .split("\0")
    .filter((entry) => entry !== "")
    .map((entry) => entry.slice(3))
    .map((file) => (file.startsWith(prefix) ? file.slice(prefix.length) : file))
    .sort(byteOrder);
}

function literal(file: string): string {
  return `:(literal)${file}`;
}

/** What git said when it failed. */
class GitFault extends Error {
  /** Whether there is no git, or no repository. */
  readonly absent: boolean;

  constructor(message: string, absent: boolean) {
    super(message);
    this.absent = absent;
  }
}

function asFailure(error: unknown): unknown {
  if (!(error instanceof GitFault)) return error;
  return new Failure("disk", `git cannot tell the state of the project: ${printable(error.message)}`);
}

/** What git printed. Throws a GitFault where it fails. */
function asked(root: string, args: readonly string[]): Buffer {
  const { ok, installed, out, err } = git(root, args);
  if (ok) return out;
  const said = err.split("\n")[0] || `git ${args[0]} failed`;
  throw new GitFault(said, !installed || said.includes("not a git repository"));
}
