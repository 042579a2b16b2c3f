import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { hashOf } from "../src/pipeline/canonical.ts";
import { ROOT } from "./project.ts";

/** Exact releases, with the hashes of their packages in the lock file. */
const RELEASES = path.join(ROOT, "test", "node-versions");

/** Ignored by git, kept from test run to test run. */
const CACHE = path.join(ROOT, ".candor", "test-node");

export type OtherNode =
  | { readonly kind: "node"; readonly file: string }
  | { readonly kind: "absent"; readonly reason: string };

/**
 * Another release of Node, installed from npm without scripts into the checkout's ignored folder, once for
 * each content of test/node-versions. `absent` where it cannot run, or where npm cannot reach its registry.
 */
export function otherNode(major: 22 | 24): OtherNode {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return absent(
      `Node ${major} comes from npm for Linux on x64 alone, this is ${process.platform} ${process.arch}`,
    );
  }
  const lock = readFileSync(path.join(RELEASES, "package-lock.json"));
  const folder = path.join(CACHE, hashOf(lock).slice("sha256:".length, "sha256:".length + 16));
  if (!existsSync(folder)) {
    const refused = install(folder);
    if (refused !== null) return absent(`Node ${major} could not be installed: ${refused}`);
  }
  const file = path.join(folder, "node_modules", `node-${major}`, "bin", "node");
  const { stdout, error } = spawnSync(file, ["--version"], { encoding: "utf8" });
  if (!stdout?.startsWith(`v${major}.`))
    return absent(`${file} does not start as Node ${major}: ${error?.message ?? stdout}`);
  return { kind: "node", file };
}

function absent(reason: string): OtherNode {
  return { kind: "absent", reason };
}

/** Installs beside the folder and moves it there in one step. Returns what npm said where it failed. */
function install(folder: string): string | null {
  mkdirSync(CACHE, { recursive: true });
  const scratch = mkdtempSync(path.join(CACHE, "scratch-"));
  try {
    for (const file of ["package.json", "package-lock.json"])
      cpSync(path.join(RELEASES, file), path.join(scratch, file));
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
