import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Failure } from "../../src/pipeline/failure.ts";
import { acquireLock } from "../../src/pipeline/lock.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "candor-lock-"));
  file = path.join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const silent = () => {};
const holderOf = () => JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

test("one holds it, the next waits and is told by whom, and nothing is left behind", async () => {
  const order: string[] = [];
  const release = await acquireLock(file, silent);
  const waiting = acquireLock(file, (holder) => order.push(`waits for ${holder}`)).then((second) => {
    order.push("second");
    second();
  });
  while (order.length === 0) await new Promise((resolve) => setImmediate(resolve));
  order.push("release");
  release();
  await waiting;
  expect(order).toEqual([`waits for process ${process.pid}`, "release", "second"]);
  expect(readdirSync(folder)).toEqual([]);
});

test("ten at once take turns", async () => {
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      const release = await acquireLock(file, silent);
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside--;
      release();
    }),
  );
  expect(most).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

const LEFT: Readonly<Record<string, () => string>> = {
  "of a process that is dead": () =>
    JSON.stringify({ host: os.hostname(), pid: deadPid(), began: 1, nonce: "aa" }),
  "of a process whose number another one has now": () =>
    JSON.stringify({ host: os.hostname(), pid: process.pid, began: 1, nonce: "bb" }),
  "that a power cut emptied": () => "",
  "that a power cut tore": () => '{"host":"x","pi',
};

test.each(Object.entries(LEFT))("a lock %s is taken over", async (_, text) => {
  writeFileSync(file, text());
  // What a process that was killed while it took the lock leaves beside it.
  writeFileSync(`${file}.${deadPid()}-cc.own`, "");
  const release = await acquireLock(file, () => expect.unreachable("nobody is there to wait for"));
  expect(holderOf().pid).toBe(process.pid);
  release();
  expect(readdirSync(folder)).toEqual([]);
});

test("a dead lock is taken over by one of many at once", async () => {
  writeFileSync(file, LEFT["of a process that is dead"]!());
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const release = await acquireLock(file, silent);
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 1));
      inside--;
      release();
    }),
  );
  expect(most).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test("what another live process is writing beside the lock is left alone", async () => {
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"]);
  const own = `${file}.${child.pid}-dd.own`;
  writeFileSync(own, "");
  (await acquireLock(file, silent))();
  expect(readdirSync(folder)).toEqual([path.basename(own)]);
  child.kill();
});

test("waiting can be stopped", async () => {
  const release = await acquireLock(file, silent);
  const stop = new AbortController();
  await expect(acquireLock(file, () => stop.abort(), stop.signal)).rejects.toMatchObject({
    name: "AbortError",
  });
  release();
});

test("a release removes no lock that is another's", async () => {
  const release = await acquireLock(file, silent);
  const other = JSON.stringify({ ...holderOf(), nonce: "ee" });
  writeFileSync(file, other);
  release();
  expect(readFileSync(file, "utf8")).toBe(other);
});

test("a folder that is a file is a disk failure that names it", async () => {
  writeFileSync(file, "");
  await expect(acquireLock(path.join(file, "lock"), silent)).rejects.toThrow(Failure);
  await expect(acquireLock(path.join(file, "lock"), silent)).rejects.toThrow(
    /cannot take the lock .*lock: E(NOTDIR|EXIST), .* run again$/u,
  );
});
