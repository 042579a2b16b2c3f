import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";

/** Bundles a module as a stage is bundled: for the browser, packages inside. `source` may import from the project. */
export async function bundleSource(source: string): Promise<string> {
  const result = await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    write: false,
    platform: "browser",
    format: "iife",
    globalName: "bundled",
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    logLevel: "silent",
  });
  return result.outputFiles[0].text;
}

/** What a stage may not touch once it runs; each throws its own name. */
const CLOSE = `
  const refuse = (name) => () => { throw new Error("forbidden: " + name); };
  Math.random = refuse("Math.random");
  Date = new Proxy(Date, {
    construct: refuse("new Date"), apply: refuse("Date()"),
    get(target, key) { if (key === "now") throw new Error("forbidden: Date.now"); return target[key]; },
  });
`;

const PREPARE = `
  for (const name of ["Intl", "console", "WebAssembly"]) delete globalThis[name];
  String.prototype.localeCompare = () => { throw new Error("forbidden: localeCompare"); };
  for (const prototype of [Object.prototype, Array.prototype, Number.prototype, Date.prototype])
    for (const name of ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"])
      if (Object.hasOwn(prototype, name)) prototype[name] = () => { throw new Error("forbidden: " + name); };
  Math.random = () => 0.5;
  Date.now = () => 0;
`;

/**
 * Runs a bundle in a fresh context that holds ECMAScript built-ins and the short list of design law 1, with
 * Date and Math.random constant while it loads and throwing afterwards. Returns the exports, and `evaluate`
 * for a look inside.
 */
export function runBare<Exports>(bundle: string): { exports: Exports; evaluate(code: string): unknown } {
  const context = createContext(
    {
      structuredClone: (value: unknown) => structuredClone(value),
      queueMicrotask: (callback: () => void) => queueMicrotask(callback),
      TextEncoder,
      TextDecoder,
      URL,
    },
    { codeGeneration: { strings: true, wasm: false } },
  );
  runInContext(PREPARE, context);
  runInContext(bundle, context);
  runInContext(CLOSE, context);
  return {
    exports: runInContext("bundled", context) as Exports,
    evaluate: (code) => runInContext(code, context),
  };
}
