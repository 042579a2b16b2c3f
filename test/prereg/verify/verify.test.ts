import { readFileSync } from "node:fs";
import path from "node:path";
import Ajv from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { Failure } from "../../../src/pipeline/failure.ts";
import { ProjectFiles } from "../../../src/pipeline/files.ts";
import { readDeclarations } from "../../../src/prereg/verify/deviations.ts";
import type { Verification } from "../../../src/prereg/verify/report.ts";
import { type Project, ROOT } from "../../project.ts";
import { artifactsOf, TOY, toyProject } from "../../toy.ts";
import { clone, commitAll, committed, git } from "../checkout.ts";
import { LOCK, scratchProjects } from "../freezing.ts";

// candor verify on a small study in git: what is told of each change, and what is declared.

const DECLARED = "prereg/embedded.deviations.yaml";
const STATE = "artifacts/embedded/prereg.json";
const SQUARED = "stages/toy/squared.ts";

const { use } = scratchProjects();

/** The toy study, committed and frozen. */
function frozen(changes: Readonly<Record<string, string>> = {}): Project {
  const project = committed(use(toyProject(changes)));
  const { code, stderr } = project.candor(["freeze"]);
  expect(code, stderr).toBe(0);
  return commitAll(project);
}

function verified(project: Project, code: number, ...args: readonly string[]): string {
  const ended = project.candor(["verify", ...args]);
  expect(ended.code, ended.stderr + ended.stdout).toBe(code);
  expect(ended.stderr).not.toContain("fault of candor itself");
  return ended.stdout;
}

function asJson(project: Project, code: number, ...args: readonly string[]): Verification {
  const [found] = (JSON.parse(verified(project, code, "--json", ...args)) as { locks: Verification[] }).locks;
  return found!;
}

/** Classes of stages by id. */
const classes = ({ stages }: Verification) =>
  Object.fromEntries(stages.map(({ stage, change }) => [stage, change]));

const addresses = ({ leaves }: Verification) => leaves.map(({ address, change }) => `${address}: ${change}`);

const schema = (file: string) =>
  new Ajv({ allErrors: true }).compile(JSON.parse(readFileSync(path.join(ROOT, "schemas", file), "utf8")));

const state = (project: Project) => JSON.parse(project.read(STATE));

test("as frozen: root, moment, commit and tree first; exit 0, and the state beside the artifacts", () => {
  const project = frozen();
  const lock = JSON.parse(project.read(LOCK));
  const lines = verified(project, 0).split("\n");
  expect(lines.slice(0, 9)).toEqual([
    `lock     ${LOCK}, basket embedded`,
    `root     ${lock.root}  (the registered root must be this one)`,
    "frozen   before any data (its senders are computed: there is none to wait for)",
    `tree     frozen from commit ${lock.commit}, everything as committed then`,
    "today    the same commit, everything as committed",
    expect.stringMatching(/^dates {4}lock first committed \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/u),
    "stages   all 4 stages identical",
    "artifacts not looked at: `candor verify --rebuild` makes them anew and compares",
    "as frozen",
  ]);
  const validate = schema("prereg-state.schema.json");
  expect(validate(state(project)), JSON.stringify(validate.errors)).toBe(true);
  expect(state(project)).toMatchObject({
    root: lock.root,
    change: "identical",
    declared: true,
    rebuild: null,
  });
  // Nothing but the state was written, and git does not see it.
  expect(Object.keys(artifactsOf(project))).toEqual(["embedded/prereg.json"]);
  expect(git(project.root, "status", "--porcelain")).toBe("");
  const first = project.read(STATE);
  verified(project, 0);
  expect(project.read(STATE)).toBe(first);
});

test("comments, types and layout: the same behaviour, with the diff; exit 0", () => {
  const project = frozen();
  project.write(
    SQUARED,
    `// Squares.\n${TOY[SQUARED]!.replace("index: number; x: number", "index: number;\n  x: number")}`,
  );
  const found = asJson(project, 0);
  expect(classes(found)).toMatchObject({ "toy/squared": "same-behaviour", "toy/numbers": "identical" });
  expect(addresses(found)).toEqual([`sources.${SQUARED}: same-behaviour`]);
  expect(found.sources[0]!.patch).toContain("\n+// Squares.\n");
  expect(found.sources[0]!.patch).toContain(`--- frozen/${SQUARED}`);
  expect(verified(project, 0)).toContain("as frozen in all that runs; texts differ");
});

