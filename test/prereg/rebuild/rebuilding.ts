import { readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import type { Engine } from "../../../src/pipeline/plan.ts";
import { rebuildBasket } from "../../../src/prereg/rebuild/rebuild.ts";
import type { RebuildReport, StageRebuild } from "../../../src/prereg/rebuild/report.ts";
import type { Project } from "../../project.ts";
import { TOY, toyProject } from "../../toy.ts";

/** The engine of a project as its own command line hands it over. */
export function engineOf(project: Project, root = project.root): Engine {
  const current = JSON.parse(project.read(".candor/cli/current.json")) as {
    name: string;
    workerHash: `sha256:${string}`;
    writerHash: `sha256:${string}`;
  };
  const at = path.join(root, ".candor", "cli", current.name);
  return {
    root,
    worker: { file: path.join(at, "worker.cjs"), hash: current.workerHash },
    writer: { file: path.join(at, "writer.cjs"), hash: current.writerHash },
  };
}

/** Rebuilds a basket of a project; also what was told on the way. */
export async function rebuildOf(
  project: Project,
  {
    basket = "embedded",
    root = project.root,
    signal = new AbortController().signal,
    heard = (_line: string) => {},
  } = {},
): Promise<
  RebuildReport & { readonly lines: readonly string[]; readonly of: Readonly<Record<string, StageRebuild>> }
> {
  const lines: string[] = [];
  const report = await rebuildBasket(engineOf(project, root), basket, {
    jobs: 2,
    report: (line) => {
      lines.push(line);
      heard(line);
    },
    signal,
  });
  return { ...report, lines, of: Object.fromEntries(report.stages.map((stage) => [stage.stage, stage])) };
}

/** Puts other bytes into a file and its time back, as somebody would who does not want to be noticed. */
export function tamper(project: Project, file: string, change: (text: string) => string): void {
  const full = path.join(project.root, file);
  const { atime, mtime } = statSync(full);
  const text = readFileSync(full, "latin1");
  const changed = change(text);
  if (changed === text) throw new Error(`${file} was not changed`);
  project.write(file, Buffer.from(changed, "latin1"));
  utimesSync(full, atime, mtime);
}

/** The toy project with its artifacts made. */
export function madeToy(changes: Readonly<Record<string, string>> = {}, basket = "embedded"): Project {
  const project = toyProject(changes);
  const { code, stderr } = project.run(["--basket", basket]);
  if (code !== 0) throw new Error(stderr);
  return project;
}

/** Names of what rebuilds have left behind. */
export function leftovers(project: Project): string[] {
  return project.has(".candor/rebuild") ? readdirSync(path.join(project.root, ".candor/rebuild")) : [];
}

export { TOY };
