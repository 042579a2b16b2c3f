import { readdirSync } from "node:fs";
import path from "node:path";
import { collectGarbage } from "../pipeline/gc.ts";
import { acquireLock } from "../pipeline/lock.ts";
import type { ExitCode, World } from "./command.ts";
import { Progress } from "./progress.ts";

/** Removes what no basket's manifest uses, and says how much that was. */
export async function gc(world: World): Promise<ExitCode> {
  const { root } = world.engine;
  const progress = new Progress(world);
  const release = await acquireLock(
    path.join(root, ".candor", "lock"),
    (holder) => progress.show({ kind: "waiting", holder }),
    world.signal,
  );
  try {
    const gone = collectGarbage(root, basketsWithArtifacts(root));
    world.out(`removed ${gone.files} files, ${(gone.bytes / 1_000_000).toFixed(1)} MB, from .candor\n`);
    return 0;
  } finally {
    release();
  }
}

function basketsWithArtifacts(root: string): string[] {
  try {
    return readdirSync(path.join(root, "artifacts"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  } catch {
    return [];
  }
}