test("a param, code, a file: deviations with their stages, exit 1; a comment beside them is told apart", () => {
  const project = frozen();
  project.edit("pipeline.yaml", "offset: 1", "offset: 2");
  project.edit("stages/toy/tables/total.ts", "+ y", "+ 2 * y");
  project.write("stages/toy/numbers.ts", `// A comment.\n${TOY["stages/toy/numbers.ts"]}`);
  project.write("data/notes/first.txt", "another note\n");
  const found = asJson(project, 1);
  expect(addresses(found)).toEqual([
    "files.data/notes/first.txt: deviation",
    "params.offset: deviation",
    "sources.stages/toy/numbers.ts: same-behaviour",
    "sources.stages/toy/tables/total.ts: deviation",
  ]);
  expect(classes(found)).toEqual({
    "toy/figures/sketch": "identical",
    "toy/numbers": "same-behaviour",
    "toy/squared": "deviation",
    "toy/tables/total": "deviation",
  });
  const text = verified(project, 1);
  expect(text).toContain("param offset changed from 1 to 2");
  expect(text).toContain(
    "1 stage not among the deviations takes rows that follow from them: toy/figures/sketch",
  );
  expect(text).toContain("-a note\n  +another note");
  expect(text).toContain("deviates from what was frozen: 3 undeclared deviations");
});

