import { presentationOf, readSchema, withoutDescriptions } from "../tables/schema.ts";
import { AnswerJournal } from "./answer-journal.ts";
import { loadBasket } from "./basket.ts";
import { type Bundle, type BundleRequest, Bundler } from "./bundle.ts";
import { type Hash, hashRecord, type Json } from "./canonical.ts";
import {
  type Basket,
  type BasketModel,
  EMBEDDING,
  type Embedded,
  type LiveModel,
  modelsInRole,
  outputFiles,
  type Pipeline,
  rolesAsked,
  type StageDefinition,
  SUBJECT,
  strategyModule,
  suits,
} from "./definition.ts";
import { Failure } from "./failure.ts";
import { ProjectFiles } from "./files.ts";
import { type Journal, type JournalGroup, journalFile, readJournal, wholeOf } from "./journal.ts";
import {
  type AnswererContent,
  type Gaps,
  type InputContent,
  type KeyRecord,
  SEED_PARAM,
  stageRecord,
} from "./key.ts";
import { BASKET_PLACE, HASHED_TRIGRAMS, inInputOrder, loadPipeline, MODELS_PARAM } from "./load.ts";
import type { ManifestEntry } from "./manifest.ts";
import { selectStages, withInputs } from "./select.ts";
import type { SchemaRef } from "./worker-protocol.ts";

/** Where the project lies, and the engine's own code that runs in workers. */
export interface Engine {
  readonly root: string;
  readonly worker: { readonly file: string; readonly hash: Hash };
  readonly writer: { readonly file: string; readonly hash: Hash };
}

/** A stage with everything about it that does not depend on another stage's output. */
export interface PlannedStage {
  readonly definition: StageDefinition;
  readonly params: Readonly<Record<string, Json>>;
  readonly schema: SchemaRef | null;
  readonly columns: readonly string[];
  readonly bundle: Bundle;
  /** By model (the embedding model under `embedding`), for a stage that asks. */
  readonly answerers: ReadonlyMap<string, PlannedAnswerer>;
  /** Names of the models that it asks beside the one that a column names, in the basket's order. */
  readonly beside: readonly string[];
  /** By role, who answers in a rehearsal where no answer is recorded; null outside of one. */
  readonly standIns: ReadonlyMap<string, StandIn> | null;
  /** Whether answers of models that are missing from its journal do not stop it. */
  readonly partial: boolean;
  /** File inputs: name → path → hash. */
  readonly files: ReadonlyMap<string, Readonly<Record<string, Hash>>>;
  /** Journal inputs: name → the lines it stands for. */
  readonly journals: ReadonlyMap<string, JournalPart>;
  /** Every file it writes, relative to the basket's artifact folder. */
  readonly outputs: readonly string[];
  /** Hash of what turns rows into files; null for a figure. */
  readonly writer: Hash | null;
}

/** Who answers what a stage asks. */
export interface PlannedAnswerer {
  /** Its code where it is embedded; null where its answers are recorded. */
  readonly bundle: Bundle | null;
  /** Who that is, as the stage is told; null for an embedding model. */
  readonly who: { readonly provider: string; readonly model: string } | null;
  /** What it was told to be, as far as it can change an answer. */
  readonly settings: Json;
  /** Where its answers are recorded; null for an embedded sender, which computes them. */
  readonly journal: AnswerJournal | null;
}

/** A scripted agent in the place of a model. */
export interface StandIn {
  readonly bundle: Bundle;
  readonly settings: Json;
}

/** Lines of a journal that a stage takes. */
export interface JournalPart {
  readonly file: string;
  readonly groups: readonly JournalGroup[];
}

export interface Plan {
  readonly engine: Engine;
  readonly files: ProjectFiles;
  readonly pipeline: Pipeline;
  readonly basket: Basket;
  /** Every stage of the basket as it is there, inputs first. */
  readonly definitions: ReadonlyMap<string, StageDefinition>;
  /** Stages of the basket's studies that are not limited to other models, inputs first. */
  readonly stages: ReadonlyMap<string, PlannedStage>;
  readonly skippedStudies: readonly string[];
}

/** The journal in which a stage that asks looks answers up, relative to the project. */
export function answersFile(basket: string, { ask, study }: StageDefinition): string {
  return journalFile(basket, ask === EMBEDDING ? EMBEDDINGS_JOURNAL : study);
}

