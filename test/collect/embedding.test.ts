import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { buildSync } from "esbuild";
import { afterAll, afterEach, beforeEach, describe, expect, type TestContext, test, vi } from "vitest";
import { type Embedder, openEmbedder } from "../../src/advisors/embedding/local-model.ts";
import { unitMean } from "../../src/advisors/embedding/pooling.ts";
import { ROOT } from "../project.ts";
import { skip } from "../skip.ts";
import { transformers } from "../transformers.ts";
import { DIMENSIONS, LONGEST, unitMeanOf, writeTinyModel } from "./tiny-model.ts";

const scratch = mkdtempSync(path.join(os.tmpdir(), "candor-embedding-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** A project without any package, with the tiny model in models/tiny. */
let root = "";
let project = 0;
const opened: Embedder[] = [];

beforeEach(() => {
  root = path.join(scratch, `project-${project++}`);
  writeTinyModel(path.join(root, "models", "tiny"));
  vi.stubEnv("CANDOR_TRANSFORMERS", "");
});

afterEach(async () => {
  for (const embedder of opened.splice(0)) await embedder.close();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const TINY = { model: "tiny/sentences", folder: "models/tiny" };

/** Folder whose node_modules holds the package; skips the test where it cannot be installed. */
function installed(context: TestContext): string {
  const found = transformers();
  if (found.kind === "absent") skip(context, `@huggingface/transformers: ${found.reason}`);
  return found.modules;
}

async function open(context: TestContext): Promise<Embedder> {
  vi.stubEnv("CANDOR_TRANSFORMERS", installed(context));
  const embedder = await openEmbedder(root, TINY);
  opened.push(embedder);
  return embedder;
}

function put(name: string, content: unknown): void {
  const file = path.join(root, TINY.folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
}

const SENTENCES = [
  ["The state is 0.25.", "[CLS] the state is 0 . 2 ##5 . [SEP]"],
  ["", "[CLS] [SEP]"],
  ["about\tTHE  state", "[CLS] about the state [SEP]"],
  ["é b7", "[CLS] e b ##7 [SEP]"],
  ["state ≈ 1", "[CLS] state [UNK] 1 [SEP]"],
] as const;

/** Half a unit in the last place of a 32-bit float below 1, the only rounding. */
const ROUNDING = 1 / (1 << 25);

function expectVector(vector: Float32Array, tokens: string): void {
  const expected = unitMeanOf(tokens.split(" "));
  expect(vector).toHaveLength(DIMENSIONS);
  expected.forEach((value, k) => {
    expect(Math.abs(vector[k] - value), `${tokens} [${k}]`).toBeLessThanOrEqual(ROUNDING);
  });
}

describe("vectors", () => {
  test("are the mean of the tokens' rows, scaled to length 1, in the order of the texts", async (context) => {
    const embedder = await open(context);
    const vectors = await embedder.embed(SENTENCES.map(([text]) => text));
    expect(vectors).toHaveLength(SENTENCES.length);
    SENTENCES.forEach(([, tokens], at) => {
      expectVector(vectors[at], tokens);
    });
    expect(embedder).toMatchObject({ dimensions: DIMENSIONS, longest: LONGEST });
    expect(embedder.software).toMatch(/^@huggingface\/transformers \d+\.\d+\.\d+$/u);
  });

  test("do not depend on the texts beside them", async (context) => {
    const embedder = await open(context);
    const texts = SENTENCES.map(([text]) => text);
    const together = await embedder.embed([...texts].reverse());
    const alone = await Promise.all(texts.map((text) => embedder.embed([text])));
    expect(alone.flat()).toEqual([...together].reverse());
    expect(await embedder.embed([])).toEqual([]);
  });

  test("of a text that is too long are those of its beginning and the closing token", async (context) => {
    const embedder = await open(context);
    const [cut, whole] = await embedder.embed(["the state is about 0123456789", "the state is about 012345"]);
    expectVector(whole, "[CLS] the state is about 0 ##1 ##2 ##3 ##4 ##5 [SEP]");
    expect(cut).toEqual(whole);
  });

  test("are of as many tokens as sentence-transformers reads, where the folder says it", async (context) => {
    put("sentence_bert_config.json", { max_seq_length: 5, do_lower_case: false });
    const embedder = await open(context);
    expect(embedder.longest).toBe(5);
    expectVector((await embedder.embed(["the state is about 1"]))[0], "[CLS] the state is [SEP]");
    rmSync(path.join(root, TINY.folder, "sentence_bert_config.json"));
    put("sentence_xlm-roberta_config.json", { max_seq_length: 4 });
    expect((await open(context)).longest).toBe(4);
  });

  test("are given for half a surrogate pair, which is left out like a control character", async (context) => {
    const embedder = await open(context);
    expectVector((await embedder.embed(["1 \ud83d 2"]))[0], "[CLS] 1 2 [SEP]");
  });

  test("are of another model's kind of output too", async (context) => {
    writeTinyModel(path.join(root, TINY.folder), { output: "token_embeddings" });
    const embedder = await open(context);
    expectVector((await embedder.embed([SENTENCES[0][0]]))[0], SENTENCES[0][1]);
  });

  test("come without a connection to anywhere", async (context) => {
    const connect = vi.spyOn(net.Socket.prototype, "connect");
    const embedder = await open(context);
    await embedder.embed(["the state"]);
    put("onnx/model.onnx", "no model");
    await expect(openEmbedder(root, TINY)).rejects.toThrow();
    expect(connect).not.toHaveBeenCalled();
    // Where there is one, it is seen.
    await fetch("http://127.0.0.1:49151/").catch(() => null);
    expect(connect).toHaveBeenCalled();
  });

  test("are the same bytes in another process, from a bundle", async (context) => {
    const embedder = await open(context);
    const texts = SENTENCES.map(([text]) => text);
    const here = (await embedder.embed(texts)).map((vector) => Buffer.from(vector.buffer).toString("hex"));
    const program = `
      import { openEmbedder } from "./src/advisors/embedding/local-model.ts";
      const embedder = await openEmbedder(${JSON.stringify(root)}, ${JSON.stringify(TINY)});
      const vectors = await embedder.embed(${JSON.stringify(texts)});
      console.log(JSON.stringify(vectors.map((vector) => Buffer.from(vector.buffer).toString("hex"))));
      await embedder.close();`;
    const outfile = path.join(root, "bundle.mjs");
    const stdin = { contents: program, resolveDir: ROOT, loader: "ts" } as const;
    buildSync({ stdin, outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" });
    const { stdout, stderr } = spawnSync(process.execPath, [outfile], { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(here);
  });

  test("are not given once the model is closed", async (context) => {
    const embedder = await open(context);
    await embedder.close();
    await expect(embedder.embed(["1"])).rejects.toThrow("closed");
  });
});

describe("unitMean", () => {
  test.each([
    ["one row", [3, 4], [0.6, 0.8]],
    ["the mean of two rows", [1, 0, 5, 8], [0.6, 0.8]],
    ["large numbers", [3e30, 4e30], [0.6, 0.8]],
  ])("scales %s to length 1", (_, rows, expected) => {
    expect(unitMean(rows, 2)).toEqual(Float32Array.from(expected));
  });

  test.each([
    ["zeros", [0, 0]],
    ["rows that cancel out", [1, -2, -1, 2]],
    ["what is no number", [1, Number.NaN]],
    ["infinities", [1, Number.POSITIVE_INFINITY]],
    ["no rows", []],
  ])("gives nothing for %s", (_, rows) => {
    expect(unitMean(rows, 2)).toBeNull();
  });
});

const POOLING = { word_embedding_dimension: DIMENSIONS, pooling_mode_mean_tokens: true };
const module = (type: string, folder = "") => ({
  path: folder,
  type: `sentence_transformers.models.${type}`,
});
const MODULES = [module("Transformer"), module("Pooling", "1_Pooling"), module("Normalize", "2_Normalize")];

describe("the model's folder", () => {
  test("without the files of sentence-transformers is used as usual, and it says so", async (context) => {
    expect((await open(context)).notes).toEqual([
      "no 1_Pooling/config.json in the folder: a text's vector is taken to be the mean of its tokens' vectors",
      "no sentence_bert_config.json in the folder: texts are cut at 12 tokens",
    ]);
  });

  test("with them leaves nothing to say", async (context) => {
    put("1_Pooling/config.json", { ...POOLING, pooling_mode_cls_token: false });
    put("modules.json", MODULES);
    put("sentence_bert_config.json", { max_seq_length: 256 });
    put("config_sentence_transformers.json", { prompts: { query: "q: " }, default_prompt_name: null });
    const embedder = await open(context);
    expect(embedder.notes).toEqual([]);
    expect(embedder.longest).toBe(LONGEST);
  });

  test("of a model that does not scale its vectors says that they are scaled", async (context) => {
    put("modules.json", MODULES.slice(0, 2));
    put("1_Pooling/config.json", { pooling_mode: "mean" });
    put("sentence_bert_config.json", {});
    expect((await open(context)).notes).toEqual([expect.stringMatching(/^modules.json has no Normalize/u)]);
  });

  test("has a fingerprint of names and contents, wherever it lies", async (context) => {
    const { fingerprint } = await open(context);
    expect(fingerprint).toMatch(/^sha256:[0-9a-f]{64}$/u);
    cpSync(path.join(root, TINY.folder), path.join(root, "moved"), { recursive: true });
    writeFileSync(path.join(root, "moved", "README.md"), "of no account");
    const moved = await openEmbedder(root, { model: "other", folder: path.join(root, "moved") });
    opened.push(moved);
    expect(moved.fingerprint).toBe(fingerprint);
    const seen = [fingerprint];
    const changes = {
      "config.json": readFileSync(path.join(root, TINY.folder, "config.json"), "utf8") + " ",
      "tokenizer.json": readFileSync(path.join(root, TINY.folder, "tokenizer.json"), "utf8") + " ",
      "tokenizer_config.json": { tokenizer_class: "BertTokenizer" },
      "1_Pooling/config.json": POOLING,
      "onnx/model.onnx_data": "weights beside the graph",
    };
    for (const [name, content] of Object.entries(changes)) {
      put(name, content);
      seen.push((await open(context)).fingerprint);
    }
    expect(new Set(seen).size).toBe(seen.length);
  });

  test.each([
    [
      "CLS pooling",
      "1_Pooling/config.json",
      { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false },
    ],
    ["two kinds of pooling", "1_Pooling/config.json", { ...POOLING, pooling_mode_max_tokens: true }],
    ["pooling by a name", "1_Pooling/config.json", { pooling_mode: "cls" }],
    ["pooling that is not named", "1_Pooling/config.json", {}],
    ["pooling where modules.json says", "3_Pooling/config.json", { pooling_mode_lasttoken: true }],
    ["a layer after the pooling", "modules.json", [...MODULES, module("Dense", "3_Dense")]],
    ["no pooling", "modules.json", [module("Transformer")]],
    ["modules that are none", "modules.json", {}],
    ["a prompt", "config_sentence_transformers.json", { prompts: { s: "say: " }, default_prompt_name: "s" }],
    ["small letters by itself", "sentence_bert_config.json", { do_lower_case: true }],
    ["settings that are none", "config.json", []],
    ["broken JSON", "tokenizer_config.json", "{"],
    ["a pointer instead of weights", "onnx/model.onnx", "version https://git-lfs.github.com/spec/v1\noid 1"],
  ])("with %s is refused", async (_, name, content) => {
    if (name === "3_Pooling/config.json")
      put("modules.json", [module("Transformer"), module("Pooling", "3_Pooling")]);
    put(name, content);
    await expect(openEmbedder(root, TINY)).rejects.toMatchObject({
      name: "Failure",
      kind: "definition",
      message: expect.stringContaining(path.join(root, TINY.folder, name)),
    });
  });

  test("that is not named, not there or not whole is missed by name, with where its files come from", async () => {
    const missed = (folder: string | null, message: RegExp) =>
      expect(openEmbedder(root, { ...TINY, folder })).rejects.toMatchObject({
        kind: "usage",
        message: expect.stringMatching(message),
      });
    await missed(
      null,
      /names no folder with the files of tiny\/sentences.*onnx\/model\.onnx.*huggingface\.co/u,
    );
    await missed(
      "models/none",
      /models\/none is no folder with a model.*onnx\/model\.onnx.*huggingface\.co/u,
    );
    rmSync(path.join(root, TINY.folder, "tokenizer.json"));
    rmSync(path.join(root, TINY.folder, "onnx"), { recursive: true });
    await missed(
      TINY.folder,
      /models\/tiny lacks tokenizer\.json, onnx\/model\.onnx, needed for tiny\/sentences/u,
    );
  });

  test.for([
    ["weights of another kind", () => put("onnx/model.onnx", "no model"), /no model that can be read/u],
    ["half of its weights", () => halve("onnx/model.onnx"), /no model that can be read/u],
    ["a tokenizer that is none", () => put("tokenizer.json", {}), /no model that can be read/u],
    [
      "one vector per text instead of one per token",
      () => writeTinyModel(path.join(root, TINY.folder), { output: "pooled" }),
      /has none of the outputs last_hidden_state, token_embeddings, only pooled/u,
    ],
  ] as const)("with %s is refused once it is loaded", async ([, spoil, message], context) => {
    spoil();
    const failed = open(context);
    await expect(failed).rejects.toMatchObject({
      name: "Failure",
      kind: "definition",
      message: expect.stringMatching(message),
    });
  });
});

function halve(name: string): void {
  const file = path.join(root, TINY.folder, name);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, bytes.length >> 1));
}

describe("the package", () => {
  /** A package of this name and release below the project that throws when it is loaded. */
  function pretend(version: unknown): string {
    const folder = path.join(root, "node_modules", "@huggingface", "transformers");
    mkdirSync(folder, { recursive: true });
    const manifest = { name: "@huggingface/transformers", version, main: "main.cjs" };
    writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
    writeFileSync(
      path.join(folder, "main.cjs"),
      'throw new Error("no binary for this machine\\nat line 1");',
    );
    return folder;
  }

  test("is found among the project's own", async (context) => {
    symlinkSync(installed(context), path.join(root, "node_modules"));
    const embedder = await openEmbedder(root, TINY);
    opened.push(embedder);
    expectVector((await embedder.embed(["state"]))[0], "[CLS] state [SEP]");
  });

  test("that is not installed is named with the command that installs it", async () => {
    await expect(openEmbedder(root, TINY)).rejects.toMatchObject({
      name: "Failure",
      kind: "usage",
      message: expect.stringMatching(
        /^embeddings by tiny\/sentences need .* not installed; install it with `npm install --no-save --ignore-scripts @huggingface\/transformers@\d+\.\d+\.\d+`/u,
      ),
    });
  });

  test("is not looked for elsewhere where CANDOR_TRANSFORMERS names a folder", async () => {
    pretend("4.3.2");
    vi.stubEnv("CANDOR_TRANSFORMERS", "elsewhere");
    const message = expect.stringMatching(/not installed in elsewhere, which CANDOR_TRANSFORMERS names/u);
    await expect(openEmbedder(root, TINY)).rejects.toMatchObject({ kind: "usage", message });
  });

  test.each(["2.17.2", "3.7.6", "5.0.0", "4.0.0-next.1", "10.0.0", "latest", null])(
    "of release %s is refused",
    async (version) => {
      const folder = pretend(version);
      const message = expect.stringMatching(
        /embeddings need 3\.8\.0 or newer, below 5; install it with `npm/u,
      );
      await expect(openEmbedder(root, TINY)).rejects.toMatchObject({ kind: "usage", message });
      await expect(openEmbedder(root, TINY)).rejects.toThrow(
        `${folder} is @huggingface/transformers ${version}`,
      );
    },
  );

  test.each(["3.8.0", "3.10.0", "4.0.0", "4.12.3"])(
    "of release %s is started, and what it throws is told in one line",
    async (version) => {
      pretend(version);
      const message = expect.stringMatching(
        /does not start with Node [\d.]+ on \w+ \w+: no binary for this machine; install it again/u,
      );
      await expect(openEmbedder(root, TINY)).rejects.toMatchObject({ kind: "usage", message });
    },
  );
});
