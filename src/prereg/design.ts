import { basketFile } from "../pipeline/basket.ts";
import { versionIn } from "../pipeline/build-stages.ts";
import { type Hash, hashRecord, type Json } from "../pipeline/canonical.ts";
import type { Basket, BasketModel } from "../pipeline/definition.ts";
import type { ProjectFiles } from "../pipeline/files.ts";
import { KEY_FORMAT } from "../pipeline/key.ts";
import { embeddingIdentity, identityOf, type Plan, type PlannedStage } from "../pipeline/plan.ts";
import { byteOrder } from "../tables/canonical.ts";
import { withoutDescriptions } from "../tables/schema.ts";
import { countAnswers } from "./answers.ts";
import { type GitState, gitState, notCommitted } from "./git.ts";
import type { Design, FrozenStage } from "./lock.ts";
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
    params: Object.fromEntries(stages.flatMap(({ params }) => Object.entries(params))),
    requests: planned.requests,
    rows: planned.rows,
    schemas,
    sources,
    stages: Object.fromEntries(stages.map((stage) => [stage.definition.id, frozenStage(stage, basket)])),
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

/** Every bundle of a stage: its own, and with each embedded sender that it asks. */
function bundlesOf({ bundle, answerers }: PlannedStage) {
  return [bundle, ...[...answerers.values()].map((answerer) => answerer.bundle)];
}

function frozenStage(stage: PlannedStage, basket: Basket): FrozenStage {
  const { definition, answerers, outputs } = stage;
  const embedded = basket.models.filter(({ name, embedded }) => embedded !== null && answerers.has(name));
  const inputs = [...definition.inputs].map(([name, input]): [string, string] => {
    if (input.kind === "stage") return [name, `stage:${input.stage}`];
    return [name, input.kind === "files" ? `files:${input.pattern}` : `journal:${input.of}`];
  });
  const bundles = bundlesOf(stage);
  return {
    module: definition.module,
    code: stage.bundle.hash,
    answerers: Object.fromEntries(embedded.map(({ name }) => [name, answerers.get(name)!.bundle.hash])),
    params: inByteOrder(definition.params),
    inputs: Object.fromEntries(inputs),
    schema: definition.schema,
    map: definition.map,
    sliced: definition.map.length === 0 ? null : inputs[0]![0],
    ask: definition.ask,
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
