import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesBelow } from "../../src/pipeline/files.ts";
import type { Project } from "../project.ts";
import { byRequest, eachInTurn, echoKey } from "../providers/behaviours.ts";
import { keyOf, modelOf } from "../providers/protocols.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { askingProject, basketOf, entry, journalOf } from "./collecting.ts";

// A server that quotes the key wherever it can: no file of the project and no output holds it afterwards.

const PROVIDERS = ["openai", "anthropic", "google", "together", "openai-compatible"] as const;

/** A key for each provider, with characters that are written otherwise in addresses and in JSON. */
const KEYS = Object.fromEntries(
  PROVIDERS.map((provider, at) => [`KEY_${at}`, `sk-${provider}/${at}+secret=="quoted"\\of&a<test>`]),
);

let server: Providers;
let project: Project;
const outputs: string[] = [];
const sent = new Set<string>();

beforeAll(async () => {
  // Message 0 is answered with the key; the others meet an error that quotes it first.
  server = await startProviders({
    behaviour: byRequest((request) => {
      sent.add(keyOf(request));
      const quoting = modelOf(request).endsWith("-wrong") ? echoKey("error") : echoKey("answer");
      return eachInTurn(quoting);
    }),
  });
  const bases = {
    openai: server.openai,
    anthropic: server.anthropic,
    google: server.google,
    together: server.openai,
    "openai-compatible": server.openai,
  };
  const models = PROVIDERS.flatMap((provider, at) =>
    ["", "-wrong"].map((what) =>
      entry({
        name: `${provider}${what}`,
        provider,
        model: `model${what}`,
        baseUrl: bases[provider],
        more: `key_variable: KEY_${at}, limits: { connections: 1 }`,
      }),
    ),
  );
  project = askingProject(basketOf("leaky", "toy", models, "params: { count: 4 }\n"));
  for (const args of [
    ["collect", "--basket", "leaky"],
    ["collect", "--basket", "leaky", "--json", "--repeat-check", "3"],
    ["collect", "--basket", "leaky", "--dry-run"],
    ["run", "--basket", "leaky", "--partial"],
    ["status", "--basket", "leaky", "--json"],
    ["run", "--basket", "leaky"],
  ]) {
    const { stdout, stderr } = await project.start(args, KEYS).ended;
    outputs.push(stdout, stderr);
  }
});
afterAll(async () => {
  project.dispose();
  await server.close();
});

/** The key as it stands, and as addresses, JSON and base64 write it. */
const spellings = (key: string) => [
  key,
  encodeURIComponent(key),
  JSON.stringify(key).slice(1, -1),
  Buffer.from(key).toString("base64"),
  // What is left of one that is cut.
  key.slice(0, 16),
  encodeURIComponent(key).slice(0, 16),
];

describe.each(Object.entries(KEYS))("%s", (variable, key) => {
  test("is sent, and quoted by the server", () => {
    expect(sent).toContain(key);
    const quoted = journalOf(project, "leaky").filter((line) => JSON.stringify(line).includes(variable));
    expect(new Set(quoted.map(({ kind }) => kind))).toEqual(new Set(["answer", "error"]));
  });

  test("stands in no output", () => {
    for (const spelling of spellings(key)) expect(outputs.join("\n")).not.toContain(spelling);
    expect(outputs.join("\n")).toContain(`the key in ${variable} was refused`);
  });

  test("stands in no file of the project", () => {
    const files = filesBelow(project.root).filter((file) => !file.startsWith("node_modules"));
    expect(files).toContain("data/journals/leaky/toy.jsonl");
    expect(files).toContain("artifacts/leaky/toy/squared.csv");
    const holding = files.filter((file) => {
      const text = readFileSync(path.join(project.root, file), "latin1");
      return spellings(key).some((spelling) => text.includes(spelling));
    });
    expect(holding).toEqual([]);
  });
});
