import { spawnSync } from "node:child_process";
import path from "node:path";
import { installed } from "./installed.ts";

export type OtherNode =
  | { readonly kind: "node"; readonly file: string }
  | { readonly kind: "absent"; readonly reason: string };

/**
 * Another release of Node, installed from npm as test/node-versions says. `absent` where it cannot run, or where npm
 * cannot reach its registry.
 */
export function otherNode(major: 22 | 24): OtherNode {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return absent(
      `Node ${major} comes from npm for Linux on x64 alone, this is ${process.platform} ${process.arch}`,
    );
  }
  const packages = installed("node-versions");
  if (packages.kind === "absent") return absent(`Node ${major} could not be installed: ${packages.reason}`);
  const file = path.join(packages.modules, `node-${major}`, "bin", "node");
  const { stdout, error } = spawnSync(file, ["--version"], { encoding: "utf8" });
  if (!stdout?.startsWith(`v${major}.`))
    return absent(`${file} does not start as Node ${major}: ${error?.message ?? stdout}`);
  return { kind: "node", file };
}

function absent(reason: string): OtherNode {
  return { kind: "absent", reason };
}
