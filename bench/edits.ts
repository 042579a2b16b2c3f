import { Project, type StageJson } from "../test/project.ts";
import type { Figure, Findings, Section } from "./section.ts";
import { timed } from "./timed.ts";

const BASKET = "data/baskets/embedded.yaml";
const STRATEGIES = "src/advisors/embedded";

interface Edit {
  readonly name: string;
  readonly make: (project: Project) => void;
}

const append = (project: Project, file: string, text: string) =>
  project.write(file, `${project.read(file)}${text}`);
const entry = (name: string, strategy: string, seed: number) =>
  `  - name: ${name}\n    embedded: { strategy: ${strategy}, params: { seed: ${seed} } }\n`;

/** In this order, each on top of those before it. */
const EDITS: readonly Edit[] = [
  {
    name: "a comment in a stage",
    make: (project) => append(project, "stages/cheap-talk/decoded.ts", "// A remark.\n"),
  },
  {
    name: "a type in a stage",
    make: (project) =>
      append(project, "stages/cheap-talk/decoded.ts", "export type Extra = { readonly x: bigint };\n"),
  },
  {
    name: "the code of one table",
    make: (project) =>
      project.edit(
        "stages/cheap-talk/tables/bias_table.ts",
        "Means over all models",
        "Plain means over all models",
      ),
  },
  {
    name: "a fifth entry with a known strategy",
    make: (project) => append(project, BASKET, entry("embedded/second", "truthful", 2)),
  },
  {
    name: "a sixth entry with a new strategy",
    make: (project) => {
      project.write(
        `${STRATEGIES}/rounder.ts`,
        project.read(`${STRATEGIES}/truthful.ts`).replaceAll("truthful", "rounder"),
      );
      append(project, BASKET, entry("embedded/rounder", "rounder", 1));
    },
  },
];

/** What runs after an edit, and how long it takes. A mapped stage has 15 slices per sender. */
async function measure(): Promise<Findings> {
  const project = Project.whole();
  const figures: Figure[] = [];
  const run = async () => {
    const { ms, stdout } = await timed(
      [process.execPath, `${project.root}/bin/candor.mjs`, "run", "--json"],
      project.root,
    );
    return { ms, stages: (JSON.parse(stdout) as { stages: StageJson[] }).stages };
  };
  try {
    await run();
    for (const { name, make } of EDITS) {
      make(project);
      const { ms, stages } = await run();
      const ran = stages.filter(({ state }) => state === "ran");
      const slices = ran.filter(({ slices }) => slices.ran + slices.fresh > 1);
      const most = Math.max(0, ...slices.map(({ slices }) => slices.ran));
      figures.push(
        { name: `${name}: stages of ${stages.length} that ran`, value: ran.length, unit: "stages" },
        {
          name: `${name}: slices that ran in each of ${slices.length} mapped stages`,
          value: most,
          unit: "slices",
        },
        { name: `${name}: time`, value: ms / 1000, unit: "s" },
      );
    }
    return { figures, notes: [] };
  } finally {
    project.dispose();
  }
}

export const edits: Section = { name: "edits", title: "What an edit re-runs", measure };
