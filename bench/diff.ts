import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import type { DiffReport } from "../src/diff/report.ts";
import { arrowTable, type FlatColumn, type FlatTexts } from "../src/tables/flat.ts";
import { toParquet } from "../src/tables/parquet.ts";
import { Project, ROOT } from "../test/project.ts";
import { schemaOf } from "../test/tables/sample.ts";
import type { Findings, Section } from "./section.ts";
import { candor, type Peaked, peaked, timed } from "./timed.ts";

const BIN = path.join(ROOT, "bin", "candor.mjs");
const ROWS = 1_000_000;

/** `candor diff` of two large files and of two whole trees; beside it what reading the files alone takes. */
async function measure(): Promise<Findings> {
  const scratch = mkdtempSync(path.join(tmpdir(), "candor-diff-"));
  // Inside the project, so that packages are found.
  const script = path.join(ROOT, ".candor", `bench-diff-${process.pid}.mjs`);
  try {
    await build({
      entryPoints: [path.join(ROOT, "bench", "diff-once.ts")],
      outfile: script,
      bundle: true,
      platform: "node",
      target: "node20",
      format: "esm",
      packages: "external",
      logLevel: "warning",
    });
    const pair = (folder: string) => ["a", "b"].map((side) => path.join(scratch, folder, side));
    const compared = async (folder: string, ...options: readonly string[]) => {
      const args = [BIN, "diff", ...pair(folder), "--format", "json", "--samples", "20", ...options];
      const done = await peaked(args, ROOT, {}, [1]);
      return { ...done, report: JSON.parse(done.stdout) as DiffReport };
    };
    // Builds the command line, which is not to be measured.
    await timed([process.execPath, BIN, "--version"], ROOT);
    await writeLarge(scratch);
    const floor = await peaked([script, ...pair("")], ROOT);
    const files = await compared("", "--key", "model,frame,item");
    await writeTrees(path.join(scratch, "trees"));
    const trees = await compared("trees");
    const { changed } = files.report.tables[0]!;
    return {
      figures: [
        { name: "two files of 1,000,000 rows, read alone", value: seconds(floor), unit: "s" },
        {
          name: "two files of 1,000,000 rows, 1 % of cells changed",
          value: seconds(files),
          unit: "s",
          bound: { kind: "at most", value: 15 },
        },
        { name: "by reading alone", value: files.ms / floor.ms, unit: "×" },
        {
          name: "peak memory",
          before: floor.peakMB,
          value: files.peakMB,
          unit: "MB",
          bound: { kind: "at most", value: 1500 },
        },
        {
          name: "two trees of 12,000 rows, figures drawn",
          value: seconds(trees),
          unit: "s",
          bound: { kind: "at most", value: 2 },
        },
        { name: "two trees of 12,000 rows, figures drawn, peak memory", value: trees.peakMB, unit: "MB" },
      ],
      notes: [
        `large files: ${changed.cells} cells in ${changed.rows} rows differ`,
        `trees: ${trees.report.tables.length} tables and ${trees.report.figures.length} figures differ (another seed of states)`,
      ],
    };
  } finally {
    rmSync(scratch, { recursive: true });
    rmSync(script, { force: true });
  }
}

const seconds = ({ ms }: Peaked): number => ms / 1000;

/** Key: two texts and an integer. Every hundredth cell of the other columns differs in the second file. */
async function writeLarge(folder: string): Promise<void> {
  const schema = schemaOf(
    {
      model: "string",
      frame: "string",
      item: "integer",
      omega: "number",
      action: "number",
      count: "integer",
      valid: "boolean",
      message: "string",
    },
    ["model", "frame", "item"],
  );
  for (const side of ["a", "b"]) {
    const differs = (row: number, column: number) => side === "b" && (row + 13 * column) % 100 === 0;
    const base = { nullable: false, valid: null };
    const columns = new Map<string, FlatColumn>([
      ["model", { ...base, ...texts((row) => `model/${Math.floor(row / 250_000)}`) }],
      ["frame", { ...base, ...texts((row) => `frame ${Math.floor(row / 50_000) % 5}`) }],
      [
        "item",
        { ...base, type: "int32", values: Int32Array.from({ length: ROWS }, (_, row) => row % 50_000) },
      ],
      [
        "omega",
        { ...base, type: "float64", values: numbers((row) => fraction(row) + (differs(row, 1) ? 0.001 : 0)) },
      ],
      [
        "action",
        {
          ...base,
          type: "float64",
          values: numbers((row) => fraction(7 * row) + (differs(row, 2) ? 1e-9 : 0)),
        },
      ],
      [
        "count",
        {
          ...base,
          type: "int32",
          values: Int32Array.from({ length: ROWS }, (_, row) => (row % 977) + (differs(row, 3) ? 1 : 0)),
        },
      ],
      [
        "valid",
        {
          ...base,
          type: "bool",
          values: Uint8Array.from(
            { length: ROWS },
            (_, row) => Number(row % 3 === 0) ^ Number(differs(row, 4)),
          ),
        },
      ],
      [
        "message",
        {
          ...base,
          ...texts((row) => `The state is ${fraction(row).toFixed(6)}${differs(row, 5) ? "!" : "."}`),
        },
      ],
    ]);
    writeFileSync(path.join(folder, side), await toParquet(arrowTable({ length: ROWS, columns }), schema));
  }
}

const numbers = (at: (row: number) => number): Float64Array =>
  Float64Array.from({ length: ROWS }, (_, row) => at(row));

/** Spread over 0 to 1 without a generator. */
const fraction = (row: number): number => (row * 0.6180339887498949) % 1;

function texts(at: (row: number) => string): Pick<FlatTexts, "type" | "offsets" | "bytes"> {
  const offsets = new Int32Array(ROWS + 1);
  const parts: Buffer[] = [];
  for (let row = 0; row < ROWS; row++) {
    const bytes = Buffer.from(at(row));
    parts.push(bytes);
    offsets[row + 1] = offsets[row]! + bytes.length;
  }
  return { type: "utf8", offsets, bytes: Buffer.concat(parts) };
}

/** The embedded basket, and the same with other states: every table that knows them differs. */
async function writeTrees(folder: string): Promise<void> {
  const project = Project.whole();
  try {
    for (const side of ["a", "b"]) {
      if (side === "b") project.edit("pipeline.yaml", "  state_seed: 20260529", "  state_seed: 20260530");
      await candor(project, ["run"]);
      cpSync(path.join(project.root, "artifacts", "embedded"), path.join(folder, side), { recursive: true });
    }
  } finally {
    project.dispose();
  }
}

export const diff: Section = {
  name: "diff",
  title: "candor diff of two files and of two trees",
  measure,
};
