import { Failure } from "../../pipeline/failure.ts";
import { type ModelFolder, readModelFolder } from "./model-folder.ts";
import { unitMean } from "./pooling.ts";
import {
  checkTransformers,
  firstLine,
  loadTransformers,
  type Model,
  type Tokenizer,
  type Transformers,
} from "./transformers-package.ts";

/** Embeds texts by a sentence model whose files lie in a folder. */
export interface Embedder {
  /**
   * Vectors of length 1, one per text, in their order. A vector depends on its text alone: each is computed by
   * itself and on one thread. Throws a Failure where the model gives none.
   */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  /** Over the model's files, as `sha256:…`. */
  readonly fingerprint: string;
  readonly dimensions: number;
  /** Most tokens that are read of a text, the model's special ones among them; the rest is cut. Null for no end. */
  readonly longest: number | null;
  /** Package that computes the vectors, with its release. Another release may give other last bits. */
  readonly software: string;
  /** What was assumed because the model's folder does not say it; each one line for a person. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** A model that is loaded, and the tokens that it puts around each text. */
interface Loaded {
  readonly transformers: Transformers;
  readonly tokenizer: Tokenizer;
  readonly model: Model;
}

/** Where the vectors of the tokens stand among what a model gives. */
const TOKEN_VECTORS = ["last_hidden_state", "token_embeddings"] as const;

/** One thread, so that sums run in one order on every machine; errors are thrown, not printed. */
const SESSION = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: "sequential",
  logSeverityLevel: 4,
};

/**
 * Opens the sentence model of a basket. Needs the package @huggingface/transformers, which the user installs
 * himself, and the model's files in a folder; nothing is downloaded.
 *
 * @param root folder of the project, from which the package and a relative folder are looked up
 * @throws Failure "usage" where the package, the folder or a file is missing; "definition" where the files are
 *   no model, or one whose vectors are made in another way than by mean pooling
 */
export async function openEmbedder(
  root: string,
  embedding: { readonly model: string; readonly folder: string | null },
): Promise<Embedder> {
  const folder = await readModelFolder(root, embedding);
  const { transformers, version } = loadTransformers(root, embedding.model);
  const loaded = await load(transformers, folder);
  const { tokenizer, model } = loaded;
  try {
    const end = tokensAfter(tokenizer);
    const vectorOf = (text: string) =>
      embedOne(loaded, text, folder.longest ?? Infinity, end, embedding.model);
    const dimensions = (await vectorOf("a")).length;
    let open = true;
    return {
      fingerprint: folder.fingerprint,
      dimensions,
      longest: folder.longest,
      software: `@huggingface/transformers ${version}`,
      notes: folder.notes,
      async embed(texts) {
        const vectors: Float32Array[] = [];
        for (const text of texts) {
          if (!open) throw new Error("embed was called on an embedder that is closed");
          vectors.push(await vectorOf(text));
        }
        return vectors;
      },
      async close() {
        if (open) await model.dispose();
        open = false;
      },
    };
  } catch (error) {
    await model.dispose();
    throw error;
  }
}

/** Throws the Failure that `openEmbedder` would throw for what is not installed or not there; loads nothing. */
export async function checkEmbedder(
  root: string,
  embedding: { readonly model: string; readonly folder: string | null },
): Promise<void> {
  await readModelFolder(root, embedding);
  checkTransformers(root, embedding.model);
}

async function load(transformers: Transformers, { folder }: ModelFolder): Promise<Loaded> {
  const local = { local_files_only: true };
  try {
    const tokenizer = await transformers.AutoTokenizer.from_pretrained(folder, local);
    const model = await transformers.AutoModel.from_pretrained(folder, {
      ...local,
      device: "cpu",
      dtype: "fp32",
      subfolder: "onnx",
      session_options: SESSION,
    });
    return { transformers, tokenizer, model };
  } catch (error) {
    throw new Failure(
      "definition",
      `the files in ${folder} are no model that can be read: ${firstLine(error)}; get them again`,
    );
  }
}

/** How many special tokens stand after a text. */
function tokensAfter(tokenizer: Tokenizer): number {
  const around = tokenizer.encode("a");
  const within = tokenizer.encode("a", { add_special_tokens: false });
  const start = around.findIndex((_, at) => within.every((id, k) => around[at + k] === id));
  return start < 0 ? 0 : around.length - within.length - start;
}

/**
 * A text that is too long loses its last tokens and keeps the special ones after them, as in
 * sentence-transformers; the package itself would cut these too.
 */
function cut(ids: readonly number[], longest: number, end: number): readonly number[] {
  if (ids.length <= longest) return ids;
  return [...ids.slice(0, longest - end), ...ids.slice(ids.length - end)];
}

async function embedOne(
  { transformers, tokenizer, model }: Loaded,
  text: string,
  longest: number,
  end: number,
  name: string,
): Promise<Float32Array> {
  const refuse = (problem: string) =>
    new Failure("definition", `${name} gives no vector for ${JSON.stringify(firstLine(text))}: ${problem}`);
  const ids = cut(tokenizer.encode(text), longest, end);
  if (ids.length === 0) throw refuse("it reads no token in it");
  const tensor = (values: readonly number[]) =>
    new transformers.Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
  let outputs: Awaited<ReturnType<Model>>;
  try {
    outputs = await model({
      input_ids: tensor(ids),
      attention_mask: tensor(ids.map(() => 1)),
    });
  } catch (error) {
    throw refuse(firstLine(error));
  }
  const hidden = TOKEN_VECTORS.map((output) => outputs[output]).find((output) => output !== undefined);
  if (hidden === undefined)
    throw refuse(
      `it has none of the outputs ${TOKEN_VECTORS.join(", ")}, only ${Object.keys(outputs).join(", ")}`,
    );
  const [batch, tokens, dimensions] = hidden.dims;
  if (hidden.type !== "float32" || hidden.dims.length !== 3 || batch !== 1 || tokens !== ids.length)
    throw refuse(`its output is ${hidden.type} [${hidden.dims}] for ${ids.length} tokens`);
  const vector = unitMean(hidden.data, dimensions);
  if (vector === null) throw refuse("the mean of its tokens' vectors has no direction");
  return vector;
}
