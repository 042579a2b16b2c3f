#!/usr/bin/env node
// Starts candor: bundles src/cli and the workers' code when a source changed, then runs that bundle. Node 20
// does not run TypeScript, and starting from one bundle is faster than resolving a hundred files.
import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.dirname(path.dirname(realpathSync(fileURLToPath(import.meta.url))));
const folder = path.join(root, ".candor", "cli");

const hashOf = (data) => `sha256:${createHash("sha256").update(data).digest("hex")}`;
const hashOfFile = (file) => {
  try {
    return hashOf(readFileSync(path.join(root, file)));
  } catch {
    return null;
  }
};

/** What besides the sources can change the bundle. */
const ENVIRONMENT = [
  "bin/candor.mjs",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "node_modules/.package-lock.json",
  "node_modules/esbuild/package.json",
];

/**
 * parquetjs-lite assigns names that it never declares, which strict code refuses and a bundle is strict.
 * Declares them.
 */
const declareNames = {
  name: "declare-names",
  setup(build) {
    build.onLoad({ filter: /parquetjs-lite[\\/]gen-nodejs[\\/]parquet_types\.js$/ }, ({ path: file }) => {
      const code = readFileSync(file, "utf8");
      const names = new Set([...code.matchAll(/^(\w+) = /gm)].map(([, name]) => name));
      return { contents: `var ${[...names].join(", ")};\n${code}`, loader: "js" };
    });
  },
};

function current() {
  try {
    const build = JSON.parse(readFileSync(path.join(folder, "current.json"), "utf8"));
    const fresh = Object.entries(build.sources).every(([file, hash]) => hashOfFile(file) === hash);
    return fresh && existsSync(path.join(folder, build.name, "main.js")) ? build : null;
  } catch {
    return null;
  }
}

async function rebuild() {
  const esbuild = await import("esbuild").catch(() => null);
  if (esbuild === null) {
    process.stderr.write(
      "candor: the packages are not installed; run `npm ci` (or `make all`) in the project\n",
    );
    process.exit(2);
  }
  const scratch = path.join(folder, `scratch-${process.pid}-${randomBytes(4).toString("hex")}`);
  const shared = {
    absWorkingDir: root,
    bundle: true,
    metafile: true,
    platform: "node",
    target: "node20",
    charset: "utf8",
    legalComments: "none",
    preserveSymlinks: true,
    logLevel: "silent",
    external: ["esbuild"],
    plugins: [declareNames],
  };
  const hashed = { ...shared, format: "cjs", minifyWhitespace: true, minifySyntax: true };
  try {
    const builds = await Promise.all([
      esbuild.build({
        ...shared,
        format: "esm",
        splitting: true,
        entryPoints: { main: "src/cli/main.ts" },
        outdir: scratch,
        banner: {
          js: 'import { createRequire as candorRequire } from "node:module"; const require = candorRequire(import.meta.url);',
        },
      }),
      esbuild.build({
        ...hashed,
        entryPoints: { worker: "src/pipeline/worker.ts" },
        outdir: scratch,
        outExtension: { ".js": ".cjs" },
      }),
      esbuild.build({
        ...hashed,
        entryPoints: { writer: "src/tables/writer.ts" },
        outdir: scratch,
        outExtension: { ".js": ".cjs" },
      }),
    ]);
    const inputs = builds.flatMap((build) => Object.keys(build.metafile.inputs));
    const files = [
      ...new Set([
        ...ENVIRONMENT,
        ...inputs.filter((file) => !file.startsWith("node_modules/") && !file.startsWith("<")),
      ]),
    ];
    const sources = Object.fromEntries(files.sort().map((file) => [file, hashOfFile(file)]));
    const workerHash = hashOfFile(path.relative(root, path.join(scratch, "worker.cjs")));
    const writerHash = hashOfFile(path.relative(root, path.join(scratch, "writer.cjs")));
    writeFileSync(path.join(scratch, "package.json"), '{"type":"module"}\n');
    const name = hashOf(JSON.stringify(sources)).slice(7, 39);
    const build = { name, sources, workerHash, writerHash };
    try {
      renameSync(scratch, path.join(folder, name));
    } catch (error) {
      // Another process made the same build first.
      if (!existsSync(path.join(folder, name, "main.js"))) throw error;
    }
    const pointer = path.join(folder, `current-${process.pid}-${randomBytes(4).toString("hex")}.json`);
    writeFileSync(pointer, JSON.stringify(build));
    renameSync(pointer, path.join(folder, "current.json"));
    return build;
  } catch (error) {
    const messages = (error.errors ?? []).map(({ location, text }) =>
      location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : text,
    );
    process.stderr.write(
      `candor: cannot build src/cli\n${messages.length > 0 ? messages.join("\n") : (error.message ?? error)}\n`,
    );
    process.exit(2);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

try {
  mkdirSync(folder, { recursive: true });
} catch (error) {
  process.stderr.write(
    `candor: cannot use ${folder}: ${error.code}; make the project's folder writable and run again\n`,
  );
  process.exit(2);
}
const build = current() ?? (await rebuild());
const at = path.join(folder, build.name);
const { main } = await import(pathToFileURL(path.join(at, "main.js")).href);
await main(process.argv.slice(2), {
  root,
  worker: { file: path.join(at, "worker.cjs"), hash: build.workerHash },
  writer: { file: path.join(at, "writer.cjs"), hash: build.writerHash },
});
