import type { StageDefinition } from "../../pipeline/definition.ts";
import type { ProjectFiles } from "../../pipeline/files.ts";
import { readSchema, type TableSchema } from "../../tables/schema.ts";

/** Schema of the rows of a stage's table; null for a figure. */
export function rowSchema(files: ProjectFiles, { schema }: StageDefinition): TableSchema | null {
  if (schema === null) return null;
  // The run that made the table has read and checked the schema.
  const text = files.read(schema)?.bytes.toString("utf8") ?? "null";
  return readSchema(JSON.parse(text), schema);
}