/** What is declared: the part of a plan that needs no bundle and no journal. */
export type Declared = Pick<Plan, "files" | "pipeline" | "basket" | "definitions">;

/** Name of the journal of a basket's sentence embeddings, which belong to texts and not to a study. */
const EMBEDDINGS_JOURNAL = "embeddings";

/** What a stage is planned with, beside what is declared. */
interface Surroundings {
  readonly bundles: ReadonlyMap<string, Bundle>;
  readonly journals: Journals;
  readonly partial: boolean;
  readonly rehearsal: boolean;
}

/** Journals in which stages look answers up. */
interface Journals {
  /** The imported log of the stage's study; null where it has none. */
  readonly log: Journal | null;
  /** Recorded answers of models to the stage's study; null where none of them is asked over the network. */
  readonly answers: AnswerJournal | null;
  readonly embeddings: AnswerJournal | null;
}

/**
 * Reads pipeline and basket and bundles the stages that names stand for, with all that they need; without names every
 * stage of the basket. Throws a Failure.
 *
 * @param options.rehearsal whether scripted agents answer what is not recorded, in studies that name some: what is made
 *   then has the keys of a real run, so the project must be a scratch copy
 */
export async function makePlan(
  engine: Engine,
  basketName: string,
  names: readonly string[] = [],
  { partial = false, anew = false, rehearsal = false } = {},
): Promise<Plan> {
  const { files, pipeline, basket, definitions } = await readDeclared(engine.root, basketName);
  const wanted = [...definitions.values()];
  const ofBasket = { pipeline, basket, definitions };
  const needed = new Set(
    names.length === 0 ? definitions.keys() : withInputs(ofBasket, selectStages(ofBasket, names)),
  );
  const requests = wanted
    .filter(({ id }) => needed.has(id))
    .flatMap((stage): BundleRequest[] => [
      { stage: stage.id, module: stage.module, gives: "stage" },
      ...askedBy(stage, basket).flatMap(({ embedded }) =>
        embedded === null
          ? []
          : [{ stage: stage.id, module: strategyModule(embedded.strategy), gives: "answer" as const }],
      ),
      ...standInsOf(stage, rehearsal ? pipeline : null).map(([, { strategy }]) => ({
        stage: stage.id,
        module: strategyModule(strategy),
        gives: "answer" as const,
      })),
    ]);
  const bundles = await new Bundler(files).bundles(requests, { anew });
  const journals = new Map<string, Journal>();
  for (const study of basket.imported)
    journals.set(study, await readJournal(engine.root, journalFile(basket.name, study)));
  const answers = new Map<string, AnswerJournal>();
  if (basket.models.some(({ live }) => live !== null)) {
    for (const stage of wanted.filter(asksModels))
      if (!answers.has(stage.study))
        answers.set(stage.study, await AnswerJournal.open(engine.root, answersFile(basket.name, stage)));
  }
  const embeddings =
    basket.embedding === null
      ? null
      : await AnswerJournal.open(engine.root, journalFile(basket.name, EMBEDDINGS_JOURNAL));

  const stages = new Map<string, PlannedStage>();
  for (const definition of wanted) {
    for (const [name, input] of definition.inputs) {
      if (input.kind === "stage" && !basket.studies.includes(input.stage.split("/")[0]!)) {
        throw new Failure(
          "definition",
          `${definition.id} takes ${input.stage} as ${name}, but basket ${basket.name} leaves that study out`,
        );
      }
    }
    const { study } = definition;
    const recorded = { log: journals.get(study) ?? null, answers: answers.get(study) ?? null, embeddings };
    const ofStage = { bundles, journals: recorded, partial, rehearsal };
    stages.set(definition.id, planStage(definition, engine, files, pipeline, basket, ofStage));
  }
  const studies = [...new Set([...pipeline.stages.values()].map((stage) => stage.study))];
  return {
    engine,
    files,
    pipeline,
    basket,
    definitions,
    stages,
    skippedStudies: studies.filter((study) => !basket.studies.includes(study)),
  };
}

