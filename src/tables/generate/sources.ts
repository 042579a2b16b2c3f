import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSchema, type TableSchema } from "../schema.ts";

/** A row schema and where it stands. */
export interface SchemaSource {
  /** Path of the schema from the project's root, with `/`. */
  readonly path: string;
  /** Study, the first folder under schemas/. */
  readonly study: string;
  /** Stage id without its study: `states`, `tables/oracle`. */
  readonly stage: string;
  readonly schema: TableSchema;
}

/**
 * Every row schema of the project: schemas/<study>/ and below, *.schema.json, in the order of their paths. Files right
 * under schemas/ describe other things (pipeline.yaml, baskets).
 *
 * @param root folder of the project
 * @throws Error naming the file when one is no JSON or no row schema
 */
export function schemaSources(root: string): SchemaSource[] {
  return filesUnder(root, "schemas")
    .filter((path) => path.endsWith(".schema.json") && path.split("/").length > 2)
    .map((path) => {
      const [, study = "", ...rest] = path.split("/");
      const stage = rest.join("/").replace(/\.schema\.json$/, "");
      return { path, study, stage, schema: readSchema(parse(root, path), path) };
    });
}

/** Generated type files that stand in the project, by path. */
export function typeFiles(root: string): string[] {
  return filesUnder(root, "schemas").filter((path) => path.endsWith(".ts"));
}

function parse(root: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(join(root, path), "utf8"));
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function filesUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}
