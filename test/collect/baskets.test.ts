import { afterAll, beforeAll, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { askingProject, basketOf } from "./collecting.ts";

// A basket is checked before anything else: what is wrong is told with its place, and nothing that may be secret.

let project: Project;
beforeAll(() => {
  project = askingProject(basketOf("checked", "toy", [""]));
});
afterAll(() => project.dispose());

const SECRET = "sk-Proj-1234567890abcdef";
const ENTRY = "name: one, provider: openai-compatible, model: some-model";
const URL_LINE = "base_url: http://127.0.0.1:9/v1";

/** What candor says of a basket. */
function told(lines: string): string {
  project.write("data/baskets/checked.yaml", lines);
  const { code, stdout, stderr } = project.candor(["collect", "--basket", "checked", "--dry-run"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).not.toMatch(/fault of candor|\n {4}at /u);
  return stderr;
}

test("what dry run and budget go by cannot be said as an option", () => {
  toldEach(
    [
      ["max_tokens: 9", /use params\.max_tokens/u],
      ["maxCompletionTokens: 9", /use params\.max_tokens/u],
      ["temperature: 1", /use params\.temperature/u],
      ["n: 7", /one message with one answer/u],
    ].map(([option, message]) => [
      `${ENTRY}, ${URL_LINE}, params: { options: { ${option} } }`,
      message as RegExp,
    ]),
  );
});

/** An entry, and what is said of it. */
type Case = readonly [entry: string, message: RegExp];

/** One basket of all entries: each must be told at its line, with the line itself. */
function toldEach(cases: readonly Case[]): string {
  const lines = cases.map(([entry], at) => `  - { ${entry.replace("name: one", `name: m${at}`)} }\n`);
  const stderr = told(`name: checked\nstudies: [toy]\nmodels:\n${lines.join("")}`);
  for (const [at, [, message]] of cases.entries()) {
    const place = new RegExp(`^(?:candor: )?data/baskets/checked\\.yaml:${at + 4}:\\d+: (.*)$`, "gmu");
    const messages = [...stderr.matchAll(place)].map(([, text]) => text);
    expect(
      messages.some((text) => message.test(text!)),
      `${message} at line ${at + 4} of\n${stderr}`,
    ).toBe(true);
    expect(stderr).toContain(`\n  ${at + 4} |   - { name: m${at}`);
  }
  return stderr;
}

test("what no basket can say is told at its place, all at once", () => {
  toldEach([
    ["name: one, provider: opanai, model: m", /must be one of "openai", .*got "opanai"/u],
    [`${ENTRY}, base_url: localhost`, /base_url .* an http or https address/u],
    [`${ENTRY}, base_url: "ftp://host/v1"`, /base_url .* an http or https address/u],
    [`${ENTRY}, ${URL_LINE}, prices: { input: -1, output: 1 }`, /prices\.input must be >= 0/u],
    [`${ENTRY}, ${URL_LINE}, prices: { input: 1 }`, /must have required property 'output'/u],
    [`${ENTRY}, ${URL_LINE}, limits: { connections: 0 }`, /limits\.connections must be >= 1/u],
  ]);
  toldEach([[`${ENTRY}, ${URL_LINE}, params: { temprature: 0 }`, /unknown key "temprature"/u]]);
});

test("what does not go together is told at its place, all at once", () => {
  toldEach([
    [ENTRY, /"m0" needs the server's address, under "base_url"/u],
    ["name: one, provider: openai", /"m1" needs the model's id as openai names it, under "model"/u],
    [`${ENTRY}, ${URL_LINE}, embedded: { strategy: truthful }`, /two answer for "m2"/u],
    [`name: one, model: m, ${URL_LINE}`, /"model" belongs to a model with a provider/u],
    [
      "name: one, embedded: { strategy: truthful }, prices: { input: 1, output: 1 }",
      /"prices" belongs to a model with a provider/u,
    ],
    ["name: one", /nobody answers for "m5" in toy/u],
    [`${ENTRY}, base_url: "http://:80/v1"`, /is no address; such as http/u],
  ]);
});

test("a model with a provider has no name of a scripted sender", () => {
  const stderr = told(
    `name: checked\nstudies: [toy]\nmodels:\n  - { ${ENTRY.replace("one", "embedded/one")}, ${URL_LINE} }\n`,
  );
  expect(stderr).toMatch(
    /^candor: data\/baskets\/checked\.yaml:4:\d+: captions take a name that begins with embedded\/ for a scripted sender/mu,
  );
});

test("a key that stands in the basket is not printed, wherever it stands", () => {
  const stderr = toldEach([
    [
      `${ENTRY}, ${URL_LINE}, key_variable: ${SECRET}`,
      /the name of an environment variable in capitals, never the key itself/u,
    ],
    [`${ENTRY}, ${URL_LINE}, key_variable: "${SECRET}"`, /never the key itself/u],
    [`${ENTRY}, ${URL_LINE}, api_key: ${SECRET}`, /unknown key "api_key"/u],
    [`${ENTRY}, ${URL_LINE}, apiKey: "${SECRET}"`, /unknown key "apiKey"/u],
    [`${ENTRY}, base_url: "http://me:${SECRET}@host/v1"`, /without user name, password/u],
    [`${ENTRY}, base_url: "http://${SECRET}@host/v1"`, /without user name, password/u],
    [`${ENTRY}, base_url: "http://host/v1?key=${SECRET}"`, /without user name, password, \? and #/u],
  ]);
  expect(stderr).not.toContain(SECRET.slice(3, 12));
});

test("a key on a line of its own is not printed", () => {
  const lines = `name: checked\nstudies: [toy]\nmodels:\n  - name: one\n    provider: openai\n    model: m\n    key_variable:\n      ${SECRET}\n`;
  const stderr = told(lines);
  expect(stderr).toContain("never the key itself");
  expect(stderr).not.toContain(SECRET.slice(3, 12));
  // Nor where the YAML breaks just there.
  expect(told(lines.replace(SECRET, `"${SECRET}`))).not.toContain(SECRET.slice(3, 12));
});

test("YAML that cannot be read is told with line and column", () => {
  const stderr = told("name: checked\nstudies: [toy]\nmodels:\n  - { name: one\n");
  expect(stderr).toMatch(/^candor: data\/baskets\/checked\.yaml:\d:\d+: /u);
});

test("a study, a basket and an option that are not there are named", () => {
  project.write("data/baskets/checked.yaml", basketOf("checked", "toy", [`  - { ${ENTRY}, ${URL_LINE} }\n`]));
  const fails = (...args: string[]) => {
    const { code, stderr } = project.candor(["collect", ...args]);
    expect(code).toBe(2);
    return stderr;
  };
  expect(fails("--basket", "checked", "--study", "toi")).toContain(
    'basket checked has no study "toi"; it has toy',
  );
  expect(fails("--basket", "chekced")).toContain('there is no basket "chekced"');
  expect(fails()).toContain("required option '-b, --basket <name>' not specified");
});

test("a basket that asks nobody over the network has nothing to collect", () => {
  const { code, stderr } = project.candor(["collect", "--basket", "embedded"]);
  expect([code, stderr]).toEqual([
    0,
    "nothing to collect: no model of basket embedded is asked over the network\n",
  ]);
});
