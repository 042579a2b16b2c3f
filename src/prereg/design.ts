import { basketFile } from "../pipeline/basket.ts";
import { versionIn } from "../pipeline/build-stages.ts";
import { type Hash, hashRecord, type Json } from "../pipeline/canonical.ts";
import type { BasketModel, Pipeline, StageDefinition } from "../pipeline/definition.ts";
import type { ProjectFiles } from "../pipeline/files.ts";
import { KEY_FORMAT } from "../pipeline/key.ts";
import { MODELS_PARAM } from "../pipeline/load.ts";
import {
  embeddingIdentity,
  filePattern,
  identityOf,
  type Plan,
  type PlannedStage,
} from "../pipeline/plan.ts";
import { byteOrder } from "../tables/canonical.ts";
import { withoutDescriptions } from "../tables/schema.ts";
import { countAnswers } from "./answers.ts";
import { type GitState, gitState, notCommitted } from "./git.ts";
import { type Design, type FrozenStage, paramOfStudy } from "./lock.ts";
import { machineryOf } from "./machinery.ts";
import { studyTemplate } from "./study-template.ts";

/** What is planned to be asked, and the rows that it is asked about: both take running stages to know. */
export type Planned = Pick<Design, "requests" | "rows">;

/** Nothing planned: for a design that is only compared by what is defined. */
export const NOTHING_PLANNED: Planned = { requests: {}, rows: {} };

/**
 * Today's design of a basket: everything that a lock holds. The plan must be of every stage.
 *
 * @param planned from `plannedRequests`, or NOTHING_PLANNED where requests are not wanted
 * @param known machinery of another design: files of equal text are not compiled again
 * @throws Failure
 */
export async function designOf(
  plan: Plan,
  planned: Planned,
  git: GitState | null = gitState(plan.engine.root),
  known: Design["machinery"] = {},
): Promise<Design> {
  const { engine, files, basket } = plan;
  const stages = [...plan.stages.values()].sort((a, b) => byteOrder(a.definition.id, b.definition.id));
  const bundles = stages.flatMap(bundlesOf);
  const sources = Object.fromEntries(
    bundles.flatMap(({ sources }) => sources.map((file) => [file, files.read(file)!.hash])),
  );
  const taken = filesOf(plan, stages);
  const schemas = schemasOf(plan, stages);
  const machinery = await machineryOf(files, new Set(Object.keys(sources)), known);
  const named = [taken, schemas, machinery, sources].flatMap((section) => Object.keys(section));
  return {
    answers: await countAnswers(engine.root, basket),
    basket: {
      studies: basket.studies,
      imported: basket.imported,
      embedding: basket.embedding === null ? null : embeddingIdentity(basket),
    },
    engine: { worker: engine.worker.hash, writer: engine.writer.hash, key_format: KEY_FORMAT },
    files: taken,
    machinery,
    models: Object.fromEntries(basket.models.map((model) => [model.name, modelIdentity(model)])),
    packages: {
      ...Object.fromEntries(bundles.flatMap(({ packages }) => packages.map(packageAndVersion))),
      esbuild: versionIn(files, "node_modules/esbuild/package.json"),
      "typescript settings": files.read("tsconfig.json")?.hash ?? "none",
    },
    params: Object.fromEntries(
      stages.flatMap(({ definition, params }) =>
        Object.entries(params).map(([name, value]) => [frozenParam(name, definition, plan.pipeline), value]),
      ),
    ),
    requests: planned.requests,
    rows: planned.rows,
    schemas,
    sources,
    stages: Object.fromEntries(stages.map((stage) => [stage.definition.id, frozenStage(stage, plan)])),
    tree: treeOf(git, files, [...named, "pipeline.yaml", basketFile(basket.name)]),
  };
}

/**
 * Who answers under a model's name, as far as it can change an answer: no key variable, price or limit. It is part
 * of the key of each planned request, so two senders of one strategy and the same params are one.
 */
