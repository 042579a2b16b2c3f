import { spawnSync } from "node:child_process";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { TOY, toyProject } from "../toy.ts";

let project: Project;
afterEach(() => project.dispose());

/** Runs candor in a shell, with nothing in the environment that speaks of colours. */
function shell(command: string) {
  const { NO_COLOR: _none, FORCE_COLOR: _force, ...env } = process.env;
  const candor = `"${process.execPath}" "${path.join(project.root, "bin", "candor.mjs")}"`;
  return spawnSync("bash", ["-c", `set -o pipefail; candor() { ${candor} "$@"; }; ${command}`], {
    cwd: project.root,
    encoding: "utf8",
    env,
  });
}

test("a reader that leaves early: no stack trace, and the run goes on to its end", () => {
  project = toyProject();
  const piped = shell(
    "candor run 2>&1 | head -n 1; candor status --json 2>&1 | head -c 1; candor graph | true",
  );
  expect(piped.stdout).toMatch(/^ran {4}toy\/numbers .*\n\{$/u);
  expect(piped.stderr).toBe("");
  expect(project.status().code).toBe(0);
  expect(shell("candor status | head -n 1 >/dev/null").status).toBe(0);
});

test("off a terminal there are plain lines without colours and without a line that moves", () => {
  project = toyProject();
  const { stderr, status } = shell("candor run");
  expect(status).toBe(0);
  expect(stderr).not.toMatch(/[\u001b\r]/u);
  expect(stderr).toMatch(/^ran {4}toy\/squared \(3 of 3 slices, .*: never run\)$/mu);
  expect(shell("candor status").stdout).not.toMatch(/\u001b/u);
});

const CONTROL = "\u001b]0;title\u0007\u001b[31mred\u202e";
const ESCAPED = "\\x1b]0;title\\x07\\x1b[31mred\\u{202e}";

test("names that hold control characters reach no terminal raw", () => {
  const name = JSON.stringify(CONTROL);
  const basket = `name: embedded\nstudies: [toy]\nmodels:\n  - { name: ${name}, embedded: { strategy: truthful } }\n`;
  project = toyProject({
    "data/baskets/embedded.yaml": basket,
    "pipeline.yaml": TOY["pipeline.yaml"]!.replace("params: [groups, count]", "params: [models, count]"),
    "stages/toy/numbers.ts":
      "export default (_: object, { models }: any) => models.map((group: string) => ({ group, index: 0, x: 1 }));\n",
  });
  expect(project.candor(["run"]).code).toBe(0);
  const raw = /[\u001b\u0007\u202e]/u;
  const told: string[] = [];
  const tell = (...args: string[]) => {
    const { stdout, stderr } = project.candor(args);
    told.push(stdout + stderr);
  };
  tell("show", "toy/numbers");
  // In a row that breaks its schema, and in what a stage throws.
  project.edit("schemas/toy/squared.schema.json", '"type":"number"', '"maximum":0,"type":"number"');
  tell("run");
  project.write("stages/toy/squared.ts", `export default () => { throw new Error(${name}); };\n`);
  tell("run");
  // In a slice that would run, in a param that changed, in a basket that is wrong.
  tell("explain", "toy/squared");
  project.write("data/baskets/embedded.yaml", basket.replace("red", "blue"));
  tell("explain", "toy/numbers");
  tell("status");
  const twice = basket + `  - { name: ${name}, embedded: { strategy: truthful } }\n`;
  project.write("data/baskets/embedded.yaml", twice);
  tell("run");
  tell("run", CONTROL);
  tell("show", CONTROL);
  tell("run", "--basket", CONTROL);
  tell(CONTROL);
  expect(told.filter((text) => raw.test(text))).toEqual([]);
  expect(told[0]).toContain(ESCAPED);
  expect(told[1]).toContain(ESCAPED);
  expect(told[2]).toContain(ESCAPED);
  expect(told[6]).toContain(ESCAPED);
});
