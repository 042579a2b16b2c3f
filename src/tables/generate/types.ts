import { compile } from "json-schema-to-typescript";
import type { SchemaSource } from "./sources.ts";

/**
 * The TypeScript module of one row schema: its row type, under the schema's title, with descriptions as
 * comments.
 *
 * @returns its path, beside the schema, and its text
 */
export async function rowTypes({ path, schema }: SchemaSource): Promise<[path: string, text: string]> {
  const file = path.split("/").pop() ?? path;
  const text = await compile(schema.json, schema.title, {
    bannerComment: `// Generated from ${file} by \`npm run schemas\`. Edit the schema, not this file.`,
    additionalProperties: false,
    format: true,
    style: { printWidth: 110 },
  });
  return [path.replace(/\.schema\.json$/, ".ts"), text];
}
