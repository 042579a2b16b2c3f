import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Project } from "../test/project.ts";

export interface Timed {
  readonly ms: number;
  readonly stdout: string;
}

/** Runs a program to its end, by the wall clock. Throws with what it printed where its exit code is none of `codes`. */
export async function timed(
  command: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
  codes: readonly number[] = [0],
): Promise<Timed> {
  const began = performance.now();
  const child = spawn(command[0]!, command.slice(1), {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (data: Buffer) => (stdout += data.toString("utf8")));
  child.stderr.on("data", (data: Buffer) => (stderr += data.toString("utf8")));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const ms = performance.now() - began;
  if (code === null || !codes.includes(code))
    throw new Error(`${command.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
  return { ms, stdout };
}

/** Writes the most memory that the process held at once, all its threads together, when it ends. */
const PEAK = `const { isMainThread } = require("node:worker_threads");
if (isMainThread) process.on("exit", () => require("node:fs").writeFileSync(process.env.CANDOR_BENCH_PEAK, String(process.resourceUsage().maxRSS)));
`;

export interface Peaked extends Timed {
  /** Most memory that the process held at once, programs that it started not counted. */
  readonly peakMB: number;
}

/** Runs a Node program to its end, as `timed` does, and measures its memory. */
export async function peaked(
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
  codes: readonly number[] = [0],
): Promise<Peaked> {
  const scratch = mkdtempSync(path.join(tmpdir(), "candor-peak-"));
  try {
    const [script, peak] = [path.join(scratch, "peak.cjs"), path.join(scratch, "peak")];
    writeFileSync(script, PEAK);
    const command = [process.execPath, "--require", script, ...args];
    const done = await timed(command, cwd, { ...environment, CANDOR_BENCH_PEAK: peak }, codes);
    return { ...done, peakMB: Number(readFileSync(peak, "utf8")) / 1024 };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Runs candor in a project; the bundler's memory is not counted. */
export async function candor(project: Project, args: readonly string[]): Promise<Peaked> {
  return await peaked([path.join(project.root, "bin", "candor.mjs"), ...args], project.root);
}
