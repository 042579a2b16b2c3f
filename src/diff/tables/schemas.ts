import { outputFiles, type StageDefinition } from "../../pipeline/definition.ts";
import { Failure } from "../../pipeline/failure.ts";
import { filesBelow, ProjectFiles } from "../../pipeline/files.ts";
import { loadPipeline } from "../../pipeline/load.ts";
import { readSchema, type TableSchema } from "../../tables/schema.ts";
import type { DiffTable, TableFault } from "./table.ts";

const FOLDER = "schemas";
const ENDING = ".schema.json";

/** The row schemas of the project at hand. */
export interface Schemas {
  /** Output of a stage, relative to the tree → its schema. */
  readonly byOutput: ReadonlyMap<string, TableSchema>;
  /** Every row schema below schemas/. */
  readonly all: readonly TableSchema[];
  /** What could not be read, for a person; the rest is used. */
  readonly notes: readonly string[];
}

/** Reads pipeline.yaml and the row schemas of a project. What is damaged or missing is noted, never thrown. */
export async function loadSchemas(root: string): Promise<Schemas> {
  const files = new ProjectFiles(root);
  const notes: string[] = [];
  const known = new Map<string, TableSchema | null>();
  for (const name of filesBelow(`${root}/${FOLDER}`)) {
    if (name.endsWith(ENDING)) known.set(`${FOLDER}/${name}`, rowSchema(files, `${FOLDER}/${name}`));
  }
  const byOutput = new Map<string, TableSchema>();
  for (const stage of await stagesOf(files, notes)) {
    if (stage.schema === null) continue;
    const schema = known.get(stage.schema) ?? rowSchema(files, stage.schema);
    if (schema === null)
      notes.push(`${stage.schema} is no row schema: keys of ${stage.output} are not known`);
    else for (const output of outputFiles(stage)) byOutput.set(output, schema);
  }
  return { byOutput, all: [...known.values()].filter((schema) => schema !== null), notes };
}

async function stagesOf(files: ProjectFiles, notes: string[]): Promise<StageDefinition[]> {
  if (files.read("pipeline.yaml") === null) return [];
  try {
    return [...(await loadPipeline(files)).stages.values()];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    notes.push(`keys are taken from ${FOLDER}/ alone, for pipeline.yaml cannot be used: ${error.message}`);
    return [];
  }
}

/** Null for a file that holds another kind of schema. */
function rowSchema(files: ProjectFiles, file: string): TableSchema | null {
  try {
    return readSchema(JSON.parse(files.read(file)?.bytes.toString("utf8") ?? ""), file);
  } catch {
    return null;
  }
}

/**
 * The schema of a table: of the stage whose output it is, else the one in schemas/ that has exactly its columns, in
 * any order. Where several have and their keys differ, none.
 *
 * @param path relative to the artifact tree, or with `artifacts/<basket>/` before it
 */
export function schemaOf(schemas: Schemas, path: string, columns: readonly string[]): TableSchema | null {
  const ofStage = schemas.byOutput.get(path.replace(/^(?:.*\/)?artifacts\/[^/]+\//u, ""));
  if (ofStage !== undefined) return ofStage;
  const [first, ...others] = schemas.all.filter(
    (schema) =>
      schema.columns.length === columns.length && schema.columns.every(({ name }) => columns.includes(name)),
  );
  if (first === undefined || others.some(({ key }) => key.join() !== first.key.join())) return null;
  return first;
}

/** Columns by which rows of two tables are matched, and who said so. */
interface ChosenKey {
  readonly key: readonly string[];
  readonly keyFrom: "schema" | "option" | "position";
}

/**
 * The key of two tables: what the user names where both have it, else the key of the row schema, else none: rows are
 * then matched by position.
 *
 * @param asked columns that the user names; empty for none
 */
export function keyOfSchema(
  schemas: Schemas,
  path: string,
  a: DiffTable | TableFault,
  b: DiffTable | TableFault,
  asked: readonly string[] = [],
): ChosenKey {
  const columns = [a, b].flatMap((table) =>
    table.kind === "table" ? [table.columns.map(({ name }) => name)] : [],
  );
  const everywhere = (key: readonly string[]) =>
    key.length > 0 && columns.every((names) => key.every((name) => names.includes(name)));
  if (everywhere(asked)) return { key: asked, keyFrom: "option" };
  for (const names of columns) {
    const key = schemaOf(schemas, path, names)?.key ?? [];
    if (everywhere(key)) return { key, keyFrom: "schema" };
  }
  return { key: [], keyFrom: "position" };
}
