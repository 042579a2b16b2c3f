import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Project } from "../project.ts";

const FIXTURE = "test/fixtures/reference-parity";
const JOURNAL = "data/journals/log/cheap-talk.jsonl";
const BASKET = "data/baskets/log.yaml";

let project: Project;
beforeAll(() => {
  project = Project.whole();
});
afterAll(() => project.dispose());
beforeEach(() => {
  for (const file of ["data/journals", BASKET]) if (project.has(file)) project.remove(file);
});

const RECORD = {
  model: "a-model",
  api_model: "a-model-2026",
  provider: "somebody",
  bias: 0.04,
  frame: "neutral",
  state_index: 0,
  omega: 0.25,
  omega_raw: 0.2500001,
  seed: 7,
  prompt: "Say it.",
  raw_output: "0.29",
  message: "0.29",
  parser_status: "ok",
  api_error: null,
  temperature: 0,
  max_tokens: 64,
  timestamp: 1790000000.5,
};
const ANSWER = {
  model: "a-model",
  bias: 0.04,
  frame: "neutral",
  omega: 0.5,
  raw: "0.5, 0.54",
  error: null,
  expected_receiver: 0.5,
  expected_sender: 0.54,
};

const records = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ ...RECORD, state_index: i, omega: i / 10, omega_raw: i / 10 }));
const lines = (...rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

function importing(log: string | Uint8Array, ...args: readonly string[]) {
  project.write("log.jsonl", log);
  return project.candor(["import", "log.jsonl", "--basket", "log", ...args]);
}

/** Rows of the journal, without what the engine adds. */
function journal(): Record<string, unknown>[] {
  const text = project.read(JOURNAL).trimEnd();
  return text.split("\n").map((line) => JSON.parse(line).row);
}

function nothingImported(): void {
  expect(project.has(BASKET)).toBe(false);
  const folder = path.join(project.root, "data/journals/log");
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
}

test("every record and its prompt are kept, and the design is that of the log", () => {
  const other = { ...records(1)[0], model: "b-model", bias: 0, frame: "payoff", prompt: "Be it.\nNow." };
  project.write("asked.jsonl", lines(ANSWER));
  const { code, stdout, stderr } = importing(lines(...records(3), other), "-c", "asked.jsonl");
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain("imported 4 messages and 1 comprehension answer as basket log");
  expect(stdout).toContain("2 models, 2 biases, 2 frames; 2 cells of 1 to 3 messages, 6 empty");
  const rows = [...records(3), other].map((row, log_index) => ({ ...row, log_index }));
  expect(journal()).toEqual([...rows, { ...ANSWER, log_index: 0 }]);
  expect(project.read(BASKET)).toMatch(/biases:\n\s+- 0\n\s+- 0.04\n/u);
});

const text = lines(...records(2));
const FORMS: Readonly<Record<string, string | Uint8Array>> = {
  "a byte order mark": `\ufeff${text}`,
  "CR LF": text.replaceAll("\n", "\r\n"),
  "CR alone": text.replaceAll("\n", "\r"),
  "mixed endings and blank lines": `\n${text.replace("\n", "\r\n\r\n  \n")}\n`,
  "no end at the last line": text.trimEnd(),
  gzip: gzipSync(text),
  "gzip in two members": Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))]),
  "gzip with a byte order mark and CR LF": gzipSync(`\ufeff${text.replaceAll("\n", "\r\n")}`),
};
test.each(Object.keys(FORMS))("%s makes no difference", (form) => {
  importing(text);
  const plain = project.bytes(JOURNAL);
  project.remove("data/journals");
  expect(importing(FORMS[form]!).code).toBe(0);
  expect(project.bytes(JOURNAL).equals(plain)).toBe(true);
});

