import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generatedFiles } from "./files.ts";
import { typeFiles } from "./sources.ts";

/**
 * Writes the generated files that differ from what stands there and removes row types without a schema.
 *
 * @param root folder of the project
 * @returns one line per change
 */
export async function writeGenerated(root: string): Promise<string[]> {
  const files = await generatedFiles(root);
  const changes: string[] = [];
  for (const [path, text] of files) {
    const full = join(root, path);
    if (existsSync(full) && readFileSync(full, "utf8") === text) continue;
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    changes.push(`wrote ${path}`);
  }
  for (const path of typeFiles(root)) {
    if (files.has(path)) continue;
    rmSync(join(root, path));
    changes.push(`removed ${path}`);
  }
  return changes;
}
