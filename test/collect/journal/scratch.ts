import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildSync } from "esbuild";
import { ROOT } from "../../project.ts";
import { FILE } from "./lines.ts";

/** A folder with a journal in it. */
export class Scratch {
  readonly root = mkdtempSync(path.join(os.tmpdir(), "candor-journal-"));

  get full(): string {
    return path.join(this.root, FILE);
  }

  write(text: string | Uint8Array, file = FILE): void {
    mkdirSync(path.dirname(path.join(this.root, file)), { recursive: true });
    writeFileSync(path.join(this.root, file), text);
  }

  read(file = FILE): string {
    return readFileSync(path.join(this.root, file), "utf8");
  }

  /** Names of the files beside the journal, itself included. */
  names(): string[] {
    return readdirSync(path.dirname(this.full)).sort();
  }

  forget(): void {
    rmSync(path.join(this.root, ".candor"), { recursive: true, force: true });
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

let script: string | null = null;

/** The program of writer.ts, bundled: Node 20 does not read TypeScript. */
function writer(): string {
  if (script === null) {
    const folder = mkdtempSync(path.join(os.tmpdir(), "candor-writer-"));
    script = path.join(folder, "writer.mjs");
    buildSync({
      entryPoints: [path.join(ROOT, "test", "collect", "journal", "writer.ts")],
      outfile: script,
      bundle: true,
      platform: "node",
      target: "node20",
      format: "esm",
      logLevel: "warning",
    });
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  }
  return script;
}

/** Starts writer.ts; `told` is what it has printed so far. */
export function startWriter(args: readonly string[]) {
  const child = spawn(process.execPath, [writer(), ...args], { stdio: ["pipe", "pipe", "inherit"] });
  let printed = "";
  child.stdout.on("data", (data: Buffer) => (printed += data.toString("utf8")));
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once("close", (_, signal) => resolve(signal));
  });
  return { child, ended, told: () => printed };
}

/** Runs writer.ts to its end under a limit on the size of files, in blocks of the shell. */
export function runLimited(blocks: number, args: readonly string[]): string {
  const command = `ulimit -f ${blocks} && exec "$0" "$@"`;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command, process.execPath, writer(), ...args], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`writer.ts ended with ${status}: ${stderr}`);
  return stdout;
}
