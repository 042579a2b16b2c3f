import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Project } from "../project.ts";

/** Who commits, whatever the machine's own settings. */
const WHO = {
  GIT_AUTHOR_NAME: "A",
  GIT_AUTHOR_EMAIL: "a@example.org",
  GIT_COMMITTER_NAME: "A",
  GIT_COMMITTER_EMAIL: "a@example.org",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
};

export function git(folder: string, ...args: readonly string[]): string {
  const env: NodeJS.ProcessEnv = { ...process.env, ...WHO };
  return execFileSync("git", args, { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Makes a repository of a project and commits all of it. */
export function committed(project: Project, ...init: readonly string[]): Project {
  project.write(".gitignore", "node_modules\n.candor/\n/artifacts/\n");
  git(project.root, "init", "-q", ...init);
  return commitAll(project);
}

export function commitAll(project: Project): Project {
  git(project.root, "add", "-A");
  git(project.root, "commit", "-qm", "all", "--allow-empty");
  return project;
}

/** A clone in a folder of its own, with what is not committed beside it: packages, and the command line as built. */
export function clone(of: Project, ...args: readonly string[]): Project {
  const folder = mkdtempSync(path.join(os.tmpdir(), "candor clone ünï-"));
  git(os.tmpdir(), "clone", "-q", ...args, `file://${of.root}`, folder);
  return new Project({}, folder);
}