/** Reads pipeline and basket. Throws a Failure. */
export async function readDeclared(root: string, basketName: string): Promise<Declared> {
  const files = new ProjectFiles(root);
  const pipeline = await loadPipeline(files);
  const basket = await loadBasket(files, pipeline, basketName);
  return { files, pipeline, basket, definitions: stagesOf(pipeline, basket) };
}

/** The stages of a basket, inputs first, each as it is there. */
function stagesOf(pipeline: Pipeline, basket: Basket): ReadonlyMap<string, StageDefinition> {
  const stages = [...pipeline.stages.values()]
    .filter((stage) => basket.studies.includes(stage.study) && suits(stage, basket))
    .map((stage) => (basket.imported.includes(stage.study) ? (stage.imported ?? stage) : stage));
  return inInputOrder(new Map(stages.map((stage) => [stage.id, stage])));
}

/** Whether the stage asks models: one that a map column names, or those in a role. */
export function asksModels({ ask, askRoles }: Pick<StageDefinition, "ask" | "askRoles">): boolean {
  return (ask !== null && ask !== EMBEDDING) || askRoles.length > 0;
}

/** Models of the basket that a stage can ask, each once, in the basket's order. */
export function askedBy(stage: StageDefinition, basket: Basket): BasketModel[] {
  const asked = new Set(rolesAsked(stage).flatMap((role) => modelsInRole(basket, stage.study, role)));
  return basket.models.filter((model) => asked.has(model));
}

/** Who stands in for the models of each role that a stage asks; nobody without a pipeline that is rehearsed. */
function standInsOf(stage: StageDefinition, pipeline: Pipeline | null): [string, Embedded][] {
  const standIns = pipeline?.rehearsals.get(stage.study);
  return standIns === undefined ? [] : rolesAsked(stage).map((role) => [role, standIns.get(role)!]);
}

function planStage(
  definition: StageDefinition,
  engine: Engine,
  files: ProjectFiles,
  pipeline: Pipeline,
  basket: Basket,
  { bundles, journals, partial, rehearsal }: Surroundings,
): PlannedStage {
  const { log, answers, embeddings } = journals;
  const params: Record<string, Json> = {};
  for (const name of definition.params) {
    const from = Object.hasOwn(basket.params, name) ? basket.params : pipeline.params;
    if (name === MODELS_PARAM) params[name] = namesInRole(basket, definition.study, SUBJECT);
    else if (pipeline.roles.includes(name)) params[name] = namesInRole(basket, definition.study, name);
    else params[name] = name === EMBEDDING ? (basket.embedding?.model ?? HASHED_TRIGRAMS) : from[name]!;
  }
  const bundle = bundles.get(definition.module)!;
  const answerers = new Map<string, PlannedAnswerer>();
  if (definition.ask === EMBEDDING && embeddings !== null && bundle !== undefined) {
    const settings = embeddingIdentity(basket);
    answerers.set(EMBEDDING, { bundle: null, who: null, settings, journal: embeddings });
  }
  const asked = bundle === undefined ? [] : askedBy(definition, basket);
  for (const { name, embedded, live } of asked) {
    if (embedded !== null) {
      const code = bundles.get(strategyModule(embedded.strategy))!;
      const who = { provider: "embedded", model: name };
      answerers.set(name, { bundle: code, who, settings: embedded.params, journal: null });
    }
    if (live !== null) {
      const who = { provider: live.asked.provider, model: live.asked.model };
      answerers.set(name, { bundle: null, who, settings: identityOf(live), journal: answers });
    }
  }
  const standIns = standInsOf(definition, rehearsal && bundle !== undefined ? pipeline : null).map(
    ([role, { strategy, params }]): [string, StandIn] => [
      role,
      { bundle: bundles.get(strategyModule(strategy))!, settings: params },
    ],
  );
  const besideRoles = definition.askRoles.flatMap((role) => modelsInRole(basket, definition.study, role));
  const fileInputs = new Map<string, Record<string, Hash>>();
  for (const [name, input] of definition.inputs) {
    if (input.kind !== "files") continue;
    const pattern = filePattern(input, basket);
    // What belongs to a basket by its path need not be there.
    const matched =
      pattern === input.pattern
        ? files.match(pattern, `input ${name} of ${definition.id}`)
        : files.matchAny(pattern);
    fileInputs.set(name, Object.fromEntries(matched.map((file) => [file, files.read(file)!.hash])));
  }
  const parts = new Map<string, JournalPart>();
  for (const [name, input] of definition.inputs) {
    if (input.kind !== "journal") continue;
    if (log === null)
      throw new Failure(
        "definition",
        `${definition.id} takes a journal, which basket ${basket.name} does not have`,
      );
    parts.set(name, { file: log.file, groups: log.groups[input.of] ?? [] });
  }
  const schema = definition.schema === null ? null : readSchemaFile(files, definition.schema);
  const columns = schema === null ? [] : checkedColumns(schema);
  return {
    definition,
    params,
    schema,
    columns,
    get bundle(): Bundle {
      if (bundle === undefined) throw new Error(`${definition.id} was planned without its bundle`);
      return bundle;
    },
    answerers,
    beside: asked.filter((model) => besideRoles.includes(model)).map(({ name }) => name),
    standIns: standIns.length === 0 ? null : new Map(standIns),
    partial: partial && asksModels(definition) && answers !== null,
    files: fileInputs,
    journals: parts,
    outputs: outputFiles(definition),
    writer:
      schema === null
        ? null
        : hashRecord("candor writer", {
            code: engine.writer.hash,
            presentation: presentationOf(schema.json),
            renderings: definition.renderings,
            name: definition.id,
          }),
  };
}

