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
  /** Seed of this slice: a hash of the seed param and the map values, never of its position. */
  readonly seed: string;
  /**
   * Puts one request to the answerer of this slice. Only in stages that pipeline.yaml marks with `ask`;
   * elsewhere it throws.
   */
  ask(request: AskRequest): AskAnswer;
  /**
   * The recorded embedding of a text by the basket's embedding model: little-endian 32-bit floats in base64, or null
   * where it was not recorded yet; what the stage returns is then not kept. Only in stages that pipeline.yaml marks
   * with `ask: embedding`, in baskets that name a model; elsewhere it throws.
   */
  embed(text: string): string | null;
}

/** One request, holding everything that can change the answer. */
export interface AskRequest {
  readonly prompt: string;
  /** Sampling temperature, 0 or more. */
  readonly temperature: number;
  /** Most tokens the answer may have. */
  readonly max_tokens: number;
}

/** One answer in full. `text` is "" for an empty answer, which is an outcome and not an error. */
export interface AskAnswer {
  readonly text: string;
  /** Unified finish reason: stop, length, content-filter, error or other. */
  readonly finish_reason: string;
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
