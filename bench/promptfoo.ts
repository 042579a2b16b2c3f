import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "../test/project.ts";
import type { ProvidersProcess } from "../test/providers/process.ts";
import { type Load, type Taken, taken } from "./load.ts";
import { peaked, timed } from "./timed.ts";

/** The last line of releases that runs on Node 20. */
const RELEASE = "0.121.20";

/** Ignored by git, kept from run to run. */
const FOLDER = path.join(ROOT, ".candor", `bench-promptfoo-${RELEASE}`);

type Found =
  | { readonly kind: "taken"; readonly name: string; readonly taken: Taken }
  | { readonly kind: "absent"; readonly reason: string };

/**
 * A load through promptfoo with its OpenAI provider, the same number of calls at a time, no cache, its results in its
 * own database. Installed on first use (685 packages, 1.4 GB).
 */
export async function promptfoo(server: ProvidersProcess, load: Load): Promise<Found> {
  if (!existsSync(path.join(FOLDER, "node_modules"))) {
    try {
      await install();
    } catch (cause) {
      rmSync(FOLDER, { recursive: true, force: true });
      return { kind: "absent", reason: (cause as Error).message.split("\n").slice(0, 3).join("; ") };
    }
  }
  const scratch = mkdtempSync(path.join(tmpdir(), "candor-promptfoo-"));
  try {
    const config = path.join(scratch, "promptfooconfig.json");
    writeFileSync(config, JSON.stringify(configOf(server, load)));
    const script = path.join(FOLDER, "node_modules", "promptfoo", "dist", "src", "entrypoint.js");
    const options = ["--no-cache", "--no-table", "--no-progress-bar", "-j", String(load.connections)];
    const run = () =>
      peaked([script, "eval", "-c", config, ...options], scratch, {
        PROMPTFOO_CONFIG_DIR: path.join(scratch, "state"),
        PROMPTFOO_DISABLE_TELEMETRY: "1",
        PROMPTFOO_DISABLE_UPDATE: "1",
        PROMPTFOO_DISABLE_REMOTE_GENERATION: "1",
      });
    return {
      kind: "taken",
      name: `promptfoo ${RELEASE}`,
      taken: await taken(server, load.calls, run),
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function install(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(
    path.join(FOLDER, "package.json"),
    JSON.stringify({ private: true, dependencies: { promptfoo: RELEASE } }),
  );
  await timed(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"], FOLDER);
}

/** One prompt, one provider, one test per call. */
function configOf(server: ProvidersProcess, load: Load): object {
  const states = Array.from({ length: load.calls }, (_, index) => (index / load.calls).toFixed(6));
  return {
    prompts: [`In this round the state is {{omega}}. ${"Five words fill a prompt. ".repeat(20)}`],
    providers: [
      {
        id: "openai:chat:loopback-1",
        config: { apiBaseUrl: server.openai, apiKey: "loopback", temperature: 0, max_tokens: 64 },
      },
    ],
    tests: states.map((omega) => ({ vars: { omega } })),
  };
}