const bad = (change: object) => lines(...records(2), { ...RECORD, state_index: 2, ...change });
const without = (name: string) => {
  const { [name as keyof typeof RECORD]: _, ...rest } = RECORD;
  return lines(...records(2), { ...rest, ...(name === "state_index" ? {} : { state_index: 2 }) });
};
const FAULTS: Readonly<Record<string, readonly [string | Uint8Array, string]>> = {
  "bias as a string": [bad({ bias: "0.04" }), 'line 3: field bias is "0.04", must be a number'],
  "ω above 1": [bad({ omega: 1.2 }), "line 3: field omega is 1.2, must be <= 1"],
  "ω below 0": [bad({ omega: -0.1 }), "line 3: field omega is -0.1, must be >= 0"],
  "a bias of seven decimals": [
    bad({ bias: 0.0000001 }),
    "line 3: field bias is 1e-7, must have at most six decimals",
  ],
  "an unknown frame": [bad({ frame: "flattery" }), 'line 3: field frame is "flattery", must be one of'],
  "an index that is no integer": [
    bad({ state_index: 1.5 }),
    "line 3: field state_index is 1.5, must be an integer",
  ],
  "null where a value must be": [bad({ omega: null }), "line 3: field omega is null, must be a number"],
  "a missing field": [without("omega"), "line 3: field omega is missing"],
  "a field too many": [bad({ latency: 3 }), "line 3: field latency is not one of a message record"],
  "another program's log": [
    lines({ id: 1, messages: [], choices: [] }),
    "line 1: field model is missing; this looks like the log of another program",
  ],
  NaN: [bad({}).replace('"omega":0.25', '"omega":NaN'), "line 3: field omega is NaN, which is no number"],
  "-Infinity": [
    bad({})
      .replace('"temperature":0', '"temperature":-Infinity')
      .replace(/^(.*\n.*\n)/u, "$1"),
    "field temperature is -Infinity, which is no number",
  ],
  "a cut last line": [bad({}).slice(0, -40), "line 3: ends in the middle of a record: the file was cut off"],
  "a line that is no JSON": [`${text}hello\n`, "line 3: is not JSON"],
  "a line that is no object": [`${text}[1]\n`, "line 3: is [1], and a record is a JSON object"],
  "invalid UTF-8": [
    Buffer.concat([Buffer.from(text), Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d, 0x0a])]),
    "line 3: byte 3 of the line is not UTF-8 text",
  ],
  "an index with two states": [
    lines(...records(2), { ...RECORD, frame: "payoff", state_index: 1, omega: 0.7 }),
    "line 3: state 1 is 0.7 here and 0.1 on an earlier line",
  ],
  "an empty file": ["", "holds no record"],
  "blank lines alone": ["\n\n  \n", "holds no record"],
  "UTF-16": [Buffer.from(`\ufeff${text}`, "utf16le"), "is UTF-16 text"],
  "a cut gzip file": [gzipSync(lines(...records(9))).subarray(0, -20), "damaged or cut gzip file"],
};
test.each(Object.keys(FAULTS))("%s: one clear message, and nothing is imported", (kind) => {
  const [log, message] = FAULTS[kind]!;
  const { code, stderr, stdout } = importing(log);
  expect(stderr).toContain(message);
  expect(stderr).toContain("log.jsonl");
  expect(stderr).not.toMatch(/at .*\.(ts|mjs|cjs)/u);
  expect(stdout).toBe("");
  expect(code).toBe(2);
  nothingImported();
});

test("every bad line is named, up to twenty", () => {
  const { stderr } = importing(
    lines(...records(2), ...Array.from({ length: 25 }, () => ({ ...RECORD, bias: "x" }))),
  );
  expect(stderr).toContain("25 records cannot be read; nothing was imported");
  expect(stderr).toContain("line 3: ");
  expect(stderr).toContain("line 22: ");
  expect(stderr).toContain("and 5 more");
});

test("what stands in a log cannot reach the terminal as it is", () => {
  const { stderr } = importing(bad({ frame: "\u001b[31mred\u202e" }));
  expect(stderr).not.toContain("\u001b");
  expect(stderr).toContain("\\x1b[31mred\\u{202e}");
});

