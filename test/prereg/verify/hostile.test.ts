import { afterEach, expect, test } from "vitest";
import { hashOf } from "../../../src/pipeline/canonical.ts";
import type { Design, Lock } from "../../../src/prereg/lock.ts";
import { lockOf, renderLock } from "../../../src/prereg/lock-file.ts";
import type { Project } from "../../project.ts";
import { TOY, toyProject } from "../../toy.ts";
import { committed } from "../checkout.ts";

// Locks that somebody made up, and studies whose names and texts are meant to do harm: shown, never obeyed.

let project: Project;
afterEach(() => project.dispose());

const LOCK = "prereg/embedded.lock.json";
const HOSTILE = "\u001b]0;title\u0007\u202e<script>$(touch x)\n`x`";

function frozen(): Lock {
  const { code, stderr } = project.candor(["freeze"]);
  expect(code, stderr).toBe(0);
  return JSON.parse(project.read(LOCK)) as Lock;
}

function verified(code: number): string {
  const ended = project.candor(["verify"]);
  expect(ended.stderr).not.toContain("fault of candor itself");
  expect(ended.code, ended.stderr + ended.stdout).toBe(code);
  expect(ended.stdout + ended.stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/u);
  return ended.stdout;
}

/** A commit that no repository has: what it holds cannot be held against the lock. */
const NOWHERE = "0".repeat(40);

test("a made-up lock, sound in itself, with names that move cursors, climb folders and look like options", () => {
  project = committed(toyProject());
  const { design } = frozen();
  const squared = design.stages["toy/squared"]!;
  const hash = hashOf("nothing");
  const made: Design = {
    ...design,
    basket: { ...design.basket, [HOSTILE]: HOSTILE },
    engine: { ...design.engine, [HOSTILE]: { a: HOSTILE } },
    files: { ...design.files, "../../../../etc/passwd": hash, [HOSTILE]: hash },
    models: { ...design.models, [HOSTILE]: [HOSTILE] },
    packages: { ...design.packages, [HOSTILE]: HOSTILE },
    params: { ...design.params, [HOSTILE]: HOSTILE, ["__proto__"]: 1 },
    requests: { [`${HOSTILE} {`]: [hash], "toy/numbers": [hash], 'toy/squared {"group":"a"}': [hash] },
    rows: { [HOSTILE]: hash },
    schemas: { ...design.schemas, [HOSTILE]: { rows: hash, text: hash } },
    sources: { ...design.sources, "--output=/tmp/x": hash, "/etc/passwd": hash, [HOSTILE]: hash },
    stages: {
      ...design.stages,
      "toy/squared": { ...squared, params: [...squared.params, HOSTILE], answerers: { [HOSTILE]: hash } },
      [HOSTILE]: { ...squared, inputs: { [HOSTILE]: `stage:${HOSTILE}`, x: "stage:nowhere" } },
    },
    tree: { git: [HOSTILE] as never, clean: HOSTILE, changed: { [HOSTILE]: 1 } },
  };
  project.write(LOCK, renderLock(lockOf("embedded", made, NOWHERE)));
  const text = verified(1);
  expect(text).toContain("\\x1b]0;title\\x07\\u{202e}<script>");
  expect(text).not.toContain("root:x:");
  // What is printed to paste reads back as it stands.
  expect(text).toContain('\\u001b]0;title\\u0007\\u202e<script>$(touch x)\\n`x`"');
  expect(JSON.parse(project.candor(["verify", "--json"]).stdout).locks[0].change).toBe("deviation");

  const dirty: Design = { ...made, tree: { changed: [1, null, HOSTILE], clean: false } };
  project.write(LOCK, renderLock(lockOf("embedded", dirty, null)));
  expect(verified(1)).toContain("with 3 paths not as committed");
});

test("a made-up lock of a basket whose name climbs folders writes nothing there", () => {
  project = toyProject();
  const { design } = frozen();
  project.write(LOCK, renderLock(lockOf("../../outside", design, null)));
  const { code, stderr } = project.candor(["verify"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("is not a basket's name")]);
  expect(project.has("artifacts")).toBe(false);
});

test("sources, params and reasons that hold terminal escapes and CRLF", () => {
  project = committed(toyProject());
  frozen();
  const stage = TOY["stages/toy/squared.ts"]!;
  project.write(
    "stages/toy/squared.ts",
    `// \u001b[31m\u202e\u0085\r\n${stage}`.replace("x * x", "x * x * 1.5"),
  );
  project.edit("pipeline.yaml", "groups: [a, b, c]", 'groups: ["a\\u001b[2J", "b\\u202e", "é😀"]');
  const text = verified(1);
  expect(text).toContain("\\x1b[31m\\u{202e}");
  const printed = /^ {2}(- leaf: "params\.groups"\n {4}is: .*\n)/mu.exec(text)![1]!.replace(/^ {2}/gmu, "");
  const source = /^ {2}(- leaf: "sources.*\n {4}is: .*\n)/mu.exec(text)![1]!.replace(/^ {2}/gmu, "");
  expect(printed).toContain('["a\\u001b[2J","b\\u202e","é😀"]');
  project.write(
    "prereg/embedded.deviations.yaml",
    `${printed}  reason: "\\u001b[31m"\n${source}  reason: |\n    two\n    lines\n`,
  );
  expect(verified(0)).toContain("declared: \\x1b[31m");
});

test("files that are no text, and ones that are long, are not put into a diff", () => {
  const big = `${"x\n".repeat(600_000)}`;
  project = committed(toyProject({ "data/notes/big.txt": big, "data/notes/b.txt": "a\u0000b" }));
  frozen();
  project.write("data/notes/big.txt", `${big}y\n`);
  project.write("data/notes/b.txt", "a\u0000c");
  expect(verified(1).match(/no diff: it is too long, or no text/gu)).toHaveLength(2);
});
