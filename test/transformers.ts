import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { type NpmFolder, npmFolder } from "./npm-folder.ts";
import { ROOT } from "./project.ts";

/** Exact releases, with the hashes of their packages in the lock file. */
const RELEASE = path.join(ROOT, "test", "transformers");

/** Ignored by git, kept from test run to test run. */
const CACHE = path.join(ROOT, ".candor", "test-transformers");

let found: NpmFolder | null = null;

/**
 * A folder whose `node_modules` holds @huggingface/transformers, to be named in CANDOR_TRANSFORMERS. Absent where
 * npm cannot reach its registry, which is tried once.
 */
export function transformersFolder(): NpmFolder {
  found ??= npmFolder(RELEASE, CACHE, dropOtherPlatforms);
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