test("the YAML that is printed declares, with a reason, exactly what deviates", () => {
  const project = frozen();
  project.edit("pipeline.yaml", "offset: 1", "offset: 2");
  project.write("data/notes/second.txt", "more\n");
  const printed = /^ {2}(- leaf: .*\n(?: {4}.*\n| {2}- .*\n)+)/mu.exec(verified(project, 1))![1]!;
  const yaml = printed.replace(/^ {2}/gmu, "");
  project.write(DECLARED, yaml);
  const refused = project.candor(["verify"]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(`${DECLARED}:3:11: entry 1: reason is empty`);
  expect(refused.stderr).toContain("say why the design was left");
  project.write(DECLARED, yaml.replaceAll('reason: ""', 'reason: "the pilot \\u001b[31mshowed it"'));
  const text = verified(project, 0);
  expect(text).toContain("declared: the pilot \\x1b[31mshowed it");
  expect(text).toContain("every deviation is declared with a reason");
  expect(state(project).deviations.map(({ leaf, is }: { leaf: string; is: unknown }) => [leaf, is])).toEqual([
    ["files.data/notes/second.txt", expect.stringMatching(/^sha256:/u)],
    ["params.offset", 2],
  ]);
  // Another value later is not declared.
  project.edit("pipeline.yaml", "offset: 2", "offset: 3");
  expect(verified(project, 1)).toContain(
    `stale    ${DECLARED} declares params.offset with the value 2, and it is 3: this is not declared`,
  );
  project.edit("pipeline.yaml", "offset: 3", "offset: 1");
  expect(verified(project, 0)).toContain(
    `stale    ${DECLARED} declares params.offset, where nothing deviates`,
  );
});

const FAULTS: readonly (readonly [what: string, text: string, says: string])[] = [
  ["not a list", "leaf: params.offset\n", `${DECLARED}:1:1: a list of deviations must stand here`],
  [
    "an unknown key",
    "- { leaf: a, is: 1, reason: b, why: c }\n",
    `${DECLARED}:1:32: entry 1 has an unknown key "why"; known here: leaf, is, reason`,
  ],
  ["no value", "- { leaf: a, reason: b }\n", `${DECLARED}:1:3: entry 1 lacks is\n`],
  [
    "blank reason",
    '- { leaf: a, is: 1, reason: "  " }\n',
    `${DECLARED}:1:29: entry 1: reason is empty; say why`,
  ],
  [
    "a leaf twice",
    "- { leaf: a, is: 1, reason: b }\n- { leaf: a, is: 2, reason: c }\n",
    `${DECLARED}:2:11: a is declared a second time (first at ${DECLARED}:1:11)`,
  ],
  ["a text in its place", "- params.offset\n", `${DECLARED}:1:3: entry 1 must have leaf, is and reason`],
  ["a bare reason", "- { leaf: a, is: 1, reason: }\n", "entry 1: reason is empty"],
  ["a number for a reason", "- { leaf: a, is: 1, reason: 7 }\n", "entry 1: reason must be text, got 7"],
  ["nothing in it", "- {}\n", "entry 1 lacks leaf and is and reason"],
  ["no YAML", "- [\n", `${DECLARED}:`],
];

test("a deviations file with a fault: its place, exit 2; one of comments alone declares nothing", async () => {
  const project = frozen();
  for (const [what, text, says] of FAULTS) {
    project.write(DECLARED, text);
    const told = await readDeclarations(new ProjectFiles(project.root), "embedded").then(
      () => null,
      (error: unknown) => error,
    );
    expect([what, told instanceof Failure && told.message]).toEqual([what, expect.stringContaining(says)]);
  }
  const { code, stderr } = project.candor(["verify"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(FAULTS.at(-1)![2])]);
  project.write(DECLARED, "# yaml-language-server: $schema=../schemas/prereg-deviations.schema.json\n");
  expect(verified(project, 0)).toContain("as frozen");
});

test("a stage that is gone, one that is new, one that is called otherwise", () => {
  const project = frozen();
  const pipeline = project.read("pipeline.yaml");
  project.write("pipeline.yaml", pipeline.slice(0, pipeline.indexOf("  toy/figures/sketch")));
  expect(addresses(asJson(project, 1))).toEqual(["stages.toy/figures/sketch: deviation"]);
  expect(verified(project, 1)).toContain("stage toy/figures/sketch was removed");

  project.write(
    "pipeline.yaml",
    pipeline
      .replaceAll("toy/squared:", "toy/squares:")
      .replaceAll(": toy/squared\n", ": toy/squares\n")
      .replace("squared: toy/squared }", "squared: toy/squares }"),
  );
  const renamed = asJson(project, 0);
  expect(addresses(renamed)).toEqual(["stages.toy/squared: same-behaviour"]);
  expect(verified(project, 0)).toContain("stage toy/squared is called toy/squares now");

  project.write(
    "pipeline.yaml",
    `${pipeline}  toy/more: { module: stages/toy/more.ts, params: [more], output: toy/more.svg }\n`.replace(
      "params:\n",
      "params:\n  more: 1\n",
    ),
  );
  project.write("stages/toy/more.ts", 'export default () => "<svg/>";\n');
  const added = asJson(project, 1);
  expect(addresses(added)).toEqual(["stages.toy/more: deviation"]);
  // Its text is shown all the same.
  expect(added.sources.map(({ file, change }) => [file, change])).toEqual([
    ["stages/toy/more.ts", "deviation"],
  ]);
  expect(added.sources[0]!.patch).toContain('+export default () => "<svg/>";');
  project.write(
    DECLARED,
    `- { leaf: "stages.toy/more", is: "${added.leaves[0]!.is}", reason: exploratory }\n`,
  );
  verified(project, 0);
  // What is declared of a new stage holds for what it takes as well.
  project.edit("pipeline.yaml", "more: 1", "more: 2");
  verified(project, 1);
});

test("a schema: another description is another text, another row a deviation", () => {
  const project = frozen();
  const file = "schemas/toy/total.schema.json";
  const text = project.read(file);
  project.write(file, text.replace('"description":"total"', '"description":"the sum"'));
  const described = asJson(project, 0);
  expect(addresses(described)).toEqual([`schemas.${file}: same-behaviour`]);
  expect(described.sources[0]).toMatchObject({ file, change: "same-behaviour" });
  expect(described.sources[0]!.patch).toContain('"description":"the sum"');
  project.write(file, text.replace('"type":"integer"', '"minimum":0,"type":"integer"'));
  expect(addresses(asJson(project, 1))).toEqual([`schemas.${file}: deviation`]);
});

test("the frozen text comes from git: of the commit, of another one, or it is said why not", () => {
  const project = frozen();
  const edited = `${TOY[SQUARED]!.replace("x * x", "x * x * x")}`;
  project.write(SQUARED, edited);
  expect(asJson(project, 1).sources[0]!.patch).toContain("x * x * x");
  // Committed, moved on, and the file gone.
  commitAll(project);
  expect(asJson(project, 1).sources[0]!.patch).toContain("x * x * x");

  const shallow = use(clone(project, "--depth", "1"));
  const [source] = asJson(shallow, 1).sources;
  expect(source).toMatchObject({ patch: null, unavailable: expect.stringContaining("--unshallow") });
  expect(verified(shallow, 1)).toContain("no diff: this clone is shallow");

  // A folder without git.
  project.remove(".git");
  expect(asJson(project, 1).sources[0]).toMatchObject({
    patch: null,
    unavailable: "there is no git repository here that could hold the frozen text",
  });
});

test("what was frozen before it was committed is found in a later commit, or nowhere", () => {
  const project = committed(use(toyProject()));
  project.write(SQUARED, TOY[SQUARED]!.replace("x * x", "x + x"));
  expect(project.candor(["freeze"]).code).toBe(0);
  project.write(SQUARED, TOY[SQUARED]!);
  const found = asJson(project, 1);
  expect(found.frozen).toMatchObject({ clean: false, changed: [SQUARED] });
  expect(found.sources[0]!.unavailable).toContain("frozen with changes that were not committed");
  expect(verified(project, 1)).toContain(`with 1 path not as committed: ${SQUARED}`);
  project.write(SQUARED, TOY[SQUARED]!.replace("x * x", "x + x"));
  commitAll(project);
  project.write(SQUARED, TOY[SQUARED]!);
  commitAll(project);
  expect(asJson(project, 1).sources[0]!.patch).toContain(
    "-  return numbers.map(({ group, index, x }) => ({ group, index, y: x + x",
  );
});

test("locks that are damaged, of another version, or gone: exit 2, and the others are verified", () => {
  const project = frozen();
  const lock = project.read(LOCK);
  verified(project, 0);
  const told = (text: string) => {
    project.write(LOCK, text);
    const { code, stderr, stdout } = project.candor(["verify"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr.startsWith(`candor: ${LOCK} `), stderr).toBe(true);
    return stderr;
  };
  expect(told(lock.replace('"offset": 1', '"offset": 2'))).toContain("section params");
  expect(told(lock.replace('"format": 2', '"format": 3'))).toContain("has format 3");
  expect(told(lock.slice(0, 300))).toContain("is not JSON");
  expect(told("")).toContain("is not JSON");
  // What held before is no longer said.
  expect(project.has(STATE)).toBe(false);

  project.write("prereg/other.lock.json", lock);
  project.write(LOCK, "{}");
  const { code, stderr, stdout } = project.candor(["verify"]);
  expect(code).toBe(2);
  expect(stderr).toContain(`${LOCK} is no lock`);
  expect(stdout).toContain("lock     prereg/other.lock.json, basket embedded");
  const json = JSON.parse(project.candor(["verify", "--json"]).stdout);
  expect(
    json.locks.map(({ lock: file, failure }: { lock: string; failure?: string }) => [file, typeof failure]),
  ).toEqual([
    [LOCK, "string"],
    ["prereg/other.lock.json", "undefined"],
  ]);

  const missing = project.candor(["verify", "prereg/nothing.lock.json"]);
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringContaining("nothing.lock.json does not exist"),
  ]);
  project.remove("prereg");
  expect(project.candor(["verify"]).stderr).toContain("prereg/ holds no frozen design");
});

