import { readFileSync } from "node:fs";
import { Project } from "../test/project.ts";
import { type Findings, median, type Section } from "./section.ts";
import { candor } from "./timed.ts";

const TIMES = 3;
const FIXTURE = "test/fixtures/reference-parity";
const IMPORT = ["import", "messages.jsonl.gz", "-c", "comprehension.jsonl", "-b", "replica"];
const PUBLISHED = [
  "oracle",
  "cell_metrics",
  "bias_table",
  "model_summary",
  "frame_contrasts_I",
  "frame_contrasts_N",
  "regressions",
  "linear_exaggeration",
  "decoders",
  "robustness",
  "validity",
  "hypotheses",
].map((table) => `cheap-talk/tables/${table}`);

/** A log to every published table, from an empty store; then how import's memory grows with the log. */
async function measure(): Promise<Findings> {
  const times: number[] = [];
  const peaks: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const project = Project.whole();
    try {
      for (const file of ["messages.jsonl.gz", "comprehension.jsonl"])
        project.write(file, readFileSync(`${FIXTURE}/${file}`));
      const imported = await candor(project, IMPORT);
      const made = await candor(project, ["run", ...PUBLISHED, "--basket", "replica"]);
      times.push((imported.ms + made.ms) / 1000);
      peaks.push(Math.max(imported.peakMB, made.peakMB));
    } finally {
      project.dispose();
    }
  }
  const [small, large] = [await importOf(40), await importOf(400)];
  return {
    figures: [
      {
        name: `import and every published table, median of ${TIMES}`,
        value: median(times),
        unit: "s",
        bound: { kind: "at most", value: 3 },
      },
      {
        name: `peak memory, most of ${TIMES}`,
        value: Math.max(...peaks),
        unit: "MB",
        bound: { kind: "at most", value: 500 },
      },
      {
        name: "import of a log ten times as long, peak memory",
        before: small.peakMB,
        value: large.peakMB,
        unit: "MB",
      },
      {
        name: "import of a log ten times as long, time",
        before: small.ms / 1000,
        value: large.ms / 1000,
        unit: "s",
      },
    ],
    notes: [`the two logs have ${small.megabytes} and ${large.megabytes} MB`],
  };
}

/** Imports a log of so many copies of a thousand records, each copy with states of its own. */
async function importOf(copies: number) {
  const project = Project.whole();
  try {
    const prompt = "You are the sender in a game of one message. ".repeat(10);
    const parts: string[] = [];
    for (let copy = 0; copy < copies; copy++) {
      for (let i = 0; i < 1000; i++) {
        const state_index = copy * 1000 + i;
        const omega = ((state_index * 7919) % 1000003) / 1e6;
        const state = Math.min(1, omega);
        const record = {
          ...{ model: "m", api_model: "m-1", provider: "p", bias: 0.04, frame: "neutral", state_index },
          ...{ omega: state, omega_raw: state, seed: 1, prompt, raw_output: `It is ${state}.` },
          ...{
            message: null,
            parser_status: null,
            api_error: null,
            temperature: 0,
            max_tokens: 64,
            timestamp: null,
          },
        };
        parts.push(`${JSON.stringify(record)}\n`);
      }
    }
    const log = parts.join("");
    project.write("log.jsonl", log);
    const { ms, peakMB } = await candor(project, ["import", "log.jsonl", "-b", "large"]);
    return { ms, peakMB, megabytes: Math.round(log.length / 1e6) };
  } finally {
    project.dispose();
  }
}

export const replica: Section = {
  name: "replica",
  title: "a recorded log of 6,000 messages to the published tables, from an empty store",
  measure,
};
