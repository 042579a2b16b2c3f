import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { transformSync } from "esbuild";
import { parseAst } from "vite";
import { ROOT } from "../project.ts";

/** Any node of a parsed program; only what the lints look at is known. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [name: string]: unknown;
}

/** Paths of the checkout's TypeScript files below some folders, relative to it, in byte order. */
export function sourcesBelow(...folders: readonly string[]): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" }).map(
      (file) => `${folder}/${file.split(path.sep).join("/")}`,
    ),
  );
  return files.filter((file) => /\.(ts|mjs)$/u.test(file) && !file.endsWith(".d.ts")).sort();
}

export function readSource(file: string): string {
  return readFileSync(path.join(ROOT, file), "utf8");
}

/** Every node of a source, comments and types left out; `text` gives what a node says. */
export function nodesOf(source: string): { nodes: Node[]; text: (node: Node) => string } {
  const { code } = transformSync(source, {
    loader: "ts",
    target: "es2022",
    legalComments: "none",
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  const nodes: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (typeof value === "object" && value !== null) {
      if ("type" in value && "start" in value) nodes.push(value as Node);
      for (const item of Object.values(value)) visit(item);
    }
  };
  visit(parseAst(code));
  return { nodes, text: ({ start, end }) => code.slice(start, end as number) };
}
