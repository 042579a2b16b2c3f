import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ended, Project } from "../project.ts";
import {
  answer,
  type Behaviour,
  byRequest,
  cutJson,
  eachInTurn,
  emptyChoices,
  errorBody200,
  hang,
  html200,
  hugeAnswer,
  loneSurrogate,
  noUsage,
  nullContent,
  quota,
  rateLimit,
  redirect,
  refusal,
  refusedKey,
  resetAfterHeaders,
  resetBefore,
  status,
  wrongServedModel,
} from "../providers/behaviours.ts";
import { modelOf } from "../providers/protocols.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { askingProject, basketOf, entry, journalOf, MESSAGES, type ReadLine, rowsOf } from "./collecting.ts";

// Whatever a server does, one model each: what the journal says of it, and what becomes of it afterwards.

const good = answer("0.25");
const usage = { input: 100, output: 7 };

/** What Azure says of a prompt that its filter keeps back. */
const filtered: Behaviour = () => ({
  content: {
    kind: "text",
    status: 400,
    type: "application/json",
    text: JSON.stringify({
      error: { message: "The prompt was filtered.", code: "content_filter", status: 400 },
    }),
  },
  delivery: { kind: "whole" },
});

/** What comes as an answer: behaviour, then what the journal says. */
const ANSWERS: Readonly<Record<string, readonly [Behaviour, object]>> = {
  "rate-limited": [
    eachInTurn(rateLimit({ retryAfter: 1 }), good),
    { status: "answered", text: "0.25", attempts: ["rate-limit 429"] },
  ],
  "fails-twice": [
    eachInTurn(status(503), status(529), good),
    { status: "answered", text: "0.25", attempts: ["overloaded 503", "overloaded 529"] },
  ],
  refusing: [refusal("I will not."), { status: "refused", text: "I will not.", attempts: [] }],
  filtered: [filtered, { status: "refused", text: "", finish: "content-filter", attempts: [] }],
  silent: [nullContent(), { status: "empty", text: "", finish: "length" }],
  "cut-short": [answer("0.2", { finish: "length" }), { status: "answered", text: "0.2", finish: "length" }],
  "no-choices": [emptyChoices(), { status: "empty", text: "", finish: null }],
  disguised: [wrongServedModel("another-model"), { status: "answered", served: "another-model" }],
  nameless: [wrongServedModel(null), { status: "answered", served: null }],
  halved: [loneSurrogate(), { status: "answered", text: "half \ud83d of a pair" }],
  uncounted: [noUsage(), { status: "answered", usage: { input: null, output: null } }],
  counted: [answer("1", { usage }), { status: "answered", usage }],
};

/** What ends as an error: behaviour, its class and status. */
const ERRORS: Readonly<Record<string, readonly [Behaviour, string, number | null]>> = {
  page: [html200(), "not-json", 200],
  elsewhere: [redirect("http://127.0.0.1:9/login?ticket=1"), "redirect", 302],
  hanging: [hang(), "timeout", null],
  "reset-first": [resetBefore(), "transport", null],
  "reset-later": [resetAfterHeaders(), "cut-body", 200],
  "cut-by-length": [cutJson("length"), "cut-body", 200],
  "cut-in-chunks": [cutJson("chunked"), "cut-body", 200],
  "cut-clean": [cutJson("clean"), "cut-body", 200],
  "without-credit": [quota(), "quota", 429],
  broken: [status(500), "server", 500],
  "error-as-200": [errorBody200(), "server", 200],
  wrong: [status(400), "bad-request", 400],
  "without-right": [refusedKey(), "auth", 401],
  unknown: [status(404), "unknown-model", 404],
};

let server: Providers;
let project: Project;
let first: Ended;
let lines: ReadLine[];

const basket = () => {
  const asked = [...Object.keys(ANSWERS), "huge", ...Object.keys(ERRORS)].map((name) => {
    const patience = name in ERRORS ? "limits: { attempts: 1, timeout_seconds: 1 }" : "";
    return entry({ name, model: name, baseUrl: server.openai, more: patience });
  });
  const nobody = entry({
    name: "nobody",
    model: "nobody",
    baseUrl: `http://127.0.0.1:${closedPort}/v1`,
    more: "limits: { attempts: 1 }",
  });
  return basketOf("faulty", "toy", [...asked, nobody], "params: { count: 1 }\n");
};

