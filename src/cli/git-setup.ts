import path from "node:path";
import { git } from "../git/command.ts";
import { Failure } from "../pipeline/failure.ts";
import type { ExitCode, World } from "./command.ts";

/** Name of the driver, as .gitattributes says it. */
const DRIVER = "candor-parquet";

/**
 * Makes git of this clone print Parquet files as rows, in `git diff`, `git show` and `git log -p`. Git takes no
 * commands from .gitattributes, so each clone says once what its driver runs.
 */
export async function gitSetup(world: World): Promise<ExitCode> {
  const { root } = world.engine;
  const inside = git(root, ["rev-parse", "--git-dir"]);
  if (!inside.ok)
    throw new Failure(
      "usage",
      !inside.installed || inside.err.includes("dubious ownership")
        ? inside.err
        : "this project lies in no git repository, so there is nothing to set up; run `git init` or work in a clone, then again",
    );
  const candor = path.join(root, "bin", "candor.mjs");
  const settings = {
    // Read by a shell; git adds the file's name.
    textconv: `node ${shellQuoted(candor)} show --lines --`,
    // A small file may hold no zero byte, by which git would know that it is not text.
    binary: "true",
  };
  let changed = false;
  for (const [name, value] of Object.entries(settings)) {
    const key = `diff.${DRIVER}.${name}`;
    const before = git(root, ["config", "--local", "--get-all", key]);
    if (before.ok && before.out.toString("utf8") === `${value}\n`) continue;
    const set = git(root, ["config", "--local", "--replace-all", key, value]);
    if (!set.ok) throw new Failure("disk", `git cannot set ${key}: ${set.err}`);
    changed = true;
    world.out(`set ${key} to: ${value}\n`);
    if (before.ok) world.out(`  before: ${before.out.toString("utf8").trim().split("\n").join(", ")}\n`);
  }
  if (!changed) world.out("git is set up already\n");
  const attribute = git(root, ["check-attr", "diff", "--", "any.parquet"]).out.toString("utf8").trim();
  if (!attribute.endsWith(`: ${DRIVER}`))
    world.out(`.gitattributes lacks the line that uses it: *.parquet binary diff=${DRIVER}\n`);
  world.out("git diff, git diff --no-index, git show and git log -p print Parquet files as rows\n");
  return 0;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
