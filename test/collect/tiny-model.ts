import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { onnxFile } from "./onnx-file.ts";

/** Tokens of the tiny model by id: special ones, then what messages are made of. */
export const TOKENS = [
  ...["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", ".", "state", "is", "the", "about"],
  ..."0123456789abcdefghijklmnopqrstuvwxyz",
  ..."0123456789abcdefghijklmnopqrstuvwxyz"
    .replace(/./gu, (letter) => `##${letter} `)
    .trim()
    .split(" "),
];

/** Length of its vectors. */
export const DIMENSIONS = 4;

/** Row of the embedding table for a token; small integers, so that sums of rows are exact. */
export function row(token: string): number[] {
  const id = TOKENS.indexOf(token);
  if (id < 0) throw new Error(`the tiny model has no token ${JSON.stringify(token)}`);
  return Array.from({ length: DIMENSIONS }, (_, k) => ((id * (7 + 4 * k) + 3 * k + 1) % 23) - 8);
}

/** Mean of the tokens' rows, scaled to length 1. */
export function unitMeanOf(tokens: readonly string[]): number[] {
  const rows = tokens.map(row);
  const mean = rows[0].map((_, k) => rows.reduce((sum, values) => sum + values[k], 0) / rows.length);
  const length = Math.hypot(...mean);
  return mean.map((value) => value / length);
}

/** Most tokens that its tokenizer says it reads. */
export const LONGEST = 12;

/**
 * Writes a sentence model of the usual layout: the vector of a token is its row of a table, whatever stands
 * beside it. Its tokenizer is BERT's in small letters; the table is the only weight.
 *
 * @param output name under which the graph gives the tokens' vectors
 */
export function writeTinyModel(folder: string, { output = "last_hidden_state" } = {}): void {
  mkdirSync(path.join(folder, "onnx"), { recursive: true });
  const json = (name: string, value: unknown) =>
    writeFileSync(path.join(folder, name), `${JSON.stringify(value, null, 1)}\n`);
  json("config.json", {
    model_type: "bert",
    architectures: ["BertModel"],
    hidden_size: DIMENSIONS,
    max_position_embeddings: 16,
    vocab_size: TOKENS.length,
  });
  json("tokenizer_config.json", {
    tokenizer_class: "BertTokenizer",
    do_lower_case: true,
    model_max_length: LONGEST,
    cls_token: "[CLS]",
    mask_token: "[MASK]",
    pad_token: "[PAD]",
    sep_token: "[SEP]",
    unk_token: "[UNK]",
  });
  json("tokenizer.json", tokenizer());
  const ids = (name: string) => ({ name, type: "int64", dims: ["batch", "tokens"] }) as const;
  const graph = onnxFile({
    inputs: [ids("input_ids"), ids("attention_mask"), ids("token_type_ids")],
    outputs: [{ name: output, type: "float", dims: ["batch", "tokens", DIMENSIONS] }],
    constants: [{ name: "table", dims: [TOKENS.length, DIMENSIONS], values: TOKENS.flatMap(row) }],
    operations: [{ op: "Gather", inputs: ["table", "input_ids"], outputs: [output] }],
  });
  writeFileSync(path.join(folder, "onnx", "model.onnx"), graph);
}

function tokenizer(): object {
  const special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];
  const flags = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  const around = (name: string) => [name, { id: name, ids: [TOKENS.indexOf(name)], tokens: [name] }];
  const piece = (name: string) => ({ SpecialToken: { id: name, type_id: 0 } });
  const sequence = (id: string, type: number) => ({ Sequence: { id, type_id: type } });
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: special.map((content, id) => ({ id, content, ...flags })),
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [piece("[CLS]"), sequence("A", 0), piece("[SEP]")],
      pair: [piece("[CLS]"), sequence("A", 0), piece("[SEP]"), sequence("B", 1)],
      special_tokens: Object.fromEntries([around("[CLS]"), around("[SEP]")]),
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(TOKENS.map((token, id) => [token, id])),
    },
  };
}
