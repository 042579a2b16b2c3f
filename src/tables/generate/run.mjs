// `npm run schemas`: bundles main.ts (Node 20 does not read TypeScript) and runs it.
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..", "..", "..");
// Inside the project, so that packages are found; ignored by git.
const outfile = join(root, ".candor", `schemas-${process.pid}.mjs`);
try {
  await build({
    entryPoints: [join(here, "main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  const { writeGenerated } = await import(pathToFileURL(outfile).href);
  const changes = await writeGenerated(root);
  console.log(
    changes.length === 0 ? "schemas: types and data dictionary are up to date" : changes.join("\n"),
  );
} finally {
  rmSync(outfile, { force: true });
}
