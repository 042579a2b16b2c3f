import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { installed } from "../installed.ts";
import { ROOT } from "../project.ts";

export type ThirdParty =
  | {
      readonly kind: "server";
      /** Base URL of its chat completions, as `base_url` of a basket has it. */
      readonly baseUrl: string;
      /** Base URLs of its Anthropic messages and its Google generateContent. */
      readonly anthropic: string;
      readonly google: string;
      close(): Promise<void>;
    }
  | { readonly kind: "absent"; readonly reason: string };

/**
 * Starts a mock server by somebody else (@copilotkit/aimock, installed as test/third-party says) as a process of its
 * own. It answers a message prompt with "I would choose 0.123456." and the state of the prompt, a comprehension prompt
 * with both best actions, and takes any key. `absent` where npm cannot reach its registry.
 */
export async function startThirdParty(): Promise<ThirdParty> {
  const packages = installed("third-party");
  if (packages.kind === "absent")
    return { kind: "absent", reason: `the mock server could not be installed: ${packages.reason}` };
  const script = path.join(ROOT, "test", "third-party", "serve.mjs");
  const child = spawn(process.execPath, [script, packages.modules], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = await Promise.race([
    new Promise<string>((resolve) => createInterface(child.stdout).once("line", resolve)),
    ended.then(() => {
      throw new Error("test/third-party/serve.mjs ended before it printed its URL");
    }),
  ]);
  return {
    kind: "server",
    baseUrl: `${url}/v1`,
    anthropic: `${url}/v1`,
    google: `${url}/v1beta`,
    close: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