test("what is named in place of a lock: the lock beside it is named", () => {
  const project = frozen();
  const says = (file: string) => {
    const { code, stderr } = project.candor(["verify", file]);
    expect(code).toBe(2);
    return stderr;
  };
  expect(says("prereg/embedded.md")).toBe(`candor: prereg/embedded.md is no lock; name ${LOCK}\n`);
  expect(says("embedded")).toBe(`candor: embedded does not exist; name ${LOCK}\n`);
  expect(says("prereg")).toBe("candor: prereg is a folder and no lock\n");
  expect(says("pipeline.yaml")).toContain("pipeline.yaml is not JSON");
});

test("an address with a slip of the pen is met with the one that was meant", () => {
  const project = frozen();
  project.edit("pipeline.yaml", "offset: 1", "offset: 2");
  project.write(DECLARED, "- { leaf: params.ofset, is: 2, reason: a }\n");
  expect(verified(project, 1)).toContain(
    "declares params.ofset, where nothing deviates: did you mean params.offset?",
  );
});

test("long lists of stages end with how many more, and never inside a name", () => {
  const names = Array.from({ length: 12 }, (_, i) => `toy/figures/sketch_of_everything_${i}`);
  const more = names
    .map(
      (id) =>
        `  ${id}: { module: stages/toy/figures/sketch.ts, inputs: { squared: toy/squared }, output: ${id}.svg }\n`,
    )
    .join("");
  const project = frozen({ "pipeline.yaml": `${TOY["pipeline.yaml"]}${more}` });
  project.edit("pipeline.yaml", "offset: 1", "offset: 2");
  const text = verified(project, 1);
  const shown = ["toy/figures/sketch", ...[...names].sort().slice(0, 5)].join(", ");
  expect(text).toContain(
    `14 stages not among the deviations take rows that follow from them: ${shown} and 8 more\n`,
  );
});

