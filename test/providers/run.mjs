// `node test/providers/run.mjs`: bundles run.ts (Node 20 does not read TypeScript) and runs it; run.ts names the options.
import { build } from "esbuild";

const { outputFiles } = await build({
  entryPoints: [new URL("run.ts", import.meta.url).pathname],
  bundle: true,
  write: false,
  platform: "node",
  target: "node20",
  format: "esm",
  // seedrandom asks for node:crypto by `require`, in a path that a given seed never takes.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(process.cwd() + "/");',
  },
  logLevel: "warning",
});
const code = Buffer.from(outputFiles[0].contents).toString("base64");
const { run } = await import(`data:text/javascript;base64,${code}`);
await run(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
});
