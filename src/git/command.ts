import { spawnSync } from "node:child_process";

/** Where else git would look: set by a hook or an alias that candor was started from, and for another repository. */
const ELSEWHERE = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_PREFIX",
  "GIT_COMMON_DIR",
  "GIT_OBJECT_DIRECTORY",
  "GIT_LITERAL_PATHSPECS",
  "GIT_NAMESPACE",
];

/**
 * Environment of a git that answers in one language, takes no lock, fetches nothing over the network, asks for no password,
 * reads objects by their own hash whatever somebody put in their place, and looks nowhere else.
 */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    LC_ALL: "C",
    LANGUAGE: "",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_TERMINAL_PROMPT: "0",
  };
  for (const name of ELSEWHERE) delete env[name];
  return env;
}

export interface GitAnswer {
  readonly ok: boolean;
  /** False where there is no git to run. */
  readonly installed: boolean;
  readonly out: Buffer;
  /** What git complained of, without the line end. */
  readonly err: string;
}

/** Runs git in a folder to its end, with `input` on its standard input. */
export function git(folder: string, args: readonly string[], input = ""): GitAnswer {
  // A file monitor would be a program of the repository's choice.
  const { status, stdout, stderr, error } = spawnSync("git", ["-c", "core.fsmonitor=false", ...args], {
    cwd: folder,
    env: gitEnvironment(),
    input,
    maxBuffer: 1024 * 1024 * 1024,
  });
  const installed = (error as NodeJS.ErrnoException | undefined)?.code !== "ENOENT";
  const said = installed ? (error?.message ?? stderr.toString("utf8").trim()) : "git is not installed";
  return { ok: status === 0 && error === undefined, installed, out: stdout ?? Buffer.alloc(0), err: said };
}

/** First line of what git printed. */
export function firstLine({ out }: GitAnswer): string {
  return out.toString("utf8").split("\n")[0] ?? "";
}
