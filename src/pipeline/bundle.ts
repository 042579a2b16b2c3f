import { existsSync } from "node:fs";
import path from "node:path";
import { buildStages } from "./build-stages.ts";
import { BUNDLES, bundleFile } from "./bundle-file.ts";
import { type Hash, hashOf, hashRecord } from "./canonical.ts";
import { Failure } from "./failure.ts";
import { ProjectFiles, readIfThere, writeAtomically } from "./files.ts";

/** A module whose default export is a stage, or an embedded model that stages ask. */
export interface BundleRequest {
  /** For messages: the stage, or one that asks. */
  readonly stage: string;
  readonly module: string;
  readonly gives: "stage" | "answer";
}

/** The code that runs for a stage or an embedded model: all it needs in one text, and what it was made from. */
export interface Bundle {
  readonly hash: Hash;
  /** Sources of the project in it (packages excluded), in byte order. */
  readonly sources: readonly string[];
  /** Packages in it, as `<place below node_modules>@<version>`, in byte order. */
  readonly packages: readonly string[];
}

interface CacheEntry {
  readonly environment: Hash;
  readonly sources: Readonly<Record<string, Hash>>;
  readonly packages: readonly string[];
  readonly hash: Hash;
}

/**
 * Bundles stage modules with their packages inside. White space, comments and types never reach the bundle,
 * so its hash changes when behaviour may change. Names are kept as they are written: shortened names are
 * picked by how often letters stand in the source, types included.
 */
export class Bundler {
  readonly #files: ProjectFiles;
  readonly #index: Record<string, CacheEntry>;
  readonly #environment: Hash;

  constructor(files: ProjectFiles) {
    this.#files = files;
    this.#environment = environmentHash(files);
    this.#index = readIndex(path.join(files.root, BUNDLES, "index.json"));
  }

  /**
   * Bundles for all requests, by module, from the cache where no source and no installed package changed by its version; all of them
   * `anew` where it matters that nobody edited a package in place. Throws a Failure that names the stage.
   */
  async bundles(requests: readonly BundleRequest[], { anew = false } = {}): Promise<Map<string, Bundle>> {
    const found = new Map<string, Bundle>();
    const missing = new Map<string, BundleRequest>();
    for (const request of requests) {
      const name = request.module;
      const cached = anew ? null : this.#cached(name);
      if (cached !== null) found.set(name, cached);
      else missing.set(name, request);
    }
    if (missing.size === 0) return found;
    const built = await buildStages(this.#files, [...missing.values()]);
    [...missing].forEach(([name, request], index) => {
      const { text, inputs, packages } = built[index]!;
      const sources = this.#hashes(request.stage, inputs);
      const hash = hashOf(text);
      writeAtomically(path.join(this.#files.root, bundleFile(hash)), text);
      this.#index[name] = { environment: this.#environment, sources, packages, hash };
      found.set(name, { hash, sources: Object.keys(sources), packages });
    });
    writeAtomically(path.join(this.#files.root, BUNDLES, "index.json"), JSON.stringify(this.#index));
    return found;
  }

  #hashes(stage: string, inputs: readonly string[]): Record<string, Hash> {
    const sources: Record<string, Hash> = {};
    for (const input of inputs) {
      const file = this.#files.read(input);
      if (input.startsWith("../") || file === null) {
        throw new Failure(
          "impure",
          `stage ${stage} imports ${input}, which lies outside the project; move it inside`,
        );
      }
      sources[input] = file.hash;
    }
    return sources;
  }

  #cached(name: string): Bundle | null {
    const entry = this.#index[name];
    if (entry === undefined || entry.environment !== this.#environment) return null;
    for (const [source, hash] of Object.entries(entry.sources)) {
      if (this.#files.read(source)?.hash !== hash) return null;
    }
    // Whether it holds what its name says is checked when it runs.
    if (!existsSync(path.join(this.#files.root, bundleFile(entry.hash)))) return null;
    return { hash: entry.hash, sources: Object.keys(entry.sources), packages: entry.packages };
  }
}

/** What besides its sources can change a bundle: compiler options, packages, and the bundler itself. */
function environmentHash(files: ProjectFiles): Hash {
  const record: Record<string, string | null> = {};
  for (const file of [
    "tsconfig.json",
    "package.json",
    "package-lock.json",
    "node_modules/.package-lock.json",
    "node_modules/esbuild/package.json",
    "src/pipeline/build-stages.ts",
  ]) {
    record[file] = files.read(file)?.hash ?? null;
  }
  return hashRecord("bundle environment", record);
}

/** Forgets bundles of which a source is gone or is another one now; returns what is left. */
export function pruneIndex(root: string): Record<string, CacheEntry> {
  const file = path.join(root, BUNDLES, "index.json");
  const files = new ProjectFiles(root);
  const left = Object.entries(readIndex(file)).filter(([, { sources }]) =>
    Object.entries(sources).every(([source, hash]) => files.read(source)?.hash === hash),
  );
  const index = Object.fromEntries(left);
  if (left.length > 0) writeAtomically(file, JSON.stringify(index));
  return index;
}

/** What is known of each bundle by its name; nothing where the file is damaged. */
function readIndex(file: string): Record<string, CacheEntry> {
  try {
    return JSON.parse(readIfThere(file)?.toString("utf8") ?? "{}") as Record<string, CacheEntry>;
  } catch {
    return {};
  }
}
