import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Failure } from "../../pipeline/failure.ts";

const PACKAGE = "@huggingface/transformers";

/**
 * Releases of the package that are supported: from OLDEST up, below major release BELOW. RELEASE is the one that
 * the tests use and that a person is told to install; from 4 on there are no binaries for Macs with Intel.
 */
const OLDEST = [3, 8, 0] as const;
const BELOW = 5;
const RELEASE = process.platform === "darwin" && process.arch === "x64" ? "3.8.1" : "4.3.2";

/** Environment variable that names a `node_modules` folder with the package. */
const VARIABLE = "CANDOR_TRANSFORMERS";

const COMMAND = `npm install --no-save --ignore-scripts ${PACKAGE}@${RELEASE}`;
const SUPPORTED = `${OLDEST.join(".")} or newer, below ${BELOW}`;

/** The part of the package that is used here. */
export interface Transformers {
  readonly env: Record<string, unknown>;
  readonly AutoTokenizer: { from_pretrained(folder: string, options: object): Promise<Tokenizer> };
  readonly AutoModel: { from_pretrained(folder: string, options: object): Promise<Model> };
  readonly Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => object;
}

export interface Tokenizer {
  /** Ids of a text's tokens, the model's special tokens among them unless they are declined. Cuts nothing. */
  encode(text: string, options?: { readonly add_special_tokens: boolean }): number[];
}

export interface Model {
  (inputs: object): Promise<Readonly<Record<string, Output | undefined>>>;
  dispose(): Promise<unknown>;
}

export interface Output {
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: ArrayLike<number>;
}

/** The package as it is installed, and its release. */
export interface LoadedTransformers {
  readonly transformers: Transformers;
  readonly version: string;
}

/**
 * Loads the package that reads sentence models, from the folder in CANDOR_TRANSFORMERS where that is set, else
 * as Node finds it from the project. It is no dependency of the project: it is large, and few need it. Nothing
 * is downloaded, now or by the package later.
 *
 * @param root folder of the project
 * @param model for which it is needed, for the message
 * @throws Failure "usage" where it is not installed, or is a release that is not supported, or does not start
 */
export function loadTransformers(root: string, model: string): LoadedTransformers {
  const { folder, version } = checkTransformers(root, model);
  const transformers = start(folder, version);
  stayLocal(transformers.env);
  return { transformers, version };
}

/** Where the package is installed, and its release. Throws a usage Failure where there is none that is supported. */
export function checkTransformers(root: string, model: string): { folder: string; version: string } {
  const folder = packageFolder(root);
  if (folder === null) throw new Failure("usage", notInstalled(model));
  const version = versionOf(folder);
  if (!isSupported(version)) {
    throw new Failure(
      "usage",
      `${folder} is ${PACKAGE} ${version}, and embeddings need ${SUPPORTED}; install it with \`${COMMAND}\``,
    );
  }
  return { folder, version };
}

function packageFolder(root: string): string | null {
  const named = process.env[VARIABLE] ?? "";
  const places =
    named === ""
      ? (createRequire(path.join(root, "package.json")).resolve.paths(PACKAGE) ?? [])
      : [path.resolve(root, named)];
  const folders = places.map((place) => path.join(place, PACKAGE));
  return folders.find((folder) => existsSync(path.join(folder, "package.json"))) ?? null;
}

function notInstalled(model: string): string {
  const named = process.env[VARIABLE] ?? "";
  const where = named === "" ? "" : ` in ${named}, which ${VARIABLE} names`;
  return (
    `embeddings by ${model} need the package ${PACKAGE} ${SUPPORTED}, which is not installed${where}; ` +
    `install it with \`${COMMAND}\` (150 MB to download, 480 MB on the disk; its scripts would only fetch ` +
    `libraries for GPUs, which are not used; a later npm ci removes it), or set ${VARIABLE} to another node_modules folder that holds it`
  );
}

function versionOf(folder: string): string {
  try {
    const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    return String(version);
  } catch {
    return "of an unknown release";
  }
}

/** Whether a release is supported. Releases before a release, such as 4.0.0-next.1, are not. */
function isSupported(version: string): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/u.exec(version)?.slice(1).map(Number);
  if (parts === undefined || parts[0] >= BELOW) return false;
  const differing = parts.findIndex((part, k) => part !== OLDEST[k]);
  return differing < 0 || parts[differing] > OLDEST[differing];
}

/** Requires the package by its own name from its own folder: bundlers leave that alone, and Node knows its entry. */
function start(folder: string, version: string): Transformers {
  try {
    return createRequire(path.join(folder, "package.json"))(PACKAGE) as Transformers;
  } catch (error) {
    throw new Failure(
      "usage",
      `${PACKAGE} ${version} in ${folder} does not start with Node ${process.versions.node} on ` +
        `${process.platform} ${process.arch}: ${firstLine(error)}; install it again with \`${COMMAND}\``,
    );
  }
}

/** Files come from the model's folder alone: no network, and no cache that could hold another model's. */
function stayLocal(env: Record<string, unknown>): void {
  Object.assign(env, {
    allowRemoteModels: false,
    allowLocalModels: true,
    useFSCache: false,
    useBrowserCache: false,
    useCustomCache: false,
    useWasmCache: false,
    // Nothing is printed: what goes wrong is thrown, and told in this project's words.
    logLevel: 50,
    fetch: () => Promise.reject(new Error("no file is fetched from the network")),
  });
}

/** What a person needs of an error that a package threw. */
export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.trim().split("\n", 1)[0];
  return line.length <= 300 ? line : `${line.slice(0, 297)}...`;
}
