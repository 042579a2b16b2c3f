import { byteOrder } from "../tables/canonical.ts";
import type { Json } from "./canonical.ts";
import {
  EMBEDDING,
  type Embedded,
  outputFiles,
  type Pipeline,
  type Rendering,
  rolesAsked,
  type StageDefinition,
  type StageInput,
  SUBJECT,
  strategyModule,
} from "./definition.ts";
import { Failure } from "./failure.ts";
import type { ProjectFiles } from "./files.ts";
import { type Faults, loadYaml } from "./yaml.ts";

/** Name of a param that stands for the basket's models in the role of subjects. */
export const MODELS_PARAM = "models";

/** Value of the embedding param where the basket names no model. */
export const HASHED_TRIGRAMS = "hashed-trigrams";

const FILE = "pipeline.yaml";
const SCHEMA = "schemas/pipeline.schema.json";

interface SourceYaml {
  module: string;
  inputs?: Record<string, string>;
  params?: string[];
  map?: string[];
}

interface StageYaml extends SourceYaml {
  ask?: string;
  ask_roles?: string[];
  output: string;
  schema?: string;
  renderings?: Rendering[];
  on_demand?: boolean;
  imported?: SourceYaml;
  models?: string[];
}

interface PipelineYaml {
  params: Record<string, Json>;
  roles?: string[];
  rehearsal?: Record<string, Record<string, string | { strategy: string; params?: Embedded["params"] }>>;
  stages: Record<string, StageYaml>;
}

/** Reads and checks pipeline.yaml. Throws one definition Failure that lists every fault with file, line and column. */
export function loadPipeline(files: ProjectFiles): Promise<Pipeline> {
  return loadYaml(files, FILE, SCHEMA, (value, source) =>
    buildPipeline(value as PipelineYaml, files, source),
  );
}

function buildPipeline(yaml: PipelineYaml, files: ProjectFiles, source: Faults): Pipeline | null {
  const stages = new Map(Object.entries(yaml.stages).map(([id, stage]) => [id, define(id, stage)]));
  const roles = yaml.roles ?? [];
  roles.forEach((role, index) => {
    if (Object.hasOwn(yaml.params, role))
      source.fault(["roles", index], `"${role}" is a param too; a role is a param that names models`);
  });
  const known = { params: yaml.params, roles };

  const ofImported = new Map([...stages].map(([id, stage]) => [id, stage.imported ?? stage]));
  for (const [id, stage] of stages) {
    checkReferences(stage, ["stages", id], stages, known, files, source);
    if (stage.imported !== null)
      checkReferences(stage.imported, ["stages", id, "imported"], ofImported, known, files, source);
  }
  checkOutputs(stages, source);
  const rehearsals = rehearsalsOf(yaml, stages, roles, files, source);
  if (source.any) return null;
  const ordered = inInputOrder(stages, source);
  inInputOrder(ofImported, source);
  return { ...known, rehearsals, stages: ordered };
}

/** Who stands in for whom, by study and role: one for each role that a stage of the study asks. */
function rehearsalsOf(
  { rehearsal = {} }: PipelineYaml,
  stages: ReadonlyMap<string, StageDefinition>,
  roles: readonly string[],
  files: ProjectFiles,
  source: Faults,
): Pipeline["rehearsals"] {
  const rehearsals = new Map<string, ReadonlyMap<string, Embedded>>();
  for (const [study, standIns] of Object.entries(rehearsal)) {
    const at = ["rehearsal", study];
    const ofStudy = [...stages.values()].filter((stage) => stage.study === study);
    if (ofStudy.length === 0) source.fault(at, `there is no study "${study}"`, "key");
    const known = [SUBJECT, ...roles];
    for (const role of Object.keys(standIns))
      if (!known.includes(role))
        source.fault([...at, role], `unknown role "${role}"; known: ${known.join(", ")}`, "key");
    for (const role of new Set(ofStudy.flatMap(rolesAsked)))
      if (!Object.hasOwn(standIns, role))
        source.fault(at, `nobody stands in for ${role}, which stages of ${study} ask`, "key");
    const embedded = Object.entries(standIns).map(([role, standIn]): [string, Embedded] => {
      const { strategy, params = {} } = typeof standIn === "string" ? { strategy: standIn } : standIn;
      const module = strategyModule(strategy);
      if (files.read(module) === null)
        source.fault([...at, role], `unknown strategy "${strategy}": ${module} does not exist`);
      return [role, { strategy, params }];
    });
    rehearsals.set(study, new Map(embedded));
  }
  return rehearsals;
}

function define(id: string, yaml: StageYaml): StageDefinition {
  const stage = {
    id,
    study: id.split("/")[0]!,
    ask: yaml.ask ?? null,
    askRoles: yaml.ask_roles ?? [],
    output: yaml.output,
    schema: yaml.schema ?? null,
    renderings: yaml.renderings ?? [],
    onDemand: yaml.on_demand ?? false,
    models: yaml.models ?? null,
    ...sourceOf(yaml),
    imported: null,
  };
  // What a log holds was asked by others: nothing is asked there.
  const imported = yaml.imported && { ...stage, ask: null, askRoles: [], ...sourceOf(yaml.imported) };
  return { ...stage, imported: imported ?? null };
}

