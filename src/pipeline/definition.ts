import type { Json } from "./canonical.ts";

/** Where an input of a stage comes from: another stage's table, files of the project, or the basket's journal. */
export type StageInput =
  | { readonly kind: "stage"; readonly stage: string }
  | { readonly kind: "files"; readonly pattern: string }
  /** Lines of the study's journal that record this. */
  | { readonly kind: "journal"; readonly of: string };

export type Rendering = "csv" | "md" | "tex";

/** One stage as pipeline.yaml declares it. */
export interface StageDefinition {
  /** `<study>/<stage>`. */
  readonly id: string;
  readonly study: string;
  readonly module: string;
  /** By the name that the stage's code uses, in the order of pipeline.yaml. */
  readonly inputs: ReadonlyMap<string, StageInput>;
  readonly params: readonly string[];
  /** Columns that cut the stage into slices; empty for an unmapped stage. */
  readonly map: readonly string[];
  /**
   * Whom it asks: a map column that names the answerer, `embedding` for the basket's embedding model, or null
   * where the stage asks nothing.
   */
  readonly ask: string | null;
  /** Output file relative to artifacts/<basket>/. */
  readonly output: string;
  /** Row schema of a table; null for a figure. */
  readonly schema: string | null;
  readonly renderings: readonly Rendering[];
  readonly onDemand: boolean;
  /** The stage as it is in a basket whose log was imported: it reads the log; null where it is the same there. */
  readonly imported: StageDefinition | null;
  /** Models of which a basket must have one for the stage to be there; null for every basket. */
  readonly models: readonly string[] | null;
}

export interface Pipeline {
  readonly params: Readonly<Record<string, Json>>;
  /** By id, inputs before the stages that take them, otherwise in byte order of ids. */
  readonly stages: ReadonlyMap<string, StageDefinition>;
}

/** An answerer of a basket. Only what can change an answer stands here. */
export interface BasketModel {
  readonly name: string;
  /** The embedded sender behind the name; null where the answers are those of an imported log. */
  readonly embedded: {
    readonly strategy: string;
    readonly params: Readonly<Record<string, string | number | boolean>>;
  } | null;
}

export interface Basket {
  readonly name: string;
  readonly studies: readonly string[];
  /** Studies whose answers are an imported log. */
  readonly imported: readonly string[];
  readonly models: readonly BasketModel[];
  /** Model whose recorded sentence embeddings are used; null for hashed trigrams, which are computed. */
  readonly embedding: string | null;
  readonly params: Readonly<Record<string, Json>>;
}

/** Whether a stage is there in a basket: it is not limited to models, or the basket has one of them. */
export function suits(stage: StageDefinition, basket: Basket): boolean {
  return stage.models === null || basket.models.some((model) => stage.models!.includes(model.name));
}

/** Every file that a stage writes, relative to artifacts/<basket>/. */
export function outputFiles(stage: StageDefinition): string[] {
  const stem = stage.output.replace(/\.parquet$/u, "");
  return [stage.output, ...stage.renderings.map((rendering) => `${stem}.${rendering}`)];
}
