import { afterEach, expect, test } from "vitest";
import { requestKey } from "../../../src/pipeline/answer-lines.ts";
import type { Json } from "../../../src/pipeline/canonical.ts";
import type { Lock } from "../../../src/prereg/lock.ts";
import type { Verification } from "../../../src/prereg/verify/report.ts";
import { askingProject, basketOf, entry } from "../../collect/collecting.ts";
import type { Project } from "../../project.ts";
import { toyProject } from "../../toy.ts";
import { commitAll, committed } from "../checkout.ts";

// What somebody rewrote after the freeze: the readable design, the commit, journal lines, and the code that runs stages.

let project: Project;
afterEach(() => project.dispose());

function freeze(basket = "embedded"): Lock {
  const { code, stderr } = project.candor(["freeze", "--basket", basket]);
  expect(code, stderr).toBe(0);
  return JSON.parse(project.read(`prereg/${basket}.lock.json`)) as Lock;
}

function verify(code: number): { text: string; found: Verification } {
  const text = project.candor(["verify"]);
  expect(text.code, text.stderr + text.stdout).toBe(code);
  const json = project.candor(["verify", "--json"]);
  return { text: text.stdout, found: (JSON.parse(json.stdout) as { locks: Verification[] }).locks[0]! };
}

test("the readable design is the lock's, or it is said in which line it is not", () => {
  project = committed(toyProject());
  freeze();
  commitAll(project);
  expect(verify(0).found).toMatchObject({ readable: { state: "as-frozen" }, commitFound: true });
  project.edit("prereg/embedded.md", "Frozen before any data.", "Frozen long before any data.");
  const { text, found } = verify(1);
  expect(found.readable).toMatchObject({ state: "edited", line: 5 });
  expect(text).toMatch(
    /^text {5}the readable design is not that of the lock: line 5 is "\*\*Frozen long before/mu,
  );
  expect(text).toContain("; the readable design or journal lines were rewritten");
  project.remove("prereg/embedded.md");
  expect(verify(0).found.readable).toEqual({ state: "absent" });
});

test("the commit beside the root must hold the tree that was frozen, where git has it", () => {
  project = committed(toyProject());
  const { commit } = freeze();
  project.write("docs/later.md", "later");
  commitAll(project);
  const other = project.candor(["verify", "--json"]);
  expect(other.code).toBe(0);
  const head = (JSON.parse(other.stdout) as { locks: Verification[] }).locks[0]!.today!.commit!;
  expect(head).not.toBe(commit);
  const lock = project.read("prereg/embedded.lock.json");
  project.write("prereg/embedded.lock.json", lock.replace(commit!, head));
  expect(project.candor(["verify"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`was changed since it was frozen: its commit ${head} holds the tree`),
  });
  project.write("prereg/embedded.lock.json", lock.replace(`"${commit}"`, "null"));
  expect(project.candor(["verify"]).code).toBe(2);
  project.write("prereg/embedded.lock.json", lock.replace(commit!, "0".repeat(40)));
  expect(project.candor(["verify"]).stdout).toContain("(which git here does not have)");
});

test("the code that runs stages is held against the lock, its comments told apart, and shown", () => {
  project = committed(toyProject());
  freeze();
  commitAll(project);
  const file = "src/pipeline/stage-task.ts";
  project.write(file, `// A comment.\n${project.read(file)}`);
  expect(verify(0).text).toContain(
    `machinery.${file}: ${file} has another text (same behaviour, different text)`,
  );
  project.edit(file, "params: stage.params,", "params: { ...stage.params },");
  const { text, found } = verify(1);
  expect(text).toContain(`machinery.${file}: ${file}, which runs stages or asks models, changed (deviation)`);
  expect(text).toContain("+    params: { ...stage.params },");
  expect(found.deviations.undeclared).toEqual([`machinery.${file}`]);
});

test("a line of a journal whose request or model was rewritten does not fit its key", () => {
  project = askingProject(
    basketOf(
      "small",
      "toy",
      [entry({ name: "one", baseUrl: "http://127.0.0.1:9/v1" })],
      "params: { count: 4 }\n",
    ),
  );
  const { design } = freeze("small");
  const journal = "data/journals/small/toy.jsonl";
  const identity = design.models.one as Readonly<Record<string, Json>>;
  const request = { prompt: "What is it?", temperature: 0, max_tokens: 9 };
  const line = (asked: Json, said: Json, served: string) =>
    `${JSON.stringify({
      kind: "answer",
      v: 1,
      key: requestKey(identity, request),
      answer: { status: "answered", text: "0.5", vector: null, finish_reason: "stop" },
      repeat: 0,
      asked,
      request: said,
      record: { served_model: served },
    })}\n`;
  const lines = (text: string) => {
    project.write(journal, text);
    return verify(1);
  };
  const sound = lines(line(identity, request, String(identity.model)));
  expect(sound.found.journals[0]!.lines.foreign.count).toBe(0);
  expect(sound.text).not.toContain("does not fit");
  for (const text of [
    line(identity, { ...request, prompt: "Lie to me." }, "x"),
    line({ ...identity, model: "another" }, request, "x"),
  ]) {
    const { text: told, found } = lines(text);
    expect(found.journals[0]!.lines.foreign).toEqual({ count: 1, first: [1] });
    expect(told).toContain("1 answer does not fit its key (line 1): whom was asked, or what, was rewritten");
    expect(told).toContain("answered by x (1)");
  }
});
