import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { ROOT } from "../project.ts";
import { toyProject } from "../toy.ts";

const project = toyProject();
afterAll(() => project.dispose());

/** Runs `candor read` with something on standard input. */
function read(args: readonly string[], input: string | Uint8Array = "") {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(project.root, "bin", "candor.mjs"), "read", ...args],
    {
      cwd: project.root,
      input,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return { code: status, stdout, stderr };
}

type Line = Readonly<Record<string, unknown>>;
const parsed = (stdout: string): Line[] =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

test("every record of the contract is read as the contract says, in its order", () => {
  const contract = readFileSync(path.join(ROOT, "test/fixtures/stated-number.jsonl"), "utf8");
  const { code, stdout, stderr } = read(["--jsonl", "--json"], contract);
  expect([code, stderr]).toEqual([0, ""]);
  const expected = parsed(contract).map(({ message: _message, finish_reason: _reason, ...rest }) => rest);
  expect(parsed(stdout)).toEqual(expected);
  // From a file likewise.
  project.write("contract.jsonl", contract);
  expect(read(["contract.jsonl", "--jsonl", "--json"]).stdout).toBe(stdout);
});

test("plain lines are messages, an empty one too: as many lines come out as went in", () => {
  const input =
    "\ufeff0.42\r\n\r\nThe state is between 0.1 and 0.2\nabove 0.4\nω = 0.42, so choose a = 0.5\nno idea";
  const { code, stdout, stderr } = read([], input);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.split("\n").map((line) => line.split(/ {2,}/u).slice(0, 4))).toEqual([
    ["1", "ok", "lone", "0.42"],
    ["2", "empty", "-", "-"],
    ["3", "interval", "state", "0.15 in [0.1, 0.2]"],
    ["4", "bound", "lone", "≥ 0.4"],
    ["5", "ok", "state", "0.42, choose 0.5"],
    ["6", "none", "-", "-"],
    [""],
  ]);
  expect(parsed(read(["-", "--json"], input).stdout).map(({ status }) => status)).toEqual([
    "ok",
    "empty",
    "interval",
    "bound",
    "ok",
    "none",
  ]);
  expect(read([], "").stdout).toBe("");
});

test("an id is kept as it is written, whatever it is; other fields are ignored", () => {
  const ids = ['"a"', "7", "12345678901234567890", "1.50", "null", "true", '[1,{"b":2}]', '"\\ud800"'];
  const lines = ids.map((id) => `{"model":"m", "id": ${id}, "message":"0.42", "raw_output":"0.9"}`);
  const { stdout } = read(["--jsonl", "--json"], lines.join("\n"));
  const rest =
    '"value":0.42,"role":"lone","form":"decimal","low":null,"high":null,"recommendation":null,"status":"ok"}';
  expect(stdout).toBe(ids.map((id) => `{"id":${id},${rest}\n`).join(""));
  expect(read(["--jsonl", "--json"], '{"message":"0.42"}\n\n').stdout).toBe(`{${rest}\n`);
  expect(
    parsed(read(["--jsonl", "--json"], '{"message":"0.4","finish_reason":"length"}').stdout),
  ).toMatchObject([{ value: null, status: "truncated" }]);
});

const GOOD = '{"id":1,"message":"0.42"}\n';

test.each([
  ["no JSON", "{'id': 2}\n", /standard input, line 2: requires a JSON object, got "\{'id': 2\}"/u],
  ["a cut line", '{"id":2,"mess', /line 2: requires a JSON object/u],
  ["no object", "[0.42]\n", /line 2: requires a JSON object, got \[0\.42\]/u],
  ["no message", '{"id":2,"raw_output":"0.42"}\n', /line 2: message requires a text, got missing/u],
  ["a number as message", '{"message":0.42}\n', /line 2: message requires a text, got 0\.42/u],
  [
    "a wrong reason",
    '{"message":"0.42","finish_reason":3}\n',
    /line 2: finish_reason requires a text or null, got 3/u,
  ],
])("%s: the line and the field are named, what came before is written", (_name, line, message) => {
  const { code, stdout, stderr } = read(["--jsonl", "--json"], GOOD + line + GOOD);
  expect(code).toBe(2);
  expect(parsed(stdout)).toMatchObject([{ id: 1, value: 0.42 }]);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/fault of candor|\n {4}at /u);
});

test("bytes that are no UTF-8 are told with their line", () => {
  const bytes = Buffer.concat([Buffer.from("0.42\n0."), Buffer.from([0xff]), Buffer.from("\n0.5\n")]);
  const { code, stdout, stderr } = read(["--json"], bytes);
  expect([code, parsed(stdout).length]).toEqual([2, 1]);
  expect(stderr).toContain("standard input, line 2: requires UTF-8 text");
  expect(read([project.root]).stderr).toContain("it is a folder");
});

test("what a message holds reaches no terminal raw", () => {
  const message = "\u001b]0;title\u0007\u001b[31m0.42\u202e";
  const { stdout } = read(["--jsonl"], JSON.stringify({ id: message, message }));
  expect(stdout).not.toMatch(/[\u001b\u0007\u202e]/u);
  expect(stdout).toContain("\\x1b]0;title\\x07");
  expect(read(["--jsonl"], `{"message":"\u001b[31m`).stderr).not.toMatch(/\u001b/u);
});

test("a long input streams, a character cut between two pieces of it is whole, and a reader may leave early", () => {
  const lines = Array.from({ length: 60_000 }, (_, i) => `ω ≈ 0.${String(i).padStart(6, "0")}`);
  const { code, stdout } = read(["--json"], lines.join("\n"));
  const rows = parsed(stdout);
  expect(code).toBe(0);
  expect(rows.length).toBe(lines.length);
  expect(rows.every(({ value, role }, i) => role === "state" && value === i / 1e6)).toBe(true);
  project.write("long.txt", lines.join("\n"));
  const candor = `"${process.execPath}" "${path.join(project.root, "bin", "candor.mjs")}"`;
  const piped = spawnSync("bash", ["-c", `${candor} read long.txt | head -n 1`], {
    cwd: project.root,
    encoding: "utf8",
  });
  expect(piped.stdout).toMatch(/^1 +ok +state +0 /u);
  expect(piped.stderr).toBe("");
});