function namesInRole(basket: Basket, study: string, role: string): string[] {
  return modelsInRole(basket, study, role).map(({ name }) => name);
}

/** The pattern of a file input as it is in a basket. */
export function filePattern({ pattern }: { readonly pattern: string }, basket: Basket): string {
  return pattern.replaceAll(BASKET_PLACE, basket.name);
}

/** What stands in the key of every request to a model. */
export function identityOf({ asked }: LiveModel): Json {
  return asked as unknown as Json;
}

/** What stands in the key of every embedding of a basket. */
export function embeddingIdentity({ embedding }: Basket): Json {
  return { model: embedding!.model };
}

function readSchemaFile(files: ProjectFiles, file: string): SchemaRef {
  const text = files.read(file)?.bytes.toString("utf8") ?? "";
  try {
    return { file, json: JSON.parse(text) as Json };
  } catch (error) {
    throw new Failure("definition", `${file} is not JSON: ${(error as Error).message}`);
  }
}

function checkedColumns(schema: SchemaRef): string[] {
  try {
    return readSchema(schema.json, schema.file).columns.map((column) => column.name);
  } catch (error) {
    throw new Failure("definition", (error as Error).message);
  }
}

/** The key's record of a stage, once the rows of its inputs are known. */
export function recordOf(
  stage: PlannedStage,
  engine: Engine,
  madeBy: (stage: string) => Pick<ManifestEntry, "rows" | "record" | "missing">,
): KeyRecord {
  const inputs: Record<string, InputContent> = {};
  let gaps: Gaps = {};
  for (const [name, input] of stage.definition.inputs) {
    if (input.kind === "stage") {
      const { rows, record, missing } = madeBy(input.stage);
      inputs[name] = { rows };
      gaps = { ...gaps, ...record.gaps, ...(missing === undefined ? {} : { [input.stage]: missing }) };
    } else if (input.kind === "files") inputs[name] = { files: stage.files.get(name)! };
    else inputs[name] = { journal: wholeOf(stage.journals.get(name)!.groups).content };
  }
  const answerers: Record<string, AnswererContent> = {};
  for (const [model, { bundle, settings }] of stage.answerers)
    answerers[model] = { code: bundle?.hash ?? null, settings };
  return stageRecord({
    bundle: stage.bundle,
    engine: engine.worker.hash,
    params: stage.params,
    inputs,
    schema:
      stage.schema === null ? null : hashRecord("candor schema", withoutDescriptions(stage.schema.json)),
    map: stage.definition.map,
    sliced: stage.definition.map.length === 0 ? null : [...stage.definition.inputs.keys()][0]!,
    ask: stage.definition.ask,
    beside: stage.beside,
    answerers,
    partial: stage.partial,
    gaps,
  });
}

/** The value of the seed param where the stage declares it, else null. */
export function seedOf(stage: PlannedStage): Json {
  return stage.params[SEED_PARAM] ?? null;
}
