import path from "node:path";
import { readIfThere } from "./files.ts";

/**
 * The code that one TypeScript file gives, compiled by itself as it is for a bundle; null where it cannot be compiled.
 * Two texts that give the same code here give the same bundles.
 */
export async function compileAlone(root: string, text: string): Promise<string | null> {
  const { transform } = await import("esbuild");
  try {
    const { code } = await transform(text, {
      loader: "ts",
      format: "esm",
      platform: "browser",
      target: "es2022",
      charset: "utf8",
      minifyWhitespace: true,
      minifySyntax: true,
      legalComments: "none",
      logLevel: "silent",
      tsconfigRaw: readIfThere(path.join(root, "tsconfig.json"))?.toString("utf8") ?? "{}",
    });
    return code;
  } catch {
    return null;
  }
}
