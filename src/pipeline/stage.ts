/**
 * What a stage module is: its default export is one pure function of declared inputs and params.
 *
 *     export default function parsed({ responses }: Inputs): ParsedRow[] { … }
 *
 * Inputs arrive by the names that pipeline.yaml gives them: a table as its rows, in the order of the
 * schema's key; files as a record from path (relative to the project, with `/`) to text. In a mapped stage
 * every table that has the map columns holds the rows of the slice alone.
 */

/** What a stage knows beside inputs and params. */
export interface StageContext {
  /** Map column → value of this slice; empty in an unmapped stage. */
  readonly slice: Readonly<Record<string, string | number>>;
  /** Which answers above are missing, as a sentence for a figure; null where none is. The engine puts it under tables itself. */
  readonly partial: string | null;
  /** Who answers in this slice; null in a stage that asks nothing. */
  readonly answerer: { readonly provider: string; readonly model: string } | null;
  /** Seed of this slice: a hash of the seed param and the map values, never of its position. */
  readonly seed: string;
  /**
   * Puts one request to the answerer of this slice. Only in stages that pipeline.yaml marks with `ask`; elsewhere it
   * throws. Where the answer was not recorded yet the promise stays open, and the stage's result is not kept; in a
   * partial run it comes with the status not_collected. Ask at once what does not depend on other answers
   * (`Promise.all`): what waits for an answer is not known to anyone before that answer.
   */
  ask(request: AskRequest): Promise<AskAnswer>;
  /**
   * The recorded embedding of a text by the basket's embedding model: little-endian 32-bit floats in base64, or null
   * where it was not recorded yet; what the stage returns is then not kept. Only in stages that pipeline.yaml marks
   * with `ask: embedding`, in baskets that name a model; elsewhere it throws.
   */
  embed(text: string): string | null;
}

/** One request, holding everything that can change the answer. */
export interface AskRequest {
  /** What the user says last. */
  readonly prompt: string;
  /** What was said before, oldest first; left out where nothing was. */
  readonly before?: readonly Turn[];
  /** Sampling temperature, 0 or more. */
  readonly temperature: number;
  /** Most tokens the answer may have. */
  readonly max_tokens: number;
  /** Which repetition of the same request, from 0; left out for the first. */
  readonly repeat?: number;
  /**
   * Where the prompt's text stands already, for a request that is made of other answers (a judge's): its journal line
   * then names these in place of the text. It is not sent and changes no answer.
   */
  readonly about?: { readonly template: string; readonly reads: readonly string[] };
  /**
   * Name of the model that is asked, where it is not the one that the slice names: one that the basket has in a role
   * of the stage's `ask_roles`. It stands in the key as the model's settings do. A name that is said and undefined (the
   * first of a role that nobody has) is refused like an unknown one.
   */
  readonly whom?: string;
  /** JSON Schema of the object that the answer must be, for providers that can hold a model to it. */
  readonly schema?: AnswerSchema;
}

/** A JSON Schema of an object, as providers take it for structured output: every property required, nothing else. */
export interface AnswerSchema {
  readonly type: "object";
  readonly additionalProperties: false;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, object>>;
}

export interface Turn {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** One answer in full. */
export interface AskAnswer {
  /**
   * answered; empty, which is an outcome and not an error; refused, as the provider marks it; not_collected, in a
   * partial run, where nobody was asked yet.
   */
  readonly status: "answered" | "empty" | "refused" | "not_collected";
  /** null only where the answer was not collected. */
  readonly text: string | null;
  /** Unified finish reason: stop, length, content-filter, error or other; null where it is not known. */
  readonly finish_reason: string | null;
  /** Key of the request in the journal; null for an embedded sender, which keeps none. */
  readonly key: string | null;
}

/** A table with a caption: notes and caveats go there, never into cells. */
export interface CaptionedTable<Row> {
  readonly rows: readonly Row[];
  readonly caption: string;
}

/** What a stage may return: rows, rows with a caption, or the text of its one file (an SVG). */
export type StageResult<Row = object> = readonly Row[] | CaptionedTable<Row> | string;

/** The default export of a stage module. */
export type Stage<Inputs = never, Params = never, Row = object> = (
  inputs: Inputs,
  params: Params,
  context: StageContext,
) => StageResult<Row> | Promise<StageResult<Row>>;
