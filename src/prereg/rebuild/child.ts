import { spawn } from "node:child_process";
import path from "node:path";
import type { StageOutcome } from "../../pipeline/events.ts";
import { Failure } from "../../pipeline/failure.ts";
import { printable, shorten } from "../../tables/untrusted.ts";
import type { Surroundings } from "./report.ts";
import { environmentOf } from "./surroundings.ts";

/** A child that was asked to stop and does not is killed after so long. */
const GRACE_MS = 3_000;

/** How a run is told to go, and who hears of it. */
export interface ChildOptions {
  readonly partial: boolean;
  /** Called with each line that the run tells. */
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs every stage of a basket in a copy of the project, by the copy's own command line.
 *
 * @throws Failure where it cannot run at all, or is stopped
 */
export async function runElsewhere(
  root: string,
  basket: string,
  surroundings: Surroundings,
  { partial, report, signal }: ChildOptions,
): Promise<StageOutcome[]> {
  const { threads, startOrder } = surroundings;
  const args = [
    "run",
    "--json",
    "--basket",
    basket,
    "--jobs",
    String(threads),
    "--shuffle",
    String(startOrder),
  ];
  const child = spawn(
    process.execPath,
    [path.join(root, "bin", "candor.mjs"), ...args, ...(partial ? ["--partial"] : [])],
    { cwd: root, env: environmentOf(surroundings), stdio: ["ignore", "pipe", "pipe"] },
  );
  const stdout: Buffer[] = [];
  child.stdout.on("data", (data: Buffer) => stdout.push(data));
  const told: string[] = [];
  child.stderr.setEncoding("utf8");
  let open = "";
  child.stderr.on("data", (data: string) => {
    const lines = `${open}${data}`.split("\n");
    open = lines.pop()!;
    for (const line of lines) {
      told.push(line);
      // In a copy everything runs for the first time, which says nothing of the stages here.
      report(`  ${printable(line).replace(/: never run\)$/u, ")")}`);
    }
  });
  const stop = () => {
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
  };
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", (error) =>
      reject(new Failure("disk", `cannot start Node for the rebuild: ${error.message}`)),
    );
    child.on("close", resolve);
  }).finally(() => signal.removeEventListener("abort", stop));
  if (signal.aborted) throw new Failure("stopped", "stopped");
  try {
    const { stages } = JSON.parse(Buffer.concat(stdout).toString("utf8")) as { stages: StageOutcome[] };
    return stages;
  } catch {
    const last = [...told, open].join("\n").trim().split(root).join("").split("\n").slice(-12);
    const why = last.map((line) => `  ${shorten(printable(line), 300)}`).join("\n");
    throw new Failure(
      "stage",
      `the rebuild of ${basket} could not run (exit ${code ?? "by a signal"}):\n${why}`,
    );
  }
}