test("a bad comprehension record leaves nothing of the messages behind", () => {
  project.write("asked.jsonl", lines(ANSWER, { ...ANSWER, frame: "payoff", omega: 7 }));
  const { code, stderr } = importing(text, "-c", "asked.jsonl");
  expect(code).toBe(2);
  expect(stderr).toContain("asked.jsonl: one record cannot be read");
  expect(stderr).toContain("line 2: field omega is 7");
  nothingImported();
  project.write("asked.jsonl", lines({ ...ANSWER, model: "nobody" }));
  expect(importing(text, "-c", "asked.jsonl").stderr).toContain('line 1: model "nobody" has no message');
  nothingImported();
});

const TWICE = lines(
  { ...RECORD, raw_output: "first" },
  { ...RECORD, state_index: 1, omega: 0.3 },
  { ...RECORD, raw_output: "second" },
  { ...RECORD, raw_output: "third" },
);

test("repeated keys are an error that lists them", () => {
  const { code, stderr } = importing(TWICE);
  expect(code).toBe(2);
  expect(stderr).toContain("one key occurs more than once");
  expect(stderr).toContain('model="a-model", bias=0.04, frame="neutral", state_index=0: lines 1, 3, 4');
  nothingImported();
});

test.each([
  ["first", "first"],
  ["last", "third"],
])("--keep %s keeps the %s record", (keep, kept) => {
  const { code, stdout } = importing(TWICE, "--keep", keep);
  expect(code).toBe(0);
  expect(stdout).toContain("2 records left out");
  const rows = journal();
  expect(rows).toHaveLength(2);
  expect(rows.find((row) => row.state_index === 0)?.raw_output).toBe(kept);
});

test("repeated comprehension answers are treated alike", () => {
  project.write("asked.jsonl", lines(ANSWER, { ...ANSWER, raw: "later" }));
  expect(importing(text, "-c", "asked.jsonl").stderr).toContain("lines 1, 2");
  nothingImported();
  expect(importing(text, "-c", "asked.jsonl", "--keep", "last").code).toBe(0);
  expect(journal().at(-1)?.raw).toBe("later");
});

test("the same log again changes nothing; another one needs --replace", () => {
  importing(text);
  project.write(BASKET, project.read(BASKET).replace("description: ", "description: mine, "));
  const mine = project.read(BASKET);
  expect(importing(gzipSync(text)).stdout).toContain("imported before, nothing changed");
  expect(project.read(BASKET)).toBe(mine);
  const before = project.bytes(JOURNAL);
  const refused = importing(lines(...records(3)));
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("--replace");
  expect(project.bytes(JOURNAL).equals(before)).toBe(true);
  expect(importing(lines(...records(3)), "--replace").code).toBe(0);
  expect(journal()).toHaveLength(3);
});

test("a basket that no import made is never replaced", () => {
  const before = project.read("data/baskets/embedded.yaml");
  project.write("log.jsonl", text);
  const { code, stderr } = project.candor(["import", "log.jsonl", "-b", "embedded", "--replace"]);
  expect(code).toBe(2);
  expect(stderr).toContain("no import made");
  expect(project.read("data/baskets/embedded.yaml")).toBe(before);
  for (const name of ["../x", "A", "a/b", ""])
    expect(project.candor(["import", "log.jsonl", "-b", name]).code).toBe(2);
});

test("a file that is not there is named", () => {
  const { code, stderr } = project.candor(["import", "nowhere.jsonl", "-b", "log"]);
  expect([code, stderr]).toEqual([2, "candor: nowhere.jsonl does not exist\n"]);
});

test("messages that were recorded otherwise than the parser reads them are counted", () => {
  const { stdout } = importing(lines(RECORD, { ...RECORD, state_index: 1, omega: 0.5, message: "0.3" }));
  expect(stdout).toContain("1 message recorded otherwise");
});

