import path from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, expect, test } from "vitest";
import { embedTrigrams } from "../../src/cheap-talk/embedding.ts";
import { requestKey } from "../../src/pipeline/answer-lines.ts";
import { dotRow } from "../../src/statistics/sparse.ts";
import { Project } from "../project.ts";

// A basket whose receivers read recorded sentence embeddings: replay from a journal, and never from its file as such.
const MODEL = "tests/tiny-sentences";
const JOURNAL = "data/journals/small/embeddings.jsonl";
const STAGES = ["cheap-talk/decoded", "cheap-talk/tables/validity", "--basket", "small"];
const PARAMS = `params: { state_count: 12, biases: [0, 0.04], frames: [neutral, payoff] }
models:
  - name: embedded/truthful
    embedded: { strategy: truthful, params: { seed: 1 } }
  - name: embedded/babbler
    embedded: { strategy: babbler, params: { seed: 1 } }
`;

let project: Project;
let messages: string[];
beforeAll(async () => {
  project = Project.whole();
  project.write("data/baskets/plain.yaml", `name: plain\nstudies: [cheap-talk]\n${PARAMS}`);
  project.write(
    "data/baskets/small.yaml",
    `name: small\nstudies: [cheap-talk]\nembedding: { model: ${MODEL} }\n${PARAMS}`,
  );
  messages = [...new Set((await rows("plain")).map((row) => row.message as string))];
}, 60_000);
afterAll(() => project.dispose());

/** Rows of `decoded`. */
async function rows(basket: string): Promise<Record<string, unknown>[]> {
  const { code, stderr } = project.candor(["run", "cheap-talk/decoded", "--basket", basket]);
  expect(code, stderr).toBe(0);
  const file = await asyncBufferFromFile(
    path.join(project.root, `artifacts/${basket}/cheap-talk/decoded.parquet`),
  );
  return await parquetReadObjects({ file });
}

function vectorOf(text: string): number[] {
  const { vectors } = embedTrigrams([text], 64);
  return Array.from({ length: 64 }, (_, k) =>
    dotRow(
      vectors,
      0,
      Float64Array.from({ length: 64 }, (__, j) => Number(j === k)),
    ),
  );
}

function answerLine(text: string, vector = vectorOf(text)): string {
  const request = { embed: text };
  const bytes = Buffer.from(Float32Array.from(vector).buffer);
  const answer = { text: null, vector: bytes.toString("base64"), finish_reason: null };
  const key = requestKey({ model: MODEL }, request);
  return `${JSON.stringify({ kind: "answer", key, request, answer })}\n`;
}

const record = (lines: readonly string[]) => project.write(JOURNAL, lines.join(""));
const outcome = () => project.run(STAGES).stages;

test("a gap in the journal stops the stage, and says how many answers are missing", () => {
  const { code, stderr } = project.candor(["run", ...STAGES]);
  expect(code).toBe(1);
  expect(stderr).toContain(
    `stage cheap-talk/decoded: ${messages.length} of ${messages.length} answers that it looks up are not in ${JOURNAL} yet; name the model's folder in the basket, and \`candor collect --basket small\` computes them`,
  );
  record(messages.slice(3).map((text) => answerLine(text)));
  expect(project.candor(["run", ...STAGES]).stderr).toContain(`3 of ${messages.length} answers`);
  expect(project.status(STAGES).stages["cheap-talk/decoded"]?.state).toBe("missing");
});

test("recorded vectors give what computed ones give", async () => {
  record(messages.map((text) => answerLine(text)));
  // Slices that had all their answers before are there already.
  expect(outcome()["cheap-talk/decoded"]?.state).toBe("ran");
  project.edit("pipeline.yaml", "embedding_dimensions: 256", "embedding_dimensions: 64");
  const computed = await rows("plain");
  project.edit("pipeline.yaml", "embedding_dimensions: 64", "embedding_dimensions: 256");
  (await rows("small")).forEach((row, i) => {
    for (const column of ["a_hat", "a_hat_embedding_ridge"])
      expect(row[column]).toBeCloseTo(computed[i]![column] as number, 5);
  });
});

test("appends, order, repetitions, a torn tail and other answers change nothing", () => {
  const lines = messages.map((text) => answerLine(text));
  record(lines);
  outcome();
  const fresh = () => {
    for (const stage of Object.values(outcome()))
      expect(stage).toMatchObject({ state: "fresh", reasons: [] });
  };
  record([...lines].reverse());
  fresh();
  record([...lines, answerLine("something else"), answerLine(messages[0]!, [9, 9])]);
  fresh();
  record([...lines, '{"kind":"answer","key":"sha256:12']);
  fresh();
  expect(project.status(STAGES).code).toBe(0);
});

test("an answer that changed runs the slices that look it up, and a return to it runs nothing", () => {
  const lines = messages.map((text) => answerLine(text));
  record(lines);
  outcome();
  const wordy = messages.find((text) => !/\d/u.test(text))!;
  const changed = lines.map((line, i) =>
    messages[i] === wordy ? answerLine(wordy, vectorOf("other")) : line,
  );
  record(changed);
  const { stages } = project.status(STAGES);
  expect(stages["cheap-talk/decoded"]).toMatchObject({ state: "stale", reasons: [{ kind: "answers" }] });
  const { slices } = outcome()["cheap-talk/decoded"]!;
  expect(slices.ran).toBeGreaterThan(0);
  expect(slices.ran).toBeLessThan(8);
  record(lines);
  const back = outcome()["cheap-talk/decoded"]!;
  expect(back.slices.ran).toBe(0);
});

test("an attempt that gave no vector is no answer, and a later one counts", () => {
  const lines = messages.map((text) => answerLine(text));
  const failed = (vector: null | "") =>
    `${JSON.stringify({ ...JSON.parse(lines[0]!), answer: { text: null, vector, finish_reason: "error" } })}\n`;
  record([failed(null), failed(""), ...lines.slice(1)]);
  expect(project.candor(["run", ...STAGES]).stderr).toContain(`1 of ${messages.length} answers`);
  record([failed(null), failed(""), ...lines]);
  expect(project.candor(["run", ...STAGES]).code).toBe(0);
});

test("a vector that is none is refused with the message that it belongs to", () => {
  const lines = messages.map((text) => answerLine(text));
  record([answerLine(messages[0]!, [Number.NaN]), ...lines.slice(1)]);
  const { code, stderr } = project.candor(["run", ...STAGES]);
  expect(code).toBe(2);
  expect(stderr).toContain("finite 32-bit floats in base64");
  record([answerLine(messages[0]!, [1, 2, 3]), ...lines.slice(1)]);
  expect(project.candor(["run", ...STAGES]).stderr).toContain("vectors of one length");
  record(["{}\n", ...lines]);
  expect(project.candor(["run", ...STAGES]).stderr).toContain(`${JOURNAL}, line 1: not an answer`);
});
