import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import type { DiffReport } from "../../src/diff/report.ts";
import { type Ended, type Project, ROOT } from "../project.ts";

/** Git in a test's folder: no settings of this machine, a fixed author. */
export function git(folder: string, args: readonly string[], ok = true): string {
  const { status, stdout, stderr } = spawnSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_PAGER: "cat",
      GIT_AUTHOR_NAME: "test",
      GIT_AUTHOR_EMAIL: "test@example.org",
      GIT_COMMITTER_NAME: "test",
      GIT_COMMITTER_EMAIL: "test@example.org",
    },
  });
  if (ok && status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** Makes a repository of a project as the checkout is one: Parquet files and caches are left out. */
export function commitAll(project: Project, message: string): string {
  if (!project.has(".git")) {
    git(project.root, ["init", "-q", "-b", "main"]);
    project.write(".gitignore", "node_modules\n.candor/\n/artifacts/**/*.parquet\n");
    project.write(".gitattributes", readFileSync(path.join(ROOT, ".gitattributes")));
  }
  git(project.root, ["add", "-A"]);
  git(project.root, ["commit", "-q", "--allow-empty", "-m", message]);
  return git(project.root, ["rev-parse", "HEAD"]).trim();
}

const schema = JSON.parse(readFileSync(path.join(ROOT, "schemas", "diff.schema.json"), "utf8")) as object;
const isReport = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

/** `candor diff --format json`; the report is checked by its schema, and the exit code against what it says. */
export function diffJson(
  project: Project,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): DiffReport {
  const ended: Ended = project.candor(["diff", "--format", "json", ...args], environment);
  if (ended.stdout === "") throw new Error(`candor diff printed nothing; ${ended.stderr}`);
  const report = JSON.parse(ended.stdout) as DiffReport;
  expect(isReport(report) ? [] : isReport.errors).toEqual([]);
  expect(ended.code).toBe(report.equal ? 0 : 1);
  return report;
}