export function modelIdentity({ embedded, live }: BasketModel): Json {
  if (live !== null) return identityOf(live);
  if (embedded !== null) return { provider: "embedded", ...embedded };
  return { provider: "imported" };
}

/** A package and its version, of `place@version`. */
function packageAndVersion(text: string): [string, string] {
  const at = text.lastIndexOf("@");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Every bundle of a stage: its own, and those of the embedded models that it asks. */
function bundlesOf({ bundle, answerers }: PlannedStage) {
  return [bundle, ...[...answerers.values()].flatMap((answerer) => answerer.bundle ?? [])];
}

/** Name of a param where it is frozen: who serves in a role is another value in each study. */
function frozenParam(name: string, { study }: StageDefinition, { roles }: Pipeline): string {
  return name === MODELS_PARAM || roles.includes(name) ? paramOfStudy(study, name) : name;
}

function frozenStage(stage: PlannedStage, { basket, pipeline }: Plan): FrozenStage {
  const { definition, answerers, outputs } = stage;
  const asked = basket.models.flatMap(({ name }): [string, Hash | null][] => {
    const answerer = answerers.get(name);
    return answerer === undefined ? [] : [[name, answerer.bundle?.hash ?? null]];
  });
  const inputs = [...definition.inputs].map(([name, input]): [string, string] => {
    if (input.kind === "stage") return [name, `stage:${input.stage}`];
    return [name, input.kind === "files" ? `files:${filePattern(input, basket)}` : `journal:${input.of}`];
  });
  const bundles = bundlesOf(stage);
  return {
    module: definition.module,
    code: stage.bundle.hash,
    answerers: Object.fromEntries(asked),
    params: inByteOrder(definition.params.map((name) => frozenParam(name, definition, pipeline))),
    inputs: Object.fromEntries(inputs),
    schema: definition.schema,
    map: definition.map,
    sliced: definition.map.length === 0 ? null : inputs[0]![0],
    ask: definition.ask,
    askRoles: definition.askRoles,
    onDemand: definition.onDemand,
    outputs,
    sources: inByteOrder(bundles.flatMap(({ sources }) => sources)),
    packages: inByteOrder(
      bundles.flatMap(({ packages }) => packages.map((each) => packageAndVersion(each)[0])),
    ),
  };
}

/** Files that stages take, and the text that a study's readable design is made of. */
function filesOf({ files, basket }: Plan, stages: readonly PlannedStage[]): Record<string, Hash> {
  const taken = stages.flatMap((stage) => [...stage.files.values()].flatMap((each) => Object.entries(each)));
  const templates = basket.studies.flatMap((study): [string, Hash][] => {
    const file = studyTemplate(study);
    const read = files.read(file);
    return read === null ? [] : [[file, read.hash]];
  });
  return Object.fromEntries([...taken, ...templates]);
}

function schemasOf({ files }: Plan, stages: readonly PlannedStage[]): Design["schemas"] {
  return Object.fromEntries(
    stages.flatMap(({ schema }) =>
      schema === null
        ? []
        : [
            [
              schema.file,
              {
                rows: hashRecord("candor schema", withoutDescriptions(schema.json)),
                text: files.read(schema.file)!.hash,
              },
            ],
          ],
    ),
  );
}

/**
 * Where git stands. A file that is frozen is held against the commit by its content: git can be told to overlook changes,
 * and does not mind what it ignores.
 */
function treeOf(git: GitState | null, files: ProjectFiles, frozen: readonly string[]): Design["tree"] {
  if (git === null) return { git: null, clean: null, changed: null };
  const read = frozen.flatMap((file): [string, Buffer][] => {
    const bytes = files.read(file)?.bytes;
    return bytes === undefined ? [] : [[file, bytes]];
  });
  const overlooked = notCommitted(files.root, Object.fromEntries(read));
  const changed = inByteOrder([...git.changed, ...overlooked]);
  return { git: git.tree, clean: changed.length === 0, changed };
}

function inByteOrder(names: readonly string[]): string[] {
  return [...new Set(names)].sort(byteOrder);
}
