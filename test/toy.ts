import path from "node:path";
import { filesBelow } from "../src/pipeline/files.ts";
import { Project } from "./project.ts";

const schema = (title: string, key: string[], columns: Record<string, string>) =>
  JSON.stringify({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title,
    description: `${title} of the toy study`,
    type: "object",
    "x-key": key,
    additionalProperties: false,
    required: Object.keys(columns),
    properties: Object.fromEntries(
      Object.entries(columns).map(([name, type]) => [name, { type, description: name }]),
    ),
  });

/** Files of a small study: numbers → (by group) squared → total, with a note read from a file. */
export const TOY: Readonly<Record<string, string>> = {
  "pipeline.yaml": `params:
  groups: [a, b, c]
  count: 4
  offset: 1
  seed: 7
stages:
  toy/numbers:
    module: stages/toy/numbers.ts
    params: [groups, count]
    output: toy/numbers.parquet
    schema: schemas/toy/numbers.schema.json
  toy/squared:
    module: stages/toy/squared.ts
    inputs: { numbers: toy/numbers }
    params: [offset, seed]
    map: [group]
    output: toy/squared.parquet
    schema: schemas/toy/squared.schema.json
  toy/tables/total:
    module: stages/toy/tables/total.ts
    inputs:
      squared: toy/squared
      notes: data/notes/*.txt
    output: toy/tables/total.parquet
    schema: schemas/toy/total.schema.json
    renderings: [csv, md, tex]
  toy/figures/sketch:
    module: stages/toy/figures/sketch.ts
    inputs: { squared: toy/squared }
    output: toy/figures/sketch.svg
`,
  "data/baskets/embedded.yaml": `name: embedded
studies: [toy]
models:
  - name: embedded/echo
    embedded: { strategy: truthful }
`,
  "data/notes/first.txt": "a note\n",
  "schemas/toy/numbers.schema.json": schema("NumbersRow", ["group", "index"], {
    group: "string",
    index: "integer",
    x: "number",
  }),
  "schemas/toy/squared.schema.json": schema("SquaredRow", ["group", "index"], {
    group: "string",
    index: "integer",
    y: "number",
    seed: "string",
  }),
  "schemas/toy/total.schema.json": schema("TotalRow", ["group"], {
    group: "string",
    total: "number",
    notes: "integer",
  }),
  "stages/toy/numbers.ts": `export default function numbers(_inputs: object, { groups, count }: { groups: string[]; count: number }) {
  return groups.flatMap((group, g) => Array.from({ length: count }, (_, index) => ({ group, index, x: g + index / 2 })));
}
`,
  "stages/toy/squared.ts": `interface NumbersRow { group: string; index: number; x: number }
export default function squared({ numbers }: { numbers: NumbersRow[] }, { offset }: { offset: number }, context: { seed: string }) {
  return numbers.map(({ group, index, x }) => ({ group, index, y: x * x + offset, seed: context.seed.slice(0, 8) }));
}
`,
  "stages/toy/tables/total.ts": `interface SquaredRow { group: string; y: number }
export default function total({ squared, notes }: { squared: SquaredRow[]; notes: Record<string, string> }) {
  const sums = new Map<string, number>();
  for (const { group, y } of squared) sums.set(group, (sums.get(group) ?? 0) + y);
  const rows = [...sums].map(([group, total]) => ({ group, total, notes: Object.keys(notes).length }));
  return { rows, caption: "Sums of squares." };
}
`,
  "stages/toy/figures/sketch.ts": `export default function sketch({ squared }: { squared: { y: number }[] }) {
  return '<svg xmlns="http://www.w3.org/2000/svg"><title>' + squared.length + " points</title></svg>\\n";
}
`,
};

/** A project with the toy study; `changes` replace or add files. */
export function toyProject(changes: Readonly<Record<string, string>> = {}): Project {
  return new Project({ ...TOY, ...changes });
}

/**
 * A project with one study `pure` of figure stages, one per body. A body is what stands in the stage's
 * function; what it returns is the figure's text. `heads` holds what stands above the function.
 */
export function stagesOf(
  bodies: Readonly<Record<string, string>>,
  heads: Readonly<Record<string, string>> = {},
): Project {
  const names = Object.keys(bodies);
  const stages = names.map(
    (name) => `  pure/${name}: { module: stages/pure/${name}.ts, output: pure/${name}.svg }\n`,
  );
  const modules = names.map((name) => [
    `stages/pure/${name}.ts`,
    `${heads[name] ?? ""}\nexport default function stage(inputs: any, params: any, context: any): any {\n${bodies[name]}\n}\n`,
  ]);
  return new Project({
    "pipeline.yaml": `params: { hidden: 1, seed: 7 }\nstages:\n${stages.join("")}`,
    "data/baskets/embedded.yaml": TOY["data/baskets/embedded.yaml"]!.replace("[toy]", "[pure]"),
    ...Object.fromEntries(modules),
  });
}

/** Every file below artifacts/ by its path there, as text of one character per byte. */
export function artifactsOf(project: Project): Record<string, string> {
  const folder = "artifacts";
  const files = filesBelow(path.join(project.root, folder));
  return Object.fromEntries(
    files.map((file) => [file, project.bytes(`${folder}/${file}`).toString("latin1")]),
  );
}

/** Every blob and result of the store, by path in the project. */
export function storeFiles(project: Project): string[] {
  return filesBelow(path.join(project.root, ".candor", "store")).map((file) => `.candor/store/${file}`);
}

/** The toy study with eight slices, each of which takes some 50 to 100 ms of a processor. */
export function slowProject(): Project {
  const busy = "  let z = 0;\n  for (let i = 0; i < 2e7; i++) z = Math.sqrt(z + i);\n";
  return toyProject({
    "pipeline.yaml": TOY["pipeline.yaml"]!.replace("[a, b, c]", "[a, b, c, d, e, f, g, h]"),
    "stages/toy/squared.ts": TOY["stages/toy/squared.ts"]!.replace(
      "  return numbers",
      `${busy}  if (z < 0) return [];\n  return numbers`,
    ),
  });
}
