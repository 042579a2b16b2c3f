import { builtinModules } from "node:module";
import path from "node:path";
import type { Message, Metafile, Plugin } from "esbuild";
import { byteOrder } from "../tables/canonical.ts";
import type { BundleRequest } from "./bundle.ts";
import { Failure } from "./failure.ts";
import type { ProjectFiles } from "./files.ts";

/** One bundle, the sources of the project that it was made from (packages excluded), and the packages. */
export interface BuiltStage {
  readonly text: Uint8Array;
  /** In byte order. */
  readonly inputs: readonly string[];
  /** `<place>@<version>` in byte order, the place being the path below node_modules. */
  readonly packages: readonly string[];
}

/**
 * Bundles stages, each with its packages inside, all in one go: what they share is read once, and the bytes are
 * those of building each alone. Throws a Failure that names each stage that cannot be built.
 */
export async function buildStages(
  files: ProjectFiles,
  requests: readonly BundleRequest[],
): Promise<BuiltStage[]> {
  const esbuild = await import("esbuild");
  const together = await build(esbuild, files, requests);
  if (together.ok) return together.built;
  // One fault fails the whole; alone it is known whose it is.
  const faults = new Map<string, string>();
  for (const request of requests) {
    const alone = await build(esbuild, files, [request]);
    if (!alone.ok) faults.set(request.stage, alone.errors.map(buildMessage).join("\n"));
  }
  // Each alone can be built: what went wrong is over, or lies in building them together.
  if (faults.size === 0)
    throw new Failure(
      "stage",
      `the stages cannot be built:\n${together.errors.map(buildMessage).join("\n")}`,
    );
  const texts = [...faults].map(([stage, text]) => `stage ${stage} cannot be built:\n${text}`);
  throw new Failure("stage", texts.join("\n"));
}

const ENTRY = "stage-entry";

async function build(
  esbuild: typeof import("esbuild"),
  files: ProjectFiles,
  requests: readonly BundleRequest[],
): Promise<{ ok: true; built: BuiltStage[] } | { ok: false; errors: readonly Message[] }> {
  const { root } = files;
  try {
    const { outputFiles, metafile } = await esbuild.build({
      entryPoints: requests.map((_, index) => ({ in: `${ENTRY}:${index}`, out: String(index) })),
      outdir: root,
      absWorkingDir: root,
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
      plugins: [stageEntries(root, requests), noNodeModules(requests), readSources(files)],
    });
    const texts = new Map(outputFiles.map((file) => [path.basename(file.path), file.contents]));
    const built = requests.map((_, index) => {
      const reached = reachedFrom(metafile, `${ENTRY}:${index}`);
      return {
        text: texts.get(`${index}.js`)!,
        inputs: reached.filter((file) => !file.startsWith(PACKAGES)),
        packages: packagesOf(files, reached),
      };
    });
    return { ok: true, built };
  } catch (error) {
    const { errors } = error as { errors?: Message[] };
    if (!Array.isArray(errors)) throw error;
    return { ok: false, errors };
  }
}

/** The module that a bundle starts from: it hands the stage, or the embedded model, to the sandbox. */
function stageEntries(root: string, requests: readonly BundleRequest[]): Plugin {
  return {
    name: ENTRY,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${ENTRY}:`) }, (args) => ({
        path: args.path.slice(ENTRY.length + 1),
        namespace: ENTRY,
      }));
      build.onLoad({ filter: /.*/, namespace: ENTRY }, (args) => {
        const { module, gives } = requests[Number(args.path)]!;
        const lines = [
          `declare const candorStage: { ${gives}: unknown };`,
          `import ${gives} from ${JSON.stringify(`./${module}`)};`,
          `candorStage.${gives} = ${gives};`,
        ];
        return { contents: lines.join("\n"), loader: "ts", resolveDir: root };
      });
    },
  };
}

/**
 * Gives the bundler the bytes that are hashed: a source that is saved meanwhile cannot be in the bundle under the
 * hash of another version.
 */
function readSources(files: ProjectFiles): Plugin {
  return {
    name: "read-sources",
    setup(build) {
      build.onLoad({ filter: /\.(ts|json)$/ }, (args) => {
        const relative = path.relative(files.root, args.path).split(path.sep).join("/");
        if (relative.startsWith("../") || relative.startsWith("node_modules/")) return undefined;
        const file = files.read(relative);
        if (file === null) return undefined;
        return { contents: file.bytes, loader: relative.endsWith(".json") ? "json" : "ts" };
      });
    },
  };
}

/** Every file that an entry reaches, whether or not something of it is left in the bundle. */
function reachedFrom({ inputs }: Metafile, entry: string): string[] {
  const reached = new Set([entry]);
  for (const file of reached)
    for (const { path: imported } of inputs[file]?.imports ?? []) reached.add(imported);
  return [...reached]
    .filter((file) => inputs[file] !== undefined && !/^\(?[a-z-]+[:)]/u.test(file))
    .sort(byteOrder);
}

const PACKAGES = "node_modules/";

/**
 * Packages that files belong to. A package goes by its place, `a` or `a/node_modules/b`, so that two copies of it
 * are told apart; its version is what its own package.json says.
 */
function packagesOf(files: ProjectFiles, reached: readonly string[]): string[] {
  const places = new Set<string>();
  for (const file of reached) {
    const place = /^node_modules\/((?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//u.exec(file)?.[1];
    if (place !== undefined) places.add(place);
  }
  return [...places]
    .map((place) => `${place}@${versionIn(files, `${PACKAGES}${place}/package.json`)}`)
    .sort(byteOrder);
}

/** Version that a package.json states; `unknown` where it states none. */
export function versionIn(files: ProjectFiles, file: string): string {
  try {
    const { version } = JSON.parse(files.read(file)?.bytes.toString("utf8") ?? "{}") as { version?: unknown };
    return typeof version === "string" ? version : "unknown";
  } catch {
    return "unknown";
  }
}

const NODE_MODULES = new RegExp(
  `^(node:.*|(${builtinModules.filter((name) => !name.startsWith("_")).join("|")}))$`,
);

/** Refuses Node's own modules in the project's code with a message that says why. */
function noNodeModules(requests: readonly BundleRequest[]): Plugin {
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
                `stage ${requests[0]!.stage} imports "${name}": a stage is a pure function of its declared inputs and params; ` +
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
