import { embeddingKnn } from "../src/cheap-talk/receivers/embedding-knn.ts";
import { receiverInput } from "../src/cheap-talk/receivers/receiver.ts";
import { segment } from "../src/cheap-talk/segmentation.ts";
import { rowsOf } from "../src/tables/arrow.ts";
import { fromParquet } from "../src/tables/read-parquet.ts";
import { Project, type StageJson } from "../test/project.ts";
import { type Figure, type Findings, median, type Section } from "./section.ts";
import { candor } from "./timed.ts";

const SMALL = 200;
const LARGE = 2000;
const TIMES = 5;

interface Size {
  readonly seconds: number;
  readonly peakMB: number;
  /** Milliseconds of each stage when it runs alone. */
  readonly alone: ReadonlyMap<string, number>;
  /** Milliseconds for one cell of the two computations that grow with the square of its states. */
  readonly squares: { readonly segmentation: number; readonly neighbours: number };
}

/** The whole basket at ten times the states, and how each stage grows. */
async function measure(): Promise<Findings> {
  const [small, large] = [await measureSize(SMALL), await measureSize(LARGE)];
  const stages = [...large.alone].sort((a, b) => b[1] - a[1]);
  const { squares } = large;
  const figures: Figure[] = [
    { name: "wall time", before: small.seconds, value: large.seconds, unit: "s" },
    { name: "peak memory", before: small.peakMB, value: large.peakMB, unit: "MB" },
    ...stages.map(
      ([stage, value]): Figure => ({ name: stage, before: small.alone.get(stage)!, value, unit: "ms" }),
    ),
    {
      name: "one cell: segmentation, O(K·T²)",
      before: small.squares.segmentation,
      value: squares.segmentation,
      unit: "ms",
    },
    {
      name: "one cell: nearest neighbours, O(T²)",
      before: small.squares.neighbours,
      value: squares.neighbours,
      unit: "ms",
    },
  ];
  return {
    figures,
    notes: [`stages one by one, so that none waits for another; ${LARGE / SMALL} times the rows`],
  };
}

async function measureSize(states: number): Promise<Size> {
  const project = Project.whole();
  try {
    project.edit(
      "data/baskets/embedded.yaml",
      "studies: [cheap-talk]",
      `studies: [cheap-talk]\nparams: { state_count: ${states} }`,
    );
    const whole = await candor(project, ["run", "--json"]);
    const { stages } = JSON.parse(whole.stdout) as { stages: StageJson[] };
    // Stages share the cores while all run, so each is timed once more by itself, on what the others made.
    const alone = new Map<string, number>();
    for (const { stage } of stages) {
      const { stdout } = await candor(project, ["run", stage, "--force", "--json"]);
      const run = JSON.parse(stdout) as { stages: StageJson[] };
      alone.set(stage, run.stages.find((each) => each.stage === stage)!.ms);
    }
    return { seconds: whole.ms / 1000, peakMB: whole.peakMB, alone, squares: await measureCell(project) };
  } finally {
    project.dispose();
  }
}

/** One cell in which every message differs: the exaggerator's at b = 0.04 in the neutral frame. */
async function measureCell(project: Project): Promise<Size["squares"]> {
  const decoded = rowsOf(await fromParquet(project.bytes("artifacts/embedded/cheap-talk/decoded.parquet")));
  const cell = decoded.filter(
    (row) => row.model === "embedded/exaggerator" && row.bias === 0.04 && row.frame === "neutral",
  );
  const omega = Float64Array.from(cell, (row) => row.omega as number);
  const actions = Float64Array.from(cell, (row) => row.a_hat as number);
  const messages = cell.map((row) => row.message as string);
  const input = receiverInput(omega, messages, {
    folds: 5,
    foldSeed: 0,
    ridgeAlpha: 1,
    neighbours: 25,
    dimensions: 256,
  });
  return {
    segmentation: times(() => segment(omega, actions, { maxSteps: 10, penalty: 1 })),
    neighbours: times(() => embeddingKnn(input)),
  };
}

function times(action: () => unknown): number {
  const found = Array.from({ length: TIMES }, () => {
    const began = performance.now();
    action();
    return performance.now() - began;
  });
  return median(found);
}

export const large: Section = {
  name: "large",
  title: "Ten times the states: 2,000 per cell, 120,000 rows",
  measure,
};