test("one changed byte anywhere in a lock is found", () => {
  const project = frozen();
  const lock = project.read(LOCK);
  for (const at of [0, 1, 60, 200, Math.floor(lock.length / 2), lock.length - 3, lock.length - 1]) {
    const other = lock[at] === "a" ? "b" : "a";
    project.write(LOCK, lock.slice(0, at) + other + lock.slice(at + 1));
    expect([at, project.candor(["verify"]).code]).toEqual([at, 2]);
  }
});

test("a basket that is gone, or cannot be planned, is told with the lock's name", () => {
  const project = frozen();
  project.write(
    "data/baskets/other.yaml",
    TOY["data/baskets/embedded.yaml"]!.replace("name: embedded", "name: other"),
  );
  project.candor(["freeze", "--basket", "other"]);
  project.remove("data/baskets/embedded.yaml");
  const { code, stderr, stdout } = project.candor(["verify"]);
  expect(code).toBe(2);
  expect(stderr).toContain(`${LOCK} cannot be verified: there is no basket "embedded"`);
  expect(stdout).toContain("lock     prereg/other.lock.json, basket other");
});

test("a lock from elsewhere is verified, from any folder, and leaves no path of the machine", () => {
  const project = frozen();
  const elsewhere = use(toyProject());
  elsewhere.write("x y.lock.json", project.read(LOCK));
  project.remove("prereg");
  const file = path.join(elsewhere.root, "x y.lock.json");
  expect(verified(project, 0, file)).toContain(`lock     ${file}, basket embedded`);
  expect(state(project).lock).toBe("x y.lock.json");
  // The lock in its place is the basket's own.
  project.write(LOCK, elsewhere.read("x y.lock.json"));
  verified(project, 0);
  verified(project, 0, file);
  expect(state(project).lock).toBe(LOCK);
});

test("a long diff and long values are cut in a terminal and whole in JSON", () => {
  const project = frozen();
  const many = Array.from({ length: 200 }, (_, i) => `if (numbers.length === ${i} + 1e6) return [];`).join(
    "\n",
  );
  project.write(SQUARED, TOY[SQUARED]!.replace("  return numbers", `${many}\n  return numbers`));
  project.edit(
    "pipeline.yaml",
    "groups: [a, b, c]",
    `groups: [${Array.from({ length: 99 }, (_, i) => `g${i}`).join(", ")}]`,
  );
  const text = verified(project, 1);
  expect(text).toMatch(/… \d+ more lines; --json has the whole diff/u);
  const found = asJson(project, 1);
  expect(found.sources[0]!.patch!.split("\n").filter((line) => line.startsWith("+")).length).toBeGreaterThan(
    200,
  );
  expect(found.leaves.find(({ address }) => address === "params.groups")!.is).toHaveLength(99);
  expect(text).toMatch(/- leaf: "params\.groups"\n {4}is: "sha256:[0-9a-f]{64}"\n/u);
});
