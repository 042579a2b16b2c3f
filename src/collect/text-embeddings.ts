import { type Embedder, openEmbedder } from "../advisors/embedding/local-model.ts";
import { type AnswerLine, LINE_VERSION, type RecordedAnswer } from "../pipeline/answer-lines.ts";
import type { Hash } from "../pipeline/canonical.ts";
import type { Basket } from "../pipeline/definition.ts";
import type { JournalAppender } from "./journal/appender.ts";
import type { Counts } from "./tally.ts";

/** Computes sentence embeddings by the basket's model, and puts them into the journal. Equal texts are read once. */
export class TextEmbeddings {
  readonly #root: string;
  readonly #embedding: NonNullable<Basket["embedding"]>;
  readonly #journal: JournalAppender;
  readonly #counts: Counts;
  readonly #note: (note: string) => void;
  readonly #asking = new Map<Hash, Promise<RecordedAnswer>>();
  #embedder: Promise<Embedder> | null = null;

  /** @param note told what is assumed of the model, each once */
  constructor(
    root: string,
    embedding: NonNullable<Basket["embedding"]>,
    journal: JournalAppender,
    counts: Counts,
    note: (note: string) => void,
  ) {
    this.#root = root;
    this.#embedding = embedding;
    this.#journal = journal;
    this.#counts = counts;
    this.#note = note;
  }

  /** The embedding of a text, recorded. Rejects with a Failure where the model cannot be used. */
  answer(key: Hash, text: string): Promise<RecordedAnswer> {
    let asking = this.#asking.get(key);
    if (asking === undefined) {
      asking = this.#embed(key, text);
      this.#asking.set(key, asking);
    }
    return asking;
  }

  async close(): Promise<void> {
    await (await this.#embedder)?.close();
  }

  async #open(): Promise<Embedder> {
    const embedder = await openEmbedder(this.#root, this.#embedding);
    for (const note of embedder.notes) this.#note(note);
    return embedder;
  }

  async #embed(key: Hash, text: string): Promise<RecordedAnswer> {
    this.#embedder ??= this.#open();
    const embedder = await this.#embedder;
    const began = performance.now();
    const [vector] = await embedder.embed([text]);
    const answer = { status: "answered", text: null, vector: base64(vector!), finish_reason: null } as const;
    const line: AnswerLine = {
      kind: "answer",
      v: LINE_VERSION,
      key,
      answer,
      repeat: 0,
      asked: { model: this.#embedding.model },
      request: { embed: text },
      attempts: [],
      maybe_paid: 0,
      at: new Date().toISOString(),
      record: {
        served_model: null,
        fingerprint: embedder.fingerprint,
        id: null,
        finish_reason_raw: null,
        refusal: null,
        reasoning: null,
        sent: null,
        warnings: [],
        usage: { input: null, input_cached: null, output: null, reasoning: null },
        latency_ms: Math.round(performance.now() - began),
      },
    };
    await this.#journal.append(line);
    this.#counts.answered++;
    return answer;
  }
}

/** Floats as little-endian bytes in base64, whatever the machine's own order. */
function base64(vector: Float32Array): string {
  const bytes = Buffer.alloc(4 * vector.length);
  for (let k = 0; k < vector.length; k++) bytes.writeFloatLE(vector[k]!, 4 * k);
  return bytes.toString("base64");
}
