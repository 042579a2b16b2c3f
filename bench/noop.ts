import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Project } from "../test/project.ts";
import { type Figure, type Findings, median, type Section } from "./section.ts";
import { timed } from "./timed.ts";

const TIMES = 11;
const CHAIN = 7;
const WIREIT = "wireit@0.14.13";

interface Runner {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

/** A run with nothing to do, beside bare Node and other runners with nothing to do, taking turns. */
async function measure(): Promise<Findings> {
  const project = Project.whole();
  const scratch = mkdtempSync(path.join(tmpdir(), "candor-noop-"));
  const notes: string[] = [];
  try {
    // As the Makefile links it in node_modules/.bin.
    const command = path.join(project.root, ".bin", "candor");
    mkdirSync(path.dirname(command));
    symlinkSync("../bin/candor.mjs", command);
    await timed([command, "run"], project.root);

    const ours: Runner = { name: "candor run", run: () => timed([command, "run"], project.root) };
    const runners: Runner[] = [
      ours,
      { name: "node -e 0", run: () => timed([process.execPath, "-e", "0"], scratch) },
    ];
    for (const [name, prepare] of [
      ["wireit", wireitChain],
      ["Snakemake", snakemakeChain],
    ] as const) {
      try {
        runners.push({ name: `${name}, ${CHAIN} stages`, run: await prepare(path.join(scratch, name)) });
      } catch (error) {
        notes.push(`${name} is not at hand: ${(error as Error).message.trim().split("\n")[0]}`);
      }
    }

    const times = new Map(runners.map(({ name }) => [name, [] as number[]]));
    for (let i = 0; i < TIMES; i++) {
      for (const { name, run } of runners) {
        const began = performance.now();
        await run();
        times.get(name)!.push(performance.now() - began);
      }
    }
    const base = median(times.get(ours.name)!);
    const figures = runners.flatMap(({ name }): Figure[] => {
      const value = median(times.get(name)!);
      const figure: Figure = { name: `${name}, median of ${TIMES}`, value, unit: "ms" };
      if (name === ours.name) return [{ ...figure, bound: { kind: "at most", value: 400 } }];
      return [figure, { name: `${name} ÷ candor run`, value: value / base, unit: "×" }];
    });
    return { figures, notes };
  } finally {
    project.dispose();
    rmSync(scratch, { recursive: true, force: true });
  }
}

const COPY = `const fs = require("node:fs"); const [from, to] = process.argv.slice(2);
fs.writeFileSync(to, fs.readFileSync(from, "utf8") + "x");
`;

/** A chain in which each stage copies what the one before made. Returns a run with nothing to do. */
async function wireitChain(folder: string): Promise<() => Promise<unknown>> {
  mkdirSync(folder);
  const stages = Array.from({ length: CHAIN }, (_, i) => i + 1);
  const wireit = Object.fromEntries(
    stages.map((i) => [
      `s${i}`,
      {
        command: `node copy.cjs ${i - 1}.txt ${i}.txt`,
        files: ["copy.cjs", ...(i === 1 ? ["0.txt"] : [])],
        output: [`${i}.txt`],
        ...(i === 1 ? {} : { dependencies: [`s${i - 1}`] }),
      },
    ]),
  );
  const scripts = Object.fromEntries(stages.map((i) => [`s${i}`, "wireit"]));
  writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({ name: "chain", private: true, scripts, wireit }),
  );
  writeFileSync(path.join(folder, "copy.cjs"), COPY);
  writeFileSync(path.join(folder, "0.txt"), "x");
  await timed(
    ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", WIREIT],
    folder,
  );
  const run = () => timed(["npm", "run", "--silent", `s${CHAIN}`], folder);
  await run();
  return run;
}

async function snakemakeChain(folder: string): Promise<() => Promise<unknown>> {
  mkdirSync(folder);
  const rules = Array.from(
    { length: CHAIN },
    (_, i) =>
      `rule s${i + 1}:\n  input: "${i}.txt"\n  output: "${i + 1}.txt"\n  shell: "node copy.cjs {input} {output}"\n`,
  );
  writeFileSync(path.join(folder, "Snakefile"), `rule all:\n  input: "${CHAIN}.txt"\n${rules.join("")}`);
  writeFileSync(path.join(folder, "copy.cjs"), COPY);
  writeFileSync(path.join(folder, "0.txt"), "x");
  const run = () => timed(["snakemake", "--cores", "1", "--quiet"], folder);
  await run();
  return run;
}

export const noop: Section = { name: "noop", title: "A run with nothing to do", measure };
