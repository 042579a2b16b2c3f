import { randomBytes } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { diskFailure } from "./failure.ts";
import { removeIfThere } from "./files.ts";

interface Holder {
  readonly host: string;
  readonly pid: number;
  /** When the process began, as the system tells it, so that a reused process number is not mistaken for it. */
  readonly began: number;
  readonly nonce: string;
}

const POLL_MS = 100;
const BEAT_MS = 2_000;
/** A holder on another host whose beat stands still this long is dead. */
const SILENCE_MS = 20_000;
/** Start times that lie closer are one: `ps` rounds to seconds. */
const CLOCK_SLACK = process.platform === "linux" ? 0 : 2;

/**
 * One run at a time. The lock is a file that names its holder; a holder that no longer lives does not hold
 * it, so nothing needs unlocking by hand after a kill. Waits while another run lives, telling `waiting` once.
 * Returns the release. Throws a disk Failure.
 */
export async function acquireLock(
  file: string,
  waiting: (holder: string) => void,
  signal?: AbortSignal,
): Promise<() => void> {
  let told = false;
  for (;;) {
    const taken = await tryLock(file, signal);
    if (typeof taken === "function") return taken;
    if (!told) waiting(taken);
    told = true;
    await sleep(POLL_MS, undefined, signal === undefined ? {} : { signal });
  }
}

/**
 * Takes a lock that nobody holds who lives. Throws a disk Failure.
 *
 * @returns the release, or who holds it, such as `process 12` or `process 12 on another-host`
 */
export async function tryLock(file: string, signal?: AbortSignal): Promise<(() => void) | string> {
  const me: Holder = {
    host: os.hostname(),
    pid: process.pid,
    began: beganAt(process.pid) ?? 0,
    nonce: randomBytes(8).toString("hex"),
  };
  for (;;) {
    if (claim(file, me)) {
      await sweep(file);
      const beat = setInterval(() => touch(file), BEAT_MS);
      beat.unref();
      return () => {
        clearInterval(beat);
        if (nonceOf(read(file)) === me.nonce) rmSync(file, { force: true });
      };
    }
    const holder = read(file);
    if (holder === "gone") continue;
    if (holder !== "broken" && !(await isDead(holder, file)))
      return `process ${holder.pid}${holder.host === me.host ? "" : ` on ${holder.host}`}`;
    // Whoever may remove this holder's lock is settled by a lock of its own, named after it: a late comer
    // finds another holder, or none, and removes nothing.
    const release = await acquireLock(`${file}.${nonceOf(holder)}`, () => {}, signal);
    if (nonceOf(read(file)) === nonceOf(holder)) rmSync(file, { force: true });
    release();
  }
}

/** Makes the lock file whole in one step: a link fails where the name exists. */
function claim(file: string, me: Holder): boolean {
  const own = `${file}.${me.pid}-${me.nonce}.own`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(own, JSON.stringify(me));
  } catch (error) {
    removeIfThere(own);
    throw diskFailure(error, `take the lock ${file}`);
  }
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw diskFailure(error, `take the lock ${file}`);
  } finally {
    removeIfThere(own);
  }
}

/** Who holds a lock. A lock is whole from its first moment, so a broken one was torn by a power cut. */
function read(file: string): Holder | "gone" | "broken" {
  try {
    const { host, pid, began, nonce } = JSON.parse(readFileSync(file, "utf8")) as Holder;
    return typeof nonce === "string" && Number.isSafeInteger(pid) ? { host, pid, began, nonce } : "broken";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "gone" : "broken";
  }
}

function nonceOf(holder: Holder | "gone" | "broken"): string {
  return typeof holder === "string" ? holder : holder.nonce;
}

/** Removes what processes of this host that were killed while they took the lock left beside it. */
async function sweep(file: string): Promise<void> {
  const beginning = `${path.basename(file)}.`;
  for (const name of readdirSync(path.dirname(file)).filter((each) => each.startsWith(beginning))) {
    const left = path.join(path.dirname(file), name);
    const holder = read(left);
    // A file that is being written tells its process by its name alone.
    const pid = Number(/^(\d+)-/u.exec(name.slice(beginning.length))?.[1] ?? Number.NaN);
    const dead =
      typeof holder === "string"
        ? !Number.isNaN(pid) && !processExists(pid)
        : holder.host === os.hostname() && (await isDead(holder, left));
    if (dead) rmSync(left, { force: true });
  }
}

async function isDead(holder: Holder, file: string): Promise<boolean> {
  if (holder.host !== os.hostname()) {
    const before = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    for (let waited = 0; waited < SILENCE_MS; waited += POLL_MS) {
      await sleep(POLL_MS);
      if (statSync(file, { throwIfNoEntry: false })?.mtimeMs !== before) return false;
    }
    return true;
  }
  if (!processExists(holder.pid)) return true;
  const began = beganAt(holder.pid);
  if (began === null) return process.platform === "linux";
  return Math.abs(began - holder.began) > CLOCK_SLACK;
}

/** Whether a process of this machine is there; one that belongs to somebody else is too. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/**
 * When a process began: clock ticks since boot on Linux, seconds of the epoch elsewhere; null where it is
 * gone (a dead process that waits for its parent included) or the system does not tell.
 */
function beganAt(pid: number): number | null {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name in brackets may hold spaces. Behind it: state, …, and as the 20th field the start time.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return fields[0] === "Z" || fields[0] === "X" ? null : Number(fields[19]);
    }
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    // Loaded here alone: it takes longer than the rest of a run that finds everything fresh.
    const childProcess = process.getBuiltinModule("node:child_process");
    const text = childProcess.execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], {
      encoding: "utf8",
      env,
    });
    const seconds = Math.round(Date.parse(`${text.trim()} UTC`) / 1000);
    return Number.isFinite(seconds) ? seconds : null;
  } catch {
    return null;
  }
}

function touch(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // The lock is gone or the disk refuses: the next write of the run will say so.
  }
}