/** Where a stage's rows come from: its code, and what it is given. */
function sourceOf(yaml: SourceYaml): Pick<StageDefinition, "module" | "inputs" | "params" | "map"> {
  return {
    module: yaml.module,
    inputs: new Map(Object.entries(yaml.inputs ?? {}).map(([name, from]) => [name, inputOf(from)])),
    params: yaml.params ?? [],
    map: yaml.map ?? [],
  };
}

const JOURNAL = "journal:";

/** Stands for the basket's name in the path of a file input; such files need not be there. */
export const BASKET_PLACE = "{basket}";

function inputOf(from: string): StageInput {
  if (from.startsWith("data/")) return { kind: "files", pattern: from };
  if (from.startsWith(JOURNAL)) return { kind: "journal", of: from.slice(JOURNAL.length) };
  return { kind: "stage", stage: from };
}

/** `at` is where the stage's module, inputs, params and map stand. */
function checkReferences(
  stage: StageDefinition,
  at: string[],
  stages: ReadonlyMap<string, StageDefinition>,
  { params, roles }: Pick<Pipeline, "params" | "roles">,
  files: ProjectFiles,
  source: Faults,
): void {
  if (files.read(stage.module) === null)
    source.fault([...at, "module"], `module ${stage.module} does not exist`);
  for (const [name, input] of stage.inputs) {
    const here = [...at, "inputs", name];
    if (input.kind === "stage") checkStageInput(stage, input.stage, stages, here, source);
    else if (input.kind === "files") checkFilesInput(input.pattern, here, files, source);
  }
  stage.params.forEach((param, index) => {
    if (
      param !== MODELS_PARAM &&
      param !== EMBEDDING &&
      !roles.includes(param) &&
      !Object.hasOwn(params, param)
    ) {
      const known = [...Object.keys(params), ...roles];
      source.fault(
        [...at, "params", index],
        `undeclared param "${param}"; ${nearest(param, known, "declare it under params")}`,
      );
    }
  });
  stage.askRoles.forEach((role, index) => {
    if (!roles.includes(role))
      source.fault(
        [...at, "ask_roles", index],
        `unknown role "${role}"; ${nearest(role, roles, "declare it under roles")}`,
      );
  });
  if (stage.askRoles.length > 0 && stage.ask === EMBEDDING)
    source.fault([...at, "ask_roles"], "a stage asks models or for embeddings, not both");
  const isTable = stage.output.endsWith(".parquet");
  if (isTable && stage.schema === null)
    source.fault([...at, "output"], `a table needs a schema: name one under "schema"`);
  if (!isTable && stage.schema !== null)
    source.fault([...at, "schema"], "a figure has no schema; remove the line");
  if (!isTable && stage.renderings.length > 0)
    source.fault([...at, "renderings"], "a figure has no renderings; remove the line");
  if (stage.schema !== null && files.read(stage.schema) === null) {
    source.fault([...at, "schema"], `schema ${stage.schema} does not exist`);
  }
  checkMap(stage, stages, files, at, source);
}

