import { DICTIONARY, dataDictionary } from "./dictionary.ts";
import { schemaSources } from "./sources.ts";
import { rowTypes } from "./types.ts";

/**
 * Every file that is generated from the row schemas: the row types and the data dictionary. Nothing is written.
 *
 * @param root folder of the project
 * @returns path from the root → text
 * @throws Error naming the file when a schema is wrong
 */
export async function generatedFiles(root: string): Promise<Map<string, string>> {
  const sources = schemaSources(root);
  const files = new Map<string, string>();
  for (const source of sources) files.set(...(await rowTypes(source)));
  files.set(DICTIONARY, dataDictionary(sources));
  return files;
}
