import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { type Hash, hashOf, hashRecord } from "../pipeline/canonical.ts";
import { compileAlone } from "../pipeline/compile-alone.ts";
import type { ProjectFiles } from "../pipeline/files.ts";
import type { Design } from "./lock.ts";

type Machinery = Design["machinery"];

/** Code that runs stages and asks models, below these folders. What stages bundle of it is frozen with them. */
const FOLDERS = [
  "src/advisors/embedding",
  "src/advisors/live",
  "src/collect",
  "src/import",
  "src/pipeline",
  "src/tables",
] as const;

const LAUNCHER = "bin/candor.mjs";
export const PACKAGE_LOCK = "package-lock.json";

/**
 * What runs the stages and puts the requests: it decides what stages are given and what models are told, and is in no
 * bundle of a stage. Each file as it is, and by the code that it gives; and the packages that npm installs for it.
 *
 * @param bundled sources that are frozen with stages, left out here
 * @param known the same of another time: a file of equal text is not compiled again
 */
export async function machineryOf(
  files: ProjectFiles,
  bundled: ReadonlySet<string>,
  known: Machinery = {},
): Promise<Machinery> {
  const sources = [...FOLDERS.flatMap((folder) => sourcesBelow(files.root, folder)), LAUNCHER].filter(
    (file) => !bundled.has(file) && files.read(file) !== null,
  );
  const entries = sources.map(async (file): Promise<[string, Machinery[string]]> => {
    const { bytes, hash: text } = files.read(file)!;
    const before = Object.hasOwn(known, file) ? known[file] : undefined;
    if (before?.text === text) return [file, before];
    const code = await compileAlone(files.root, bytes.toString("utf8"));
    return [file, { code: code === null ? text : hashOf(code), text }];
  });
  const lock = files.read(PACKAGE_LOCK);
  const packages = lock === null ? [] : [[PACKAGE_LOCK, packagesOf(lock)] as const];
  return Object.fromEntries([...(await Promise.all(entries)), ...packages]);
}

function sourcesBelow(root: string, folder: string): string[] {
  const full = path.join(root, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
}

/** Packages that are installed to run, with versions and the hashes that npm checks; not those of tests alone. */
function packagesOf({ bytes, hash: text }: { bytes: Buffer; hash: Hash }): Machinery[string] {
  try {
    const { packages } = JSON.parse(bytes.toString("utf8")) as {
      packages: Record<string, { version?: string; integrity?: string; dev?: boolean }>;
    };
    const installed = Object.entries(packages)
      .filter(([name, { dev }]) => name !== "" && dev !== true)
      .map(([name, { version, integrity }]) => [name, [version ?? null, integrity ?? null]]);
    return { code: hashRecord("candor packages", Object.fromEntries(installed)), text };
  } catch {
    return { code: text, text };
  }
}
