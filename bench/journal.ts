import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { lineText } from "../src/collect/journal/line-text.ts";
import { type AnswerLine, requestKey } from "../src/pipeline/answer-lines.ts";
import { ROOT } from "../test/project.ts";
import type { Figure, Findings, Section } from "./section.ts";
import { timed } from "./timed.ts";

const LINES = 1_000_000;
const GROWN = 1000;
const FILE = "data/journals/large/study.jsonl";
const MODEL = { model: "large" };
const SAID =
  "In the state that I observe, the best thing that you can do is to stay with what I told you before. ";

/** What open-journal.ts prints. */
interface Opened {
  readonly seconds: number;
  readonly peakMB: number;
  readonly answersToMs: number;
  readonly thousandMs: number;
}

/** A journal of a million answers: opened from nothing, remembered, and grown since. */
async function measure(): Promise<Findings> {
  const root = mkdtempSync(path.join(tmpdir(), "candor-bench-journal-"));
  try {
    const file = path.join(root, FILE);
    writeJournal(file);
    const size = statSync(file).size;
    const script = path.join(root, "open.mjs");
    await build({
      entryPoints: [path.join(ROOT, "bench", "open-journal.ts")],
      outfile: script,
      bundle: true,
      platform: "node",
      target: "node20",
      format: "esm",
      logLevel: "warning",
    });
    const open = async () => {
      const { stdout } = await timed([process.execPath, script, root, FILE], root);
      return JSON.parse(stdout) as Opened;
    };
    const nothing = await open();
    const remembered = await open();
    const more = Array.from({ length: GROWN }, (_, i) => lineText(lineOf(LINES + i)));
    appendFileSync(file, more.join(""));
    const grown = await open();
    const figures: Figure[] = [
      {
        name: "opened from nothing",
        value: nothing.seconds,
        unit: "s",
        bound: { kind: "at most", value: 10 },
      },
      {
        name: "peak memory of that process",
        value: nothing.peakMB,
        unit: "MB",
        bound: { kind: "at most", value: 1000 },
      },
      { name: "opened as it is remembered", value: remembered.seconds, unit: "s" },
      { name: `opened with ${GROWN} lines more than are remembered`, value: grown.seconds, unit: "s" },
      { name: "hash of the answers to 100,000 requests", value: remembered.answersToMs, unit: "ms" },
      { name: "1,000 answers looked up", value: remembered.thousandMs, unit: "ms" },
    ];
    return { figures, notes: [`${(size / 1e6).toFixed(0)} MB, ${(size / LINES).toFixed(0)} bytes a line`] };
  } finally {
    rmSync(root, { recursive: true });
  }
}

function writeJournal(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const handle = openSync(file, "w");
  for (let from = 0; from < LINES; from += 5000) {
    const lines = Array.from({ length: 5000 }, (_, i) => lineText(lineOf(from + i)));
    writeSync(handle, lines.join(""));
  }
  closeSync(handle);
}

function lineOf(request: number): AnswerLine {
  const said = `${SAID.repeat(3)}Take ${request / LINES}, "for sure".`;
  return {
    kind: "answer",
    v: 1,
    key: requestKey(MODEL, { request }),
    answer: { status: "answered", text: said, vector: null, finish_reason: "stop" },
    repeat: 0,
    asked: {
      provider: "openai",
      model: "large",
      base_url: "https://api.openai.com/v1",
      params: { temperature: 0.7, max_tokens: 256 },
    },
    request: { request, prompt: `You see the state ${request / LINES}; they do not. `.repeat(6) },
    attempts: [],
    maybe_paid: 0,
    at: "2026-01-02T03:04:05.678Z",
    record: {
      served_model: "large-2026-01-01",
      fingerprint: "fp_0123456789",
      id: `chatcmpl-${request}`,
      finish_reason_raw: "stop",
      refusal: null,
      reasoning: null,
      sent: { temperature: 0.7, max_tokens: 256 },
      warnings: [],
      usage: { input: 412, input_cached: 0, output: 84, reasoning: null },
      latency_ms: 1234.5,
    },
  };
}

export const journal: Section = {
  name: "journal",
  title: "A journal of 1,000,000 answers",
  measure,
};