test("an answer cut inside a character is kept in the journal", () => {
  const cut = JSON.stringify({ ...RECORD, raw_output: "0.29 \ud83d" });
  expect(importing(`${cut}\n`).code).toBe(0);
  expect(journal()[0]?.raw_output).toBe("0.29 \ud83d");
});

test("the order of the lines in a journal changes no slice", () => {
  importing(readFileSync(`${FIXTURE}/messages.jsonl.gz`));
  const run = () => project.run(["cheap-talk/responses", "--basket", "log"]).stages["cheap-talk/responses"];
  expect(run()?.slices).toEqual({ ran: 30, fresh: 0 });
  const reversed = project.read(JOURNAL).trimEnd().split("\n").reverse();
  project.write(JOURNAL, `${reversed.join("\n")}\n`);
  expect(run()).toMatchObject({ state: "fresh", reasons: [] });
  // One answer more is one slice.
  const first = JSON.parse(reversed[0]!);
  first.row = { ...first.row, state_index: 200, omega: 0.5, log_index: 6000 };
  project.write(JOURNAL, `${[...reversed, JSON.stringify(first)].join("\n")}\n`);
  expect(run()?.slices).toEqual({ ran: 1, fresh: 29 });
  const { stderr, code } = project.candor(["status", "--basket", "log"]);
  expect([code, stderr]).toEqual([1, ""]);
});

test("a journal that was edited by hand, or is gone, is named with the remedy", () => {
  importing(text);
  project.write(JOURNAL, `${project.read(JOURNAL)}{"kind":"impor`);
  const { code, stderr } = project.candor(["status", "--basket", "log"]);
  expect(code).toBe(2);
  expect(stderr).toContain(`${JOURNAL}, line 3: not a line that candor import wrote`);
  project.remove(JOURNAL);
  expect(project.candor(["status", "--basket", "log"]).stderr).toContain(`${JOURNAL} does not exist`);
});

test("answers of models with long names alike at their beginning stay apart", () => {
  const names = ["a", "b"].map(
    (end) => `accounts/some-organisation/deployments/models/llama-3.3-70b-instruct-${end}`,
  );
  project.write("asked.jsonl", lines(...names.map((model) => ({ ...ANSWER, model }))));
  const log = lines(...names.map((model) => ({ ...RECORD, model })));
  expect(importing(log, "-c", "asked.jsonl").stdout).toContain("2 comprehension answers");
});

test("a basket that a kill left beside the journal of another log is mended by importing again", () => {
  importing(text);
  const old = project.read(BASKET);
  const other = lines({ ...RECORD, bias: 0.12, frame: "payoff" });
  importing(other, "--replace");
  const right = project.read(BASKET);
  expect(right).not.toBe(old);
  project.write(BASKET, old);
  expect(importing(other).code).toBe(0);
  expect(project.read(BASKET)).toBe(right);
});

test("a basket without its journal gets it back by its own log, and another log is refused", () => {
  importing(text);
  const basket = project.read(BASKET);
  project.remove(JOURNAL);
  const refused = importing(lines({ ...RECORD, bias: 0.12 }));
  expect([refused.code, project.read(BASKET)]).toEqual([2, basket]);
  expect(importing(text).code).toBe(0);
  expect([project.read(BASKET), journal().length]).toEqual([basket, 2]);
});

test("what was added to the basket stays when its log is replaced", () => {
  importing(text);
  project.write(
    BASKET,
    `${project.read(BASKET)}embedding: { model: some/model }\n`.replace("params:\n", "params:\n  bins: 10\n"),
  );
  expect(importing(lines({ ...RECORD, bias: 0.12 }), "--replace").code).toBe(0);
  const basket = project.read(BASKET);
  expect(basket).toContain("model: some/model");
  expect(basket).toContain("bins: 10");
  expect(basket).toContain("- 0.12");
  expect(basket).not.toContain("- 0.04");
});