function checkStageInput(
  stage: StageDefinition,
  from: string,
  stages: ReadonlyMap<string, StageDefinition>,
  at: string[],
  source: Faults,
): void {
  if (from === stage.id) {
    source.fault(at, `stage ${stage.id} takes its own output as input`);
    return;
  }
  const other = stages.get(from);
  if (other === undefined) {
    const claimed = [...stages.values()].find((each) =>
      outputFiles(each).includes(from.replace(/^artifacts\/[^/]+\//u, "")),
    );
    const hint =
      claimed === undefined
        ? nearest(from, [...stages.keys()], "an input is a stage id, or a path below data/")
        : claimed.id === stage.id
          ? "that is this stage's own output: a stage must not read what it writes"
          : `that is the output of ${claimed.id} (${source.place(["stages", claimed.id], "key")}): name the stage`;
    source.fault(at, `unknown stage "${from}" in inputs of ${stage.id}; ${hint}`);
  } else if (other.schema === null) {
    source.fault(at, `${from} makes a figure; only tables can be inputs`);
  } else if (other.onDemand && !stage.onDemand) {
    source.fault(at, `${from} runs on demand only, so ${stage.id} must be on_demand as well`);
  } else if (other.models !== null && !within(stage.models, other.models)) {
    source.fault(
      at,
      `${from} is limited to baskets with ${other.models.join(", ")}, so ${stage.id} must be limited to these models as well`,
    );
  }
}

/** Whether every basket that one list of models lets in is let in by the other. */
function within(inner: readonly string[] | null, outer: readonly string[]): boolean {
  return inner?.every((model) => outer.includes(model)) ?? false;
}

function checkFilesInput(pattern: string, at: string[], files: ProjectFiles, source: Faults): void {
  if (pattern.split("/").some((part) => part === ".." || part === "." || part === "")) {
    source.fault(at, `"${pattern}" must be a plain path below data/, without . or .. parts`);
    return;
  }
  if (pattern.slice(0, pattern.lastIndexOf("/")).includes("*")) {
    source.fault(at, `"${pattern}": only the last part of a path may hold *`);
    return;
  }
  // What belongs to a basket is looked for where the basket is known.
  if (pattern.includes(BASKET_PLACE)) return;
  try {
    files.match(pattern, "this input");
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    source.fault(at, error.message);
  }
}

function checkMap(
  stage: StageDefinition,
  stages: ReadonlyMap<string, StageDefinition>,
  files: ProjectFiles,
  at: string[],
  source: Faults,
): void {
  if (stage.map.length > 0) {
    const first = [...stage.inputs.values()][0];
    const from = first?.kind === "stage" ? stages.get(first.stage) : undefined;
    if (from !== undefined) checkMapColumns(stage, from, files, at, source);
    else if (first?.kind !== "journal") {
      source.fault(
        [...at, "map"],
        "a mapped stage needs a stage as its first input: its groups are the slices",
      );
    }
    if (stage.schema === null) source.fault([...at, "map"], "a figure cannot be mapped");
  }
  if (stage.ask !== null && stage.ask !== EMBEDDING && !stage.map.includes(stage.ask)) {
    source.fault([...at, "ask"], `ask names the column "${stage.ask}", which is not among the map columns`);
  }
}

/** Slices are the groups of the first input, so it must have every map column, with a value in every row. */
function checkMapColumns(
  stage: StageDefinition,
  first: StageDefinition,
  files: ProjectFiles,
  at: string[],
  source: Faults,
): void {
  const columns = columnTypes(
    first.schema === null ? undefined : files.read(first.schema)?.bytes.toString("utf8"),
  );
  // What is wrong with the schema itself is told where it is read.
  if (columns === null) return;
  stage.map.forEach((column, index) => {
    const type = columns.get(column);
    if (type === undefined) {
      const known = [...columns.keys()].join(", ");
      source.fault(
        [...at, "map", index],
        `${stage.id} is mapped by ${column}, which its first input ${first.id} does not have; its columns: ${known}`,
      );
    } else if (type !== "string" && type !== "integer" && type !== "number") {
      source.fault(
        [...at, "map", index],
        `${stage.id} is mapped by ${column}, which must be text or numbers without a missing value`,
      );
    }
  });
}

function columnTypes(schema: string | undefined): Map<string, unknown> | null {
  try {
    const { properties } = JSON.parse(schema ?? "") as { properties: Record<string, { type: unknown }> };
    return new Map(Object.entries(properties).map(([name, { type }]) => [name, type]));
  } catch {
    return null;
  }
}

/** Two stages that claim one file, or an output that a file input reads: both places are named. */
function checkOutputs(stages: ReadonlyMap<string, StageDefinition>, source: Faults): void {
  const claimed = new Map<string, { id: string; file: string }>();
  for (const stage of stages.values()) {
    for (const file of outputFiles(stage)) {
      // Some file systems fold case, so two names that differ in case alone are one file there.
      const name = file.toLowerCase();
      const other = claimed.get(name);
      if (other !== undefined) {
        const place = source.place(["stages", other.id, "output"]);
        source.fault(
          ["stages", stage.id, "output"],
          `output ${file} is claimed by ${other.id} too (${place})`,
        );
      }
      claimed.set(name, { id: stage.id, file });
      if (file === "manifest.json")
        source.fault(["stages", stage.id, "output"], "manifest.json is the engine's own file");
    }
  }
}

/** The stages, inputs first, otherwise by id in byte order. Notes each cycle with every stage on it. */
export function inInputOrder(
  stages: ReadonlyMap<string, StageDefinition>,
  source?: Faults,
): Map<string, StageDefinition> {
  const order: string[] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (id: string, trail: readonly string[]): void => {
    if (state.get(id) === "done") return;
    if (state.get(id) === "open") {
      const cycle = [...trail.slice(trail.indexOf(id)), id];
      const places = cycle.slice(0, -1).map((each) => `${each} (${source?.place(["stages", each], "key")})`);
      source?.fault(
        ["stages", id],
        `stages depend on each other in a cycle: ${[...places, id].join(" → ")}`,
        "key",
      );
      return;
    }
    state.set(id, "open");
    const inputs = [...stages.get(id)!.inputs.values()].flatMap((input) =>
      input.kind === "stage" ? [input.stage] : [],
    );
    for (const input of inputs.sort(byteOrder)) visit(input, [...trail, id]);
    state.set(id, "done");
    order.push(id);
  };
  for (const id of [...stages.keys()].sort(byteOrder)) visit(id, []);
  return new Map(order.map((id) => [id, stages.get(id)!]));
}

/** "did you mean …" where a known name is close, else the remedy. */
export function nearest(name: string, known: readonly string[], remedy: string): string {
  let best = "";
  let distance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const d = editDistance(name, candidate);
    if (d < distance) [best, distance] = [candidate, d];
  }
  return best === "" ? remedy : `did you mean ${best}?`;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      current[j] = Math.min(
        current[j - 1]! + 1,
        previous[j]! + 1,
        previous[j - 1]! + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1),
      );
    }
    previous = current;
  }
  return previous[b.length]!;
}
