import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { hashOf } from "../src/pipeline/canonical.ts";
import { ROOT } from "./project.ts";

export type Installed =
  | { readonly kind: "packages"; readonly modules: string }
  | { readonly kind: "absent"; readonly reason: string };

/**
 * Packages that a test uses and the project does not depend on, installed from npm without scripts into the checkout's
 * ignored folder, once for each content of the lock file; `modules` is their node_modules. `absent` where npm cannot
 * reach its registry.
 *
 * @param name folder below test/ with package.json and package-lock.json, which fixes releases and hashes; kept as
 * .candor/test-<name>
 * @param finish called on the folder before it is used, to drop what is not needed
 */
export function installed(name: string, finish = (_folder: string): void => {}): Installed {
  const source = path.join(ROOT, "test", name);
  const cache = path.join(ROOT, ".candor", `test-${name}`);
  const lock = readFileSync(path.join(source, "package-lock.json"));
  const folder = path.join(cache, hashOf(lock).slice("sha256:".length, "sha256:".length + 16));
  if (!existsSync(folder)) {
    const refused = install(source, cache, folder, finish);
    if (refused !== null) return { kind: "absent", reason: refused };
  }
  return { kind: "packages", modules: path.join(folder, "node_modules") };
}

/** Installs beside the folder and moves it there in one step. Returns what npm said where it failed. */
function install(
  source: string,
  cache: string,
  folder: string,
  finish: (folder: string) => void,
): string | null {
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(path.join(cache, "scratch-"));
  try {
    for (const file of ["package.json", "package-lock.json"])
      cpSync(path.join(source, file), path.join(scratch, file));
    const options = [
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--fetch-retries=1",
      "--fetch-retry-mintimeout=1000",
    ];
    const { status, stderr, error } = spawnSync("npm", ["ci", ...options], {
      cwd: scratch,
      encoding: "utf8",
    });
    if (status !== 0) return (error?.message ?? stderr).trim().split("\n").slice(0, 3).join("; ");
    finish(scratch);
    try {
      renameSync(scratch, folder);
    } catch (cause) {
      // Another test got there first.
      if (!existsSync(folder)) throw cause;
    }
    return null;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
