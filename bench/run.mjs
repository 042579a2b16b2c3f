// `npm run bench`: bundles main.ts (Node 20 does not read TypeScript) and runs it.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
// Inside the project, so that packages are found; ignored by git. One folder deep, as test/project.ts expects
// of itself: it takes the folder above its own for the checkout.
const outfile = join(root, ".candor", `bench-${process.pid}.mjs`);
try {
  await build({
    entryPoints: [join(root, "bench", "main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  const { main } = await import(pathToFileURL(outfile).href);
  process.exitCode = await main(process.argv.slice(2));
} finally {
  rmSync(outfile, { force: true });
}
