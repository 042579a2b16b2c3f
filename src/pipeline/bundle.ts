import { rmSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import type { Message, Plugin } from "esbuild";
import { byteOrder } from "../tables/canonical.ts";
import { BUNDLES, bundleFile } from "./bundle-file.ts";
import { type Hash, hashOf, hashRecord } from "./canonical.ts";
import { Failure } from "./failure.ts";
import { type ProjectFiles, readIfThere, writeAtomically } from "./files.ts";

/** A stage's module, with the answerer that it asks, if it asks any. */
export interface BundleRequest {
  readonly stage: string;
  readonly module: string;
  readonly answerer: string | null;
}

/** The code that runs for a stage: everything it needs in one text, and what it was made from. */
export interface Bundle {
  readonly hash: Hash;
  /** Sources of the project in it (packages excluded), in byte order. */
  readonly sources: readonly string[];
}

interface CacheEntry {
  readonly environment: Hash;
  readonly sources: Readonly<Record<string, Hash>>;
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

  /** Bundles for all requests, from the cache where no source changed. Throws a Failure that names the stage. */
  async bundles(requests: readonly BundleRequest[]): Promise<Map<string, Bundle>> {
    const found = new Map<string, Bundle>();
    const missing = new Map<string, BundleRequest>();
    for (const request of requests) {
      const name = bundleName(request);
      const cached = this.#cached(name);
      if (cached !== null) found.set(name, cached);
      else missing.set(name, request);
    }
    if (missing.size === 0) return found;
    const esbuild = await import("esbuild");
    await Promise.all(
      [...missing].map(async ([name, request]) => {
        const { entry, text } = await this.#build(esbuild, request);
        writeAtomically(path.join(this.#files.root, bundleFile(entry.hash)), text);
        this.#index[name] = entry;
        found.set(name, { hash: entry.hash, sources: Object.keys(entry.sources) });
      }),
    );
    writeAtomically(path.join(this.#files.root, BUNDLES, "index.json"), JSON.stringify(this.#index));
    return found;
  }

  #cached(name: string): Bundle | null {
    const entry = this.#index[name];
    if (entry === undefined || entry.environment !== this.#environment) return null;
    for (const [source, hash] of Object.entries(entry.sources)) {
      if (this.#files.read(source)?.hash !== hash) return null;
    }
    const stored = readIfThere(path.join(this.#files.root, bundleFile(entry.hash)));
    if (stored === null) return null;
    if (hashOf(stored) !== entry.hash) {
      rmSync(path.join(this.#files.root, bundleFile(entry.hash)), { force: true });
      return null;
    }
    return { hash: entry.hash, sources: Object.keys(entry.sources) };
  }

  async #build(
    esbuild: typeof import("esbuild"),
    request: BundleRequest,
  ): Promise<{ entry: CacheEntry; text: Uint8Array }> {
    const imports = [`import stage from ${JSON.stringify(`./${request.module}`)};`];
    if (request.answerer !== null)
      imports.push(`import answer from ${JSON.stringify(`./${request.answerer}`)};`);
    const exported =
      request.answerer === null
        ? "candorStage.stage=stage;"
        : "candorStage.stage=stage;candorStage.answer=answer;";
    const result = await esbuild
      .build({
        stdin: {
          contents: `${imports.join("\n")}\ndeclare const candorStage: { stage: unknown; answer?: unknown };\n${exported}\n`,
          resolveDir: this.#files.root,
          sourcefile: "stage-entry.ts",
          loader: "ts",
        },
        absWorkingDir: this.#files.root,
        bundle: true,
        write: false,
        metafile: true,
        format: "iife",
        platform: "browser",
        target: "es2022",
        charset: "utf8",
        minifyWhitespace: true,
        minifySyntax: true,
        legalComments: "none",
        preserveSymlinks: true,
        logLevel: "silent",
        plugins: [noNodeModules(request.stage)],
      })
      .catch((error: { errors?: Message[] }) => {
        if (!Array.isArray(error.errors)) throw error;
        throw new Failure(
          "stage",
          `stage ${request.stage} cannot be built:\n${error.errors.map(buildMessage).join("\n")}`,
        );
      });
    const text = result.outputFiles[0]!.contents;
    const sources: Record<string, Hash> = {};
    for (const input of Object.keys(result.metafile.inputs).sort(byteOrder)) {
      if (
        input === "stage-entry.ts" ||
        input.startsWith("node_modules/") ||
        /^[a-z-]+:|^\(disabled\)/u.test(input)
      )
        continue;
      const file = this.#files.read(input);
      if (input.startsWith("../") || file === null) {
        throw new Failure(
          "impure",
          `stage ${request.stage} imports ${input}, which lies outside the project; move it inside`,
        );
      }
      sources[input] = file.hash;
    }
    return { entry: { environment: this.#environment, sources, hash: hashOf(text) }, text };
  }
}

/** Name of a bundle within the project: the stage's module, and the answerer's where it has one. */
export function bundleName(request: BundleRequest): string {
  return request.answerer === null ? request.module : `${request.module} ${request.answerer}`;
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
    "src/pipeline/bundle.ts",
  ]) {
    record[file] = files.read(file)?.hash ?? null;
  }
  return hashRecord("bundle environment", record);
}

function readIndex(file: string): Record<string, CacheEntry> {
  try {
    return JSON.parse(readIfThere(file)?.toString("utf8") ?? "{}") as Record<string, CacheEntry>;
  } catch {
    return {};
  }
}

const NODE_MODULES = new RegExp(
  `^(node:.*|(${builtinModules.filter((name) => !name.startsWith("_")).join("|")}))$`,
);

/** Refuses Node's own modules in the project's code with a message that says why. */
function noNodeModules(stage: string): Plugin {
  return {
    name: "no-node-modules",
    setup(build) {
      build.onResolve({ filter: NODE_MODULES }, ({ path: name, importer }) => {
        // A package may have a replacement for browsers; where it has none, esbuild says so.
        if (importer.split(path.sep).includes("node_modules")) return undefined;
        return {
          errors: [
            {
              text:
                `stage ${stage} imports "${name}": a stage is a pure function of its declared inputs and params; ` +
                "declare the file as an input or the value as a param in pipeline.yaml",
            },
          ],
        };
      });
    },
  };
}

function buildMessage(message: Message): string {
  const { location, text } = message;
  if (location === null) return `  ${text}`;
  return `  ${location.file}:${location.line}:${location.column + 1}: ${text}\n    ${location.lineText.trim()}`;
}
