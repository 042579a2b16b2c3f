import path from "node:path";
import { hashRecord, type Json } from "../../pipeline/canonical.ts";
import { Failure } from "../../pipeline/failure.ts";
import type { ProjectFiles } from "../../pipeline/files.ts";
import { loadYaml } from "../../pipeline/yaml.ts";
import { canonicalJson } from "../../tables/canonical.ts";
import { same } from "./compare.ts";
import { checkEntries } from "./deviation-entries.ts";
import type { Declared, Leaf, StaleDeclaration } from "./report.ts";

/** One entry of `prereg/<basket>.deviations.yaml`. */
export interface Declaration {
  readonly leaf: string;
  /** The value that the leaf has now, or its hash where the value is long; null where it is gone. */
  readonly is: Json;
  readonly reason: string;
}

const SCHEMA = "schemas/prereg-deviations.schema.json";

/** Where the deviations of a basket are declared, relative to the project. */
export function deviationsFile(basket: string): string {
  return `prereg/${basket}.deviations.yaml`;
}

/** The declared deviations of a basket; none without a file. Throws a Failure that lists every fault with its place. */
export async function readDeclarations(files: ProjectFiles, basket: string): Promise<readonly Declaration[]> {
  const file = deviationsFile(basket);
  if (files.read(file) === null) return [];
  try {
    return await loadDeclarations(files, file);
  } catch (error) {
    if (error instanceof Failure) await failInWords(files, file);
    throw error;
  }
}

async function loadDeclarations(files: ProjectFiles, file: string): Promise<readonly Declaration[]> {
  return loadYaml(files, file, SCHEMA, (value, faults) => {
    // A file of comments alone declares nothing.
    const declarations = (value ?? []) as Declaration[];
    const seen = new Map<string, number>();
    declarations.forEach(({ leaf }, index) => {
      const first = seen.get(leaf);
      if (first === undefined) seen.set(leaf, index);
      else
        faults.fault(
          [index, "leaf"],
          `${leaf} is declared a second time (first at ${faults.place([first, "leaf"])})`,
        );
    });
    return declarations;
  });
}

/** Reads a file that has faults again and tells them entry by entry, where they are such as people make. Throws a Failure then. */
async function failInWords(files: ProjectFiles, file: string): Promise<void> {
  const { YamlSource } = await import("../../pipeline/yaml-source.ts");
  const source = new YamlSource(file, files.read(file)!.bytes.toString("utf8"));
  checkEntries(source.value, source);
  source.throwFaults();
}

/** First line of a new file, by which an editor finds its schema. */
export const EDITOR_LINE = `# yaml-language-server: $schema=${path.posix.relative("prereg", SCHEMA)}`;

/** Values whose JSON is longer than this are told by their hash. */
const LONG = 200;

/** A leaf's value as it is printed and declared: itself, or its hash where it is long. */
export function toldValue(value: Json): Json {
  return canonicalJson(value).length <= LONG ? value : hashRecord("candor value", value);
}

/** Holds the declarations against the leaves. */
export function matchDeclarations(
  leaves: readonly Leaf[],
  declarations: readonly Declaration[],
): { declared: Declared[]; undeclared: string[]; stale: StaleDeclaration[] } {
  const byAddress = new Map(leaves.map((leaf) => [leaf.address, leaf]));
  const declared: Declared[] = [];
  const stale: StaleDeclaration[] = [];
  for (const { leaf: address, is, reason } of declarations) {
    const leaf = byAddress.get(address);
    if (leaf === undefined) stale.push({ address, why: "no difference", declared: is, is: null, reason });
    else if (same(is, leaf.is) || same(is, toldValue(leaf.is))) declared.push({ address, reason });
    else stale.push({ address, why: "another value", declared: is, is: toldValue(leaf.is), reason });
  }
  const named = new Set(declared.map(({ address }) => address));
  const undeclared = leaves
    .filter(({ address, change }) => change === "deviation" && !named.has(address))
    .map(({ address }) => address);
  return { declared, undeclared, stale };
}
