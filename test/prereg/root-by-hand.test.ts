import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { lockOf, renderLock } from "../../src/prereg/lock-file.ts";
import { ROOT } from "../project.ts";
import { SMALL_DESIGN } from "./designs.ts";

test("the program in the documentation, which uses nothing of candor, computes the root of a lock", () => {
  const doc = readFileSync(path.join(ROOT, "docs/preregistration.md"), "utf8");
  const program = /```js\n(.*?)```/su.exec(doc)![1]!;
  const design = { ...SMALL_DESIGN, params: { ...SMALL_DESIGN.params, 'q"\\: {é': ['a\n  "b": {', -0.5] } };
  const lock = lockOf("small", design, null);
  const folder = mkdtempSync(path.join(os.tmpdir(), "candor-root-"));
  try {
    writeFileSync(path.join(folder, "root.mjs"), program);
    writeFileSync(path.join(folder, "lock.json"), renderLock(lock));
    const told = execFileSync(process.execPath, ["root.mjs", "lock.json"], { cwd: folder, encoding: "utf8" });
    expect(told).toBe(`${lock.root}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
