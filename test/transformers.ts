import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { type Installed, installed } from "./installed.ts";

let found: Installed | null = null;

/**
 * A node_modules folder that holds @huggingface/transformers, to be named in CANDOR_TRANSFORMERS. Absent where
 * npm cannot reach its registry, which is tried once.
 */
export function transformers(): Installed {
  found ??= installed("transformers", dropOtherPlatforms);
  return found;
}

/** ONNX Runtime comes with the binaries of all platforms, 240 MB more than this one's. */
function dropOtherPlatforms(folder: string): void {
  const platforms = path.join(folder, "node_modules", "onnxruntime-node", "bin", "napi-v6");
  for (const platform of readdirSync(platforms)) {
    for (const architecture of readdirSync(path.join(platforms, platform))) {
      if (platform === process.platform && architecture === process.arch) continue;
      rmSync(path.join(platforms, platform, architecture), { recursive: true });
    }
  }
}
