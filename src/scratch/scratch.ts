import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { diskFailure } from "../pipeline/failure.ts";
import { acquireLock, tryLock } from "../pipeline/lock.ts";

const LOCK = ".lock";

/** A folder for one rebuild, which goes with it. */
export interface Scratch {
  readonly folder: string;
  readonly remove: () => void;
}

/**
 * Makes a scratch folder under .candor, and removes those that killed rebuilds left. Each has a lock beside it, so
 * that the folder of a rebuild that lives, in another terminal, is left alone.
 */
export async function makeScratch(root: string, signal: AbortSignal): Promise<Scratch> {
  const place = path.join(root, ".candor", "rebuild");
  const name = `${process.pid}-${randomBytes(4).toString("hex")}`;
  const release = await acquireLock(path.join(place, `${name}${LOCK}`), () => {}, signal);
  const folder = path.join(place, name);
  try {
    await sweep(place, name, signal);
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    release();
    throw diskFailure(error, `make the folder ${folder}`);
  }
  return {
    folder,
    remove: () => {
      removeFolder(folder);
      release();
    },
  };
}

async function sweep(place: string, own: string, signal: AbortSignal): Promise<void> {
  const names = new Set(readdirSync(place).map((name) => /^\d+-[0-9a-f]{8}/u.exec(name)?.[0] ?? own));
  names.delete(own);
  for (const name of names) {
    const free = await tryLock(path.join(place, `${name}${LOCK}`), signal);
    if (typeof free === "string") continue;
    if (!(await isWorkedIn(path.join(place, name), signal))) removeFolder(path.join(place, name));
    free();
  }
}

/** Whether a run that outlived its rebuild still works in one of its projects. The next rebuild removes the folder. */
async function isWorkedIn(folder: string, signal: AbortSignal): Promise<boolean> {
  for (const project of namesIn(folder)) {
    if (!namesIn(path.join(folder, project, ".candor")).includes("lock")) continue;
    const free = await tryLock(path.join(folder, project, ".candor", "lock"), signal);
    if (typeof free === "string") return true;
    free();
  }
  return false;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Never throws: what cannot be removed now is removed by a later rebuild. */
function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // The folder is in use or the disk refuses.
  }
}