test("a long line that is wrong ends in a message, and soon", () => {
  const open = JSON.stringify(RECORD).replace('"raw_output":"0.29"', '"raw_output":"');
  for (const filling of ["a".repeat(4_000_000), '\\"'.repeat(400_000)]) {
    const { stderr } = importing(`${open.slice(0, open.indexOf('"raw_output":"') + 14)}${filling}`);
    expect(stderr).toContain("line 1: ends in the middle of a record");
  }
});

test("the records that count decide what the states are", () => {
  const log = lines(
    { ...RECORD, omega: 0.5 },
    { ...RECORD, omega: 0.6 },
    { ...RECORD, bias: 0.12, omega: 0.6 },
  );
  expect(importing(log, "--keep", "last").code).toBe(0);
  expect(journal().map((row) => row.omega)).toEqual([0.6, 0.6]);
});

test("names with half a character and indices beyond all lists are refused", () => {
  const cut = JSON.stringify({ ...RECORD, model: "a\ud800" });
  expect(importing(`${cut}\n`).stderr).toContain("field model");
  expect(importing(lines({ ...RECORD, state_index: 20_000_000 })).stderr).toContain(
    "field state_index is 20000000",
  );
  project.write("asked.jsonl", lines({ ...ANSWER, expected_receiver: 1.2 }));
  expect(importing(text, "-c", "asked.jsonl").stderr).toContain("field expected_receiver is 1.2");
});

test("what a killed import left is swept by the next", () => {
  project.write(`${JOURNAL}.1-abc.candor-tmp`, "half");
  project.write(`${BASKET}.1-abc.candor-tmp`, "half");
  importing(text);
  expect([project.has(`${JOURNAL}.1-abc.candor-tmp`), project.has(`${BASKET}.1-abc.candor-tmp`)]).toEqual([
    false,
    false,
  ]);
});

test.each([
  ["CR LF", (journal: string) => journal.replaceAll("\n", "\r\n"), "ended by something else than LF"],
  [
    "a row that is null",
    () => '{"kind":"imported","of":"message","by":["model"],"row":null}\n',
    "not a line that candor import wrote",
  ],
  [
    "a hostile kind",
    () => '{"kind":"imported","of":"__proto__","by":["x"],"row":{}}\n',
    "not a line that candor import wrote",
  ],
  ["packed", (journal: string) => gzipSync(journal), "a journal is not packed"],
])("a journal with %s is named", (_, spoil, message) => {
  importing(text);
  project.write(JOURNAL, spoil(project.read(JOURNAL)));
  const { code, stderr } = project.candor(["status", "--basket", "log"]);
  expect([code, stderr.includes(message), /\n\s+at /u.test(stderr)]).toEqual([2, true, false]);
});

test("a pipe is refused with what to do", () => {
  project.write("log.jsonl", text);
  const pipe = spawnSync(
    "bash",
    ["-c", `cat log.jsonl | ${process.execPath} bin/candor.mjs import /dev/stdin -b log`],
    {
      cwd: project.root,
      encoding: "utf8",
    },
  );
  expect([pipe.status, pipe.stderr]).toEqual([
    2,
    expect.stringContaining("is a pipe or a device; save it to a file first"),
  ]);
});

test("a stopped import leaves nothing in its place", async () => {
  const many = Array.from({ length: 60_000 }, (_, i) => ({
    ...RECORD,
    state_index: i,
    prompt: "x".repeat(500),
  }));
  project.write("log.jsonl", lines(...many.map((row) => ({ ...row, omega: 0.5 }))));
  const { child, ended } = project.start(["import", "log.jsonl", "-b", "log"]);
  setTimeout(() => child.kill("SIGINT"), 700);
  const { code } = await ended;
  // A machine that is faster than this has finished, which is as well.
  if (code === 0) return;
  expect(code).toBe(130);
  nothingImported();
});