let closedPort = 0;
beforeAll(async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  closedPort = (closed.address() as AddressInfo).port;
  await new Promise((resolve) => closed.close(resolve));
  const faulty = byRequest((request) => {
    const name = modelOf(request);
    return name === "huge" ? hugeAnswer(5_000_000) : (ANSWERS[name] ?? ERRORS[name])![0];
  });
  server = await startProviders({ behaviour: faulty });
  // A table takes no half characters; the journal does.
  project = askingProject(basket(), MESSAGES.replace('": " + text', '": " + text.toWellFormed()'));
  first = await project.start(["collect", "--basket", "faulty"]).ended;
  lines = journalOf(project, "faulty");
});
afterAll(async () => {
  project.dispose();
  await server.close();
});

const lineOf = (name: string): ReadLine => lines.find(({ asked }) => asked.model === name);

test.each(Object.entries(ANSWERS))("an answer: %s", (name, [, expected]) => {
  const { kind, answer, attempts, record } = lineOf(name);
  expect(kind).toBe("answer");
  expect({
    status: answer.status,
    text: answer.text,
    finish: answer.finish_reason,
    attempts: attempts.map((each: ReadLine) => `${each.class} ${each.status}`),
    served: record.served_model,
    usage: { input: record.usage.input, output: record.usage.output },
  }).toMatchObject(expected);
});

test("an answer of 5 MB stands there whole", () => {
  expect(lineOf("huge").answer.text).toBe("a".repeat(5_000_000));
});

test.each([...Object.entries(ERRORS), ["nobody", [good, "transport", null]] as const])(
  "an error: %s",
  (name, [, kind, code]) => {
    const line = lineOf(name);
    expect(line).toMatchObject({ kind: "error", error: { class: kind, status: code } });
    expect(line.answer).toBeUndefined();
    expect(line.error.message).not.toMatch(/ticket/u);
  },
);

test("the summary tells refusals, empty answers, errors, and who answered in place of whom", () => {
  const { code, stderr } = first;
  expect(code, stderr).toBe(1);
  for (const line of [
    "refusing: 1 of 1 answers recorded, 1 of them now, 1 refused, ",
    "silent: 1 of 1 answers recorded, 1 of them now, 1 empty, ",
    "page: 0 of 1 answers recorded, 1 error, 1 failed attempt\n",
    "fails-twice: 1 of 1 answers recorded, 1 of them now, 2 failed attempts, ",
    "disguised: 1 of 1 answers recorded, 1 of them now, ",
    '  1 answer by "another-model", where "disguised" was asked\n',
    "  1 answer without the name of the model that gave it\n",
    "  1 answer without a count of tokens, whose cost is not in the sum\n",
    "15 missing: the same command asks again\n",
  ])
    expect(stderr).toContain(line);
});

test("a run then lacks the errors alone; they are asked again, and nothing else is", async () => {
  const run = await project.start(["run", "--basket", "faulty"]).ended;
  expect(run.code, run.stderr).toBe(1);
  expect(run.stderr).toContain("`candor collect --basket faulty`");
  server.clear();
  server.script(good);
  const asked = () => server.requests.map(modelOf).sort();
  const { stderr } = await project.start(["collect", "--basket", "faulty"]).ended;
  expect(asked()).toEqual(Object.keys(ERRORS).sort());
  expect(stderr).toContain("1 missing");
  // The one that nobody served is served now.
  project.edit("data/baskets/faulty.yaml", `${closedPort}`, new URL(server.url).port);
  server.clear();
  expect((await project.start(["collect", "--basket", "faulty"]).ended).code).toBe(0);
  expect(asked()).toEqual(["nobody"]);
  expect((await project.start(["run", "--basket", "faulty"]).ended).code).toBe(0);
  const rows = Object.fromEntries(rowsOf(project, "faulty").map((row) => [row.split(",")[0], row]));
  expect(rows.refusing).toMatch(/refused: I will not\.$/u);
  expect(rows.silent).toMatch(/,0\.0,empty: $/u);
  expect(rows.page).toMatch(/answered: 0\.25$/u);
});
