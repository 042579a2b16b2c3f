import { createHash } from "node:crypto";
import { createReadStream, type Dirent, readdirSync } from "node:fs";
import path from "node:path";
import { type Hash, hashRecord } from "../../pipeline/canonical.ts";
import { diskFailure, Failure } from "../../pipeline/failure.ts";
import { readIfThere } from "../../pipeline/files.ts";

/** Files without which a model cannot be read. */
const NEEDED = ["config.json", "tokenizer.json", "tokenizer_config.json", "onnx/model.onnx"] as const;

/** How sentence-transformers uses a model. An ONNX export often comes without them. */
const MODULES = "modules.json";
/** Its name tells the kind of model: of older ones it may be sentence_roberta_config.json. */
const READING = /^sentence_[a-z-]+_config\.json$/u;
const PROMPTS = "config_sentence_transformers.json";

/** What a sentence model's folder says of it. */
export interface ModelFolder {
  /** Absolute path. */
  readonly folder: string;
  /** Over every file that can change a vector. */
  readonly fingerprint: Hash;
  /** Most tokens that the model reads of a text, as far as the folder says; null where it does not. */
  readonly longest: number | null;
  /** What was assumed because the folder does not say it; each one line for a person. */
  readonly notes: readonly string[];
}

/** A file of settings with its name, for messages. */
interface Settings {
  readonly file: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Reads the folder of a sentence model, and refuses a model whose vectors are not the mean of its tokens'
 * vectors, scaled to length 1. Where the files that would tell are absent, as in most ONNX exports, the mean is
 * assumed and a note says so.
 *
 * @throws Failure "usage" where no folder is named, or it or one of its files is not there; "definition" where
 *   a file is not what it should be, or the model is used in another way
 */
export async function readModelFolder(
  root: string,
  embedding: { readonly model: string; readonly folder: string | null },
): Promise<ModelFolder> {
  if (embedding.folder === null) throw new Failure("usage", `${noFolder(embedding.model)}; ${source()}`);
  const folder = path.resolve(root, embedding.folder);
  const weights = filesIn(folder, "onnx").filter((name) => name.startsWith("onnx/model.onnx"));
  const present = new Set([...filesIn(folder, ""), ...weights]);
  const missing = NEEDED.filter((name) => !present.has(name));
  if (missing.length > 0) {
    const problem = present.size === 0 ? "is no folder with a model" : `lacks ${missing.join(", ")}`;
    throw new Failure("usage", `${embedding.folder} ${problem}, needed for ${embedding.model}; ${source()}`);
  }
  const settings = (name: string): Settings | null => readSettings(folder, name);
  const notes: string[] = [];
  const pooling = poolingFile(folder, notes);
  checkPooling(settings(pooling), pooling, notes);
  checkPrompts(settings(PROMPTS));
  const readingName = [...present].find((name) => READING.test(name)) ?? "sentence_bert_config.json";
  const reading = settings(readingName);
  if (reading?.values.do_lower_case === true)
    throw new Failure("definition", `${reading.file} asks for do_lower_case, which is not supported here`);
  const known = [
    reading?.values.max_seq_length,
    settings("tokenizer_config.json")?.values.model_max_length,
    settings("config.json")?.values.max_position_embeddings,
  ].filter((value): value is number => Number.isSafeInteger(value) && (value as number) > 0);
  const longest = known.length === 0 ? null : Math.min(...known);
  if (reading === null)
    notes.push(`no ${readingName} in the folder: texts are cut at ${longest ?? "no number of"} tokens`);
  const counted = [...NEEDED, MODULES, readingName, PROMPTS, pooling, ...weights];
  return { folder, fingerprint: await fingerprintOf(folder, counted), longest, notes };
}

function noFolder(model: string): string {
  return `the basket names no folder with the files of ${model}: write embedding: { model: ${model}, folder: … }`;
}

function source(): string {
  return (
    `needed are ${NEEDED.join(", ")}, as they stand at https://huggingface.co/ under the model's name (of some ` +
    "models, under Xenova/ or onnx-community/ and the model's name); nothing is downloaded by itself"
  );
}

/** Files in one folder below the model's, as relative paths. */
function filesIn(folder: string, below: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(path.join(folder, below), { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => path.posix.join(below, entry.name));
}

function readSettings(folder: string, name: string): Settings | null {
  const values = readJson(folder, name);
  if (values === null) return null;
  const file = path.join(folder, name);
  if (typeof values !== "object" || Array.isArray(values))
    throw new Failure("definition", `${file} holds no settings of a model: it is no JSON object`);
  return { file, values: values as Settings["values"] };
}

function readJson(folder: string, name: string): unknown {
  const file = path.join(folder, name);
  const bytes = readIfThere(file);
  if (bytes === null) return null;
  const text = bytes.toString("utf8");
  refusePointer(file, text);
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    throw new Failure("definition", `${file} is not JSON; get it again`);
  }
}

/** Git without LFS leaves a few lines of text where a large file belongs. */
function refusePointer(file: string, start: string): void {
  if (start.startsWith("version https://git-lfs"))
    throw new Failure(
      "definition",
      `${file} is only a pointer of Git LFS; get the file itself: git lfs pull`,
    );
}

/** Where the pooling is described, by modules.json or as usual. Refuses modules that are not known here. */
function poolingFile(folder: string, notes: string[]): string {
  const modules = readJson(folder, MODULES);
  if (modules === null) return "1_Pooling/config.json";
  const file = path.join(folder, MODULES);
  if (!Array.isArray(modules)) throw new Failure("definition", `${file} is no list of modules`);
  const kinds = modules.map((module) => String(module?.type).split(".").at(-1));
  const chain = kinds.join(" → ");
  if (chain !== "Transformer → Pooling" && chain !== "Transformer → Pooling → Normalize") {
    throw new Failure(
      "definition",
      `${file} makes a vector by ${chain}; only Transformer → Pooling → Normalize is supported`,
    );
  }
  if (kinds.length === 2)
    notes.push(`${MODULES} has no Normalize: the vectors are scaled to length 1 here all the same`);
  return path.posix.join(String(modules[1].path ?? ""), "config.json");
}

function checkPooling(pooling: Settings | null, name: string, notes: string[]): void {
  if (pooling === null) {
    notes.push(`no ${name} in the folder: a text's vector is taken to be the mean of its tokens' vectors`);
    return;
  }
  const modes = Object.entries(pooling.values).flatMap(([key, value]) => {
    if (key === "pooling_mode") return typeof value === "string" ? [value] : [JSON.stringify(value)];
    return key.startsWith("pooling_mode_") && value === true ? [key.slice("pooling_mode_".length)] : [];
  });
  if (modes.length > 0 && modes.every((mode) => mode === "mean_tokens" || mode === "mean")) return;
  throw new Failure(
    "definition",
    `${pooling.file} pools tokens by ${modes.join(" and ") || "no mode that is known"}; only mean_tokens is ` +
      "supported, and the mean would be another vector than the model's",
  );
}

/** A prompt that sentence-transformers would put before each text. */
function checkPrompts(settings: Settings | null): void {
  const name = settings?.values.default_prompt_name;
  if (settings === null || name === null || name === undefined) return;
  const prompt = (settings.values.prompts as Record<string, unknown> | undefined)?.[String(name)];
  if (prompt === "") return;
  throw new Failure(
    "definition",
    `${settings.file} puts the prompt ${JSON.stringify(name)} before each text, which is not supported here`,
  );
}

/** Hash over names and contents of those files that are there. */
async function fingerprintOf(folder: string, names: readonly string[]): Promise<Hash> {
  const contents: Record<string, Hash> = {};
  for (const name of new Set(names)) {
    const hash = await hashIfThere(path.join(folder, name));
    if (hash !== null) contents[name] = hash;
  }
  return hashRecord("candor sentence model", contents);
}

async function hashIfThere(file: string): Promise<Hash | null> {
  const hash = createHash("sha256");
  let first = true;
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
      if (first) refusePointer(file, (chunk as Buffer).toString("latin1", 0, 64));
      first = false;
      hash.update(chunk as Buffer);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw diskFailure(error, `read ${file}`);
  }
  return `sha256:${hash.digest("hex")}`;
}
