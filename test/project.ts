import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";

/** Root of the checkout under test. */
export const ROOT = path.resolve(import.meta.dirname, "..");

/** What the engine needs of a project, apart from pipeline, stages, schemas and data. */
const ENGINE = [
  "bin",
  "src",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "schemas/pipeline.schema.json",
  "schemas/basket.schema.json",
  "schemas/prereg-deviations.schema.json",
];

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A project of its own in a scratch folder, with the engine under test and whatever files a test gives it. */
export class Project {
  readonly root: string;

  constructor(
    files: Readonly<Record<string, string>>,
    root = mkdtempSync(path.join(os.tmpdir(), "candor-test-")),
  ) {
    this.root = root;
    for (const part of ENGINE) copyInto(root, part);
    symlinkSync(path.join(ROOT, "node_modules"), path.join(root, "node_modules"));
    for (const part of builtCommandLine()) copyInto(root, part);
    for (const [file, text] of Object.entries(files)) this.write(file, text);
  }

  /** A project with the whole of the checkout's studies. */
  static whole(root?: string): Project {
    const project = new Project({}, root);
    for (const part of ["stages", "schemas", "data", "pipeline.yaml"]) copyInto(project.root, part);
    return project;
  }

  write(file: string, text: string | Uint8Array): void {
    const full = path.join(this.root, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, text);
  }

  read(file: string): string {
    return readFileSync(path.join(this.root, file), "utf8");
  }

  bytes(file: string): Buffer {
    return readFileSync(path.join(this.root, file));
  }

  has(file: string): boolean {
    return existsSync(path.join(this.root, file));
  }

  /** Replaces the one place where `from` stands in a file. */
  edit(file: string, from: string, to: string): void {
    const text = this.read(file);
    if (text.split(from).length !== 2) throw new Error(`${file} must hold ${JSON.stringify(from)} once`);
    this.write(
      file,
      text.replace(from, () => to),
    );
  }

  remove(file: string): void {
    rmSync(path.join(this.root, file), { recursive: true });
  }

  /** Runs candor to its end. */
  candor(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    bin = this.root,
  ): Ended {
    const { status, signal, stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(bin, "bin", "candor.mjs"), ...args],
      {
        cwd: this.root,
        encoding: "utf8",
        env: { ...process.env, NO_COLOR: "1", ...environment },
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    return { code: status, signal, stdout, stderr };
  }

  /** Starts candor; the test decides when it ends. `before` goes before it in a shell, such as `ulimit -f 8;`. */
  start(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    before: string | null = null,
  ) {
    const candor = [process.execPath, path.join(this.root, "bin", "candor.mjs"), ...args] as const;
    const shell = ["bash", "-c", `${before} exec "$@"`, "candor", ...candor] as const;
    const [command, ...rest] = before === null ? candor : shell;
    const child = spawn(command, rest, {
      cwd: this.root,
      env: { ...process.env, NO_COLOR: "1", ...environment },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (data: Buffer) => (stdout += data.toString("utf8")));
    child.stderr.on("data", (data: Buffer) => (stderr += data.toString("utf8")));
    const ended = new Promise<Ended>((resolve) => {
      child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
    });
    return { child, ended, stderr: () => stderr };
  }

  /** `candor run --json` with the outcome of each stage by id. Fails the test where candor could not run. */
  run(args: readonly string[] = []): {
    code: number | null;
    stderr: string;
    stages: Record<string, StageJson>;
  } {
    const { code, stdout, stderr } = this.candor(["run", "--json", ...args]);
    if (stdout === "") throw new Error(`candor run printed nothing; ${stderr}`);
    return { code, stderr, stages: byId(stdout) };
  }

  status(args: readonly string[] = []): { code: number | null; stages: Record<string, StageJson> } {
    const { code, stdout } = this.candor(["status", "--json", ...args]);
    return { code, stages: byId(stdout) };
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

export interface StageJson {
  readonly stage: string;
  readonly state: string;
  readonly slices: { readonly ran: number; readonly fresh: number };
  readonly reasons: readonly {
    readonly kind: string;
    readonly path: string;
    readonly was: unknown;
    readonly is: unknown;
  }[];
  readonly ms: number;
  readonly failure?: string;
}

function byId(json: string): Record<string, StageJson> {
  const { stages } = JSON.parse(json) as { stages: StageJson[] };
  return Object.fromEntries(stages.map((stage) => [stage.stage, stage]));
}

let build: readonly string[] | null = null;

/** The command line of the checkout, built once; the same sources give the same build in every project. */
function builtCommandLine(): readonly string[] {
  if (build === null) {
    spawnSync(process.execPath, [path.join(ROOT, "bin", "candor.mjs"), "--version"]);
    const current = path.join(ROOT, ".candor", "cli", "current.json");
    const { name } = JSON.parse(readFileSync(current, "utf8")) as { name: string };
    build = [".candor/cli/current.json", `.candor/cli/${name}`];
  }
  return build;
}

function copyInto(root: string, part: string): void {
  cpSync(path.join(ROOT, part), path.join(root, part), { recursive: true });
}

/** Stages that ran, in byte order. */
export function ran(stages: Readonly<Record<string, StageJson>>): string[] {
  return Object.values(stages)
    .filter(({ state }) => state === "ran")
    .map(({ stage }) => stage)
    .sort();
}
