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

/** Sources as the bundler got them: one that is saved meanwhile must not stand under the hash of another version. */
const read = new Map();
const readSources = {
  name: "read-sources",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path: file }) => {
      const relative = path.relative(root, file).split(path.sep).join("/");
      if (relative.startsWith("../") || relative.startsWith("node_modules/")) return undefined;
      const known = read.get(relative) ?? readFileSync(file);
      read.set(relative, known);
      return { contents: known, loader: "ts" };
    });
  },
};

function current() {
  try {
    const build = JSON.parse(readFileSync(path.join(folder, "current.json"), "utf8"));
    const fresh = Object.entries(build.sources).every(([file, hash]) => hashOfFile(file) === hash);
    return fresh && isSound(build) ? build : null;
  } catch {
    return null;
  }
}

/** Whether a build is there, and what enters keys by its hash is what it says. */
function isSound({ name, workerHash, writerHash }) {
  const at = path.join(".candor", "cli", name);
  return (
    existsSync(path.join(root, at, "main.js")) &&
    existsSync(path.join(root, at, "draw.js")) &&
    hashOfFile(path.join(at, "worker.cjs")) === workerHash &&
    hashOfFile(path.join(at, "writer.cjs")) === writerHash
  );
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
    plugins: [declareNames, readSources],
  };
  const hashed = { ...shared, format: "cjs", minifyWhitespace: true, minifySyntax: true };
  try {
    const builds = await Promise.all([
      esbuild.build({
        ...shared,
        format: "esm",
        splitting: true,
        // draw.js is the thread that draws figures; it is found beside main.js.
        entryPoints: { main: "src/cli/main.ts", draw: "src/diff/figures/draw.ts" },
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
    const hashRead = (file) => (read.has(file) ? hashOf(read.get(file)) : hashOfFile(file));
    const sources = Object.fromEntries(files.sort().map((file) => [file, hashRead(file)]));
    const workerHash = hashOfFile(path.relative(root, path.join(scratch, "worker.cjs")));
    const writerHash = hashOfFile(path.relative(root, path.join(scratch, "writer.cjs")));
    writeFileSync(path.join(scratch, "package.json"), '{"type":"module"}\n');
    const hash = hashOf(JSON.stringify(sources)).slice(7, 39);
    let build = { name: hash, sources, workerHash, writerHash };
    try {
      renameSync(scratch, path.join(folder, hash));
    } catch (error) {
      if (!existsSync(path.join(folder, hash))) throw error;
      // Another process made the same build first, or it was damaged since.
      if (!isSound(build)) {
        build = { ...build, name: `${hash}-${randomBytes(4).toString("hex")}` };
        renameSync(scratch, path.join(folder, build.name));
      }
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
