import type { Json } from "./canonical.ts";

/** Name of a param that stands for a basket's embedding, and of the answerer that a stage asks for it. */
export const EMBEDDING = "embedding";

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
  /** Roles whose models it asks too, whatever the slice. */
  readonly askRoles: readonly string[];
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
  /** Roles that a basket's models may have beside that of a subject; each is a param that names these models. */
  readonly roles: readonly string[];
  /** By study: who stands in for the models of each role when what a study asks is estimated. */
  readonly rehearsals: ReadonlyMap<string, ReadonlyMap<string, Embedded>>;
  /** By id, inputs before the stages that take them, otherwise in byte order of ids. */
  readonly stages: ReadonlyMap<string, StageDefinition>;
}

/** A model that computes its answers: its module below src/advisors/embedded, and what it is told to be. */
export interface Embedded {
  readonly strategy: string;
  readonly params: Readonly<Record<string, string | number | boolean>>;
}

/** An answerer of a basket. */
export interface BasketModel {
  readonly name: string;
  /** Studies that it serves. */
  readonly studies: readonly string[];
  /** SUBJECT, or other roles of the pipeline, or both. */
  readonly roles: readonly string[];
  /** The embedded sender behind the name; null where there is none. */
  readonly embedded: Embedded | null;
  /** The model behind the name that a provider or a local server serves; null where there is none. */
  readonly live: LiveModel | null;
}

export type ProviderName = "openai" | "anthropic" | "google" | "together" | "openai-compatible";

/** A model that is asked over the network. */
export interface LiveModel {
  /** Name in the basket. */
  readonly name: string;
  /** Whom a request goes to, and how it is put: of all this, only `asked` enters keys. */
  readonly asked: Asked;
  /** Environment variable that holds the API key; null where the server wants none. */
  readonly keyVariable: string | null;
  readonly limits: {
    readonly requestsPerMinute: number | null;
    readonly tokensPerMinute: number | null;
    /** Most requests at one time, shared by all models with the same server and key. */
    readonly connections: number;
    /** Most attempts at one request before its error is recorded; waits for a rate limit do not count. */
    readonly attempts: number;
    /** Longest that one attempt may take. */
    readonly timeoutSeconds: number;
  };
  /** US dollars per million tokens; null where the basket does not say. */
  readonly prices: { readonly input: number; readonly output: number } | null;
}

/** What of a model can change its answers. It is part of the key of every request, and stands in the journal. */
export interface Asked {
  readonly provider: ProviderName;
  /** Id as the provider names it. */
  readonly model: string;
  /** Normalised: no slash at the end, no default port, host in small letters. */
  readonly base_url: string;
  readonly params: RequestParams;
}

/** Request params of a basket: they hold for every request, over what the stage says. */
export interface RequestParams {
  /** null: none is sent. */
  readonly temperature?: number | null;
  readonly max_tokens?: number;
  readonly top_p?: number;
  readonly top_k?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  readonly frequency_penalty?: number;
  readonly presence_penalty?: number;
  /** false: the schema of an answer is not sent, for models that cannot be held to one. */
  readonly structured_output?: boolean;
  /** The AI SDK's provider options of this provider, as they stand. */
  readonly options?: Readonly<Record<string, Json>>;
}

export interface Basket {
  readonly name: string;
  readonly studies: readonly string[];
  /** Studies whose answers are an imported log. */
  readonly imported: readonly string[];
  readonly models: readonly BasketModel[];
  /** Model whose recorded sentence embeddings are used; null for hashed trigrams, which are computed. */
  readonly embedding: {
    readonly model: string;
    /** Folder of the model's files, relative to the project or absolute; null where none is named. */
    readonly folder: string | null;
  } | null;
  readonly params: Readonly<Record<string, Json>>;
}

/** Role of the models that a study is about. */
export const SUBJECT = "subject";

/** Roles whose models a stage asks: that of subjects where a column names them, and those beside. */
export function rolesAsked({ ask, askRoles }: Pick<StageDefinition, "ask" | "askRoles">): string[] {
  return ask === null || ask === EMBEDDING ? [...askRoles] : [SUBJECT, ...askRoles];
}

/** Module of an embedded strategy, relative to the project. */
export function strategyModule(strategy: string): string {
  return `src/advisors/embedded/${strategy}.ts`;
}

/** Models of a basket that serve a study in a role, in the basket's order. */
export function modelsInRole({ models }: Basket, study: string, role: string): BasketModel[] {
  return models.filter(({ studies, roles }) => studies.includes(study) && roles.includes(role));
}

/** Whether a stage is there in a basket: it is not limited to models, or one of them is a subject of its study. */
export function suits(stage: StageDefinition, basket: Basket): boolean {
  const { models, study } = stage;
  return models === null || modelsInRole(basket, study, SUBJECT).some(({ name }) => models.includes(name));
}

/** Every file that a stage writes, relative to artifacts/<basket>/. */
export function outputFiles(stage: StageDefinition): string[] {
  const stem = stage.output.replace(/\.parquet$/u, "");
  return [stage.output, ...stage.renderings.map((rendering) => `${stem}.${rendering}`)];
}
