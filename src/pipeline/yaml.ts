import path from "node:path";
import { hashRecord } from "./canonical.ts";
import { Failure } from "./failure.ts";
import type { ProjectFiles } from "./files.ts";
import { nameFor, recall, remember } from "./remembered.ts";

/** Folder of what is remembered of files that passed their schema, relative to the project. */
export const REMEMBERED_YAML = ".candor/cache/yaml";

/** Where in a value something stands: keys and indices from the top. */
export type ValuePath = readonly (string | number)[];

/** Takes what is found wrong in a YAML file. */
export interface Faults {
  /** Whether anything was found. */
  readonly any: boolean;
  /** Notes a fault at a part of the value, or at the key of that part. */
  fault(at: ValuePath, message: string, on?: "value" | "key"): void;
  /** `file:line:column` of a part of the value. */
  place(at: ValuePath, on?: "value" | "key"): string;
}

/**
 * Reads a YAML file, checks it against a JSON Schema and builds something from it. `build` notes what else is
 * wrong; what it returns then is not used. Throws one definition Failure that lists every fault with its place.
 *
 * A file that once passed its schema is remembered by content, so that the parser and the schema's compiler,
 * which take longer than all else of a run that finds everything fresh, are loaded only when they are needed.
 */
export async function loadYaml<T>(
  files: ProjectFiles,
  file: string,
  schemaFile: string,
  build: (value: unknown, faults: Faults) => T | null,
): Promise<T> {
  const text = textOf(files, file);
  const schema = textOf(files, schemaFile);
  // What checks counts as well: what passed once must pass today.
  const checker = ["src/pipeline/yaml-source.ts", "package-lock.json"].map(
    (each) => files.read(each)?.hash ?? null,
  );
  const hash = hashRecord("checked yaml", { text, schema, checker });
  const remembered = path.join(files.root, REMEMBERED_YAML, nameFor(hash));
  const known = recall(remembered);
  if (known !== undefined) {
    const flag = new FaultFlag();
    const built = build(known, flag);
    if (built !== null && !flag.any) return built;
  }
  const { YamlSource } = await import("./yaml-source.ts");
  const source = new YamlSource(file, text);
  source.checkSchema(JSON.parse(schema) as object);
  source.throwFaults();
  const built = build(source.value, source);
  source.throwFaults();
  remember(remembered, source.value);
  return built!;
}

/** Knows only whether there is a fault; places are found by reading the file again. */
class FaultFlag implements Faults {
  any = false;

  fault(): void {
    this.any = true;
  }

  place(): string {
    return "";
  }
}

function textOf(files: ProjectFiles, file: string): string {
  const read = files.read(file);
  if (read === null)
    throw new Failure("definition", `${file} does not exist; run candor in a Candor project`);
  return read.bytes.toString("utf8");
}
