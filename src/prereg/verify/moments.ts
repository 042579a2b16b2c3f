import path from "node:path";
import { firstLine, git } from "../../git/command.ts";
import { Failure } from "../../pipeline/failure.ts";
import { gitState, PREREG } from "../git.ts";
import type { Lock } from "../lock.ts";
import { renderLock } from "../lock-file.ts";
import type { LockDate, TreeToday } from "./report.ts";

/** Where the project stands in git today; null without git, and where git refuses to tell. */
export function treeToday(root: string): TreeToday | null {
  try {
    const state = gitState(root);
    return state === null ? null : { commit: state.commit, changed: state.changed };
  } catch (error) {
    // What is frozen can be verified all the same.
    if (error instanceof Failure) return null;
    throw error;
  }
}

/**
 * When this very lock was committed first, under whatever name in prereg/ or where it lies. What git knows is what its
 * committer said.
 *
 * @param file relative to the project, or absolute
 */
export function lockDate(root: string, lock: Lock, file: string): LockDate {
  const unknown = (why: string): LockDate => ({ committed: null, unknown: why });
  const shallow = git(root, ["rev-parse", "--is-shallow-repository"]);
  if (!shallow.ok) return unknown("no git repository is here");
  // The oldest commit of a shallow clone seems to add every file.
  if (firstLine(shallow) === "true") return unknown("this clone is shallow");
  const blob = firstLine(git(root, ["hash-object", "--stdin"], renderLock(lock)));
  const paths = [PREREG, ...(path.isAbsolute(file) ? [] : [file])].map((each) => `:(literal)${each}`);
  const log = git(root, ["log", "--reverse", "--format=%cI", `--find-object=${blob}`, "--", ...paths]);
  return { committed: firstLine(log) || null, unknown: null };
}
