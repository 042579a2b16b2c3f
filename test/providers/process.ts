import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "../project.ts";
import type { ProvidersLog } from "./server.ts";

/** The server as a process of its own (run.ts): it goes on when its client is killed. */
export interface ProvidersProcess {
  /** http://127.0.0.1:PORT; the base URLs are those of `Providers`. */
  readonly url: string;
  readonly openai: string;
  readonly anthropic: string;
  readonly google: string;
  log(): Promise<ProvidersLog>;
  /** Forgets the counts, and how often each body came. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Starts run.mjs; `latencyMs` goes before each reply, `faults` is SEED:RATE. It ends with this process at the latest. */
export async function startProvidersProcess(
  options: { readonly latencyMs?: number; readonly faults?: string } = {},
): Promise<ProvidersProcess> {
  const { latencyMs = 0, faults } = options;
  const script = path.join(ROOT, "test", "providers", "run.mjs");
  const args = ["--with-stdin", "--latency", String(latencyMs)];
  if (faults !== undefined) args.push("--faults", faults);
  const child = spawn(process.execPath, [script, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = await Promise.race([
    new Promise<string>((resolve) => createInterface(child.stdout).once("line", resolve)),
    ended.then(() => {
      throw new Error("test/providers/run.mjs ended before it printed its URL");
    }),
  ]);
  return {
    url,
    openai: `${url}/v1`,
    anthropic: `${url}/v1`,
    google: `${url}/v1beta`,
    log: async () => (await (await fetch(`${url}/log`)).json()) as ProvidersLog,
    clear: async () => {
      await (await fetch(`${url}/log`, { method: "DELETE" })).arrayBuffer();
    },
    close: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
