import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { TOY, toyProject } from "../toy.ts";
import { clone, commitAll, committed } from "./checkout.ts";
import { frozen, LOCK, lockIn, refused, scratchProjects, TEXT } from "./freezing.ts";

// candor freeze on a small study: what it writes, and what it leaves alone.

const { use, toy } = scratchProjects();

test("what is frozen: definitions, sources, schemas, files, params; and the root is printed", () => {
  const project = committed(toy());
  const { code, stdout } = project.candor(["freeze"]);
  const { root, design, commit } = lockIn(project);
  expect(code).toBe(0);
  expect(stdout).toContain(`root     ${root}\n`);
  expect(stdout).toContain("lock     prereg/embedded.lock.json\nto read  prereg/embedded.md\n");
  expect(stdout).toContain("frozen   before any data");
  expect(stdout).toContain(`tree     clean, commit ${commit}\n`);
  expect(design.params).toEqual({ groups: ["a", "b", "c"], count: 4, offset: 1, seed: 7 });
  expect(Object.keys(design.files)).toEqual(["data/notes/first.txt"]);
  expect(Object.keys(design.sources)).toEqual(
    ["figures/sketch", "numbers", "squared", "tables/total"].map((name) => `stages/toy/${name}.ts`),
  );
  expect(design.stages["toy/squared"]).toMatchObject({
    module: "stages/toy/squared.ts",
    params: ["offset", "seed"],
    inputs: { numbers: "stage:toy/numbers" },
    map: ["group"],
    sliced: "numbers",
    ask: null,
    onDemand: false,
    sources: ["stages/toy/squared.ts"],
    packages: [],
  });
  expect(design.stages["toy/tables/total"]!.inputs.notes).toBe("files:data/notes/*.txt");
  expect(design.requests).toEqual({});
  expect(project.read(TEXT)).toContain(root);
});

test("freezing again, and after the lock itself is committed, changes nothing", () => {
  const project = committed(toy());
  frozen(project);
  const [lock, text] = [project.read(LOCK), project.read(TEXT)];
  const again = () => {
    expect(project.candor(["freeze"]).stdout).toContain("(frozen before, unchanged)");
    expect([project.read(LOCK), project.read(TEXT)]).toEqual([lock, text]);
  };
  again();
  commitAll(project);
  again();
  // Written anew they are the same bytes: the commit that holds the lock leaves no trace in it.
  project.remove("prereg");
  frozen(project);
  expect([project.read(LOCK), project.read(TEXT)]).toEqual([lock, text]);
  // What people read is put back where it was lost or edited.
  project.write(TEXT, "edited");
  expect(project.candor(["freeze"]).code).toBe(0);
  expect(project.read(TEXT)).toBe(text);
});

test("two clones elsewhere, in another zone and language, after other runs, freeze the same bytes", () => {
  const project = committed(toy());
  const near = use(clone(project));
  const far = use(clone(project, "--depth", "1"));
  near.candor(["run", "--jobs", "1"]);
  near.candor(["freeze", "--jobs", "1"], {
    TZ: "Pacific/Kiritimati",
    LC_ALL: "tr_TR.UTF-8",
    LANG: "tr_TR.UTF-8",
  });
  far.candor(["freeze", "--jobs", "3"], { TZ: "America/St_Johns", LC_ALL: "C", LANG: "de_DE.UTF-8" });
  frozen(project);
  for (const file of [LOCK, TEXT]) {
    expect(near.read(file)).toBe(project.read(file));
    expect(far.read(file)).toBe(project.read(file));
  }
});

test("a lock of another design stays, and what would be lost is said; --replace writes over it", () => {
  const project = committed(toy());
  const first = frozen(project);
  project.edit("pipeline.yaml", "offset: 1", "offset: 2");
  const [lock, text] = [project.read(LOCK), project.read(TEXT)];
  const told = refused(project);
  expect(told).toContain(
    `${LOCK} holds another design of basket embedded (other params): root ${first.root}, frozen before any data, never committed, so that it would be lost`,
  );
  expect(told).toContain("--replace");
  expect([project.read(LOCK), project.read(TEXT)]).toEqual([lock, text]);
  commitAll(project);
  expect(refused(project)).toMatch(/, committed \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/u);
  expect(frozen(project, "--replace").root).not.toBe(first.root);
  expect(project.read(TEXT)).not.toBe(text);
});

test("commits and answers that came later leave a freeze as it is; one of uncommitted changes is not trusted", () => {
  const project = committed(toy());
  const first = frozen(project);
  const lock = project.read(LOCK);
  project.write("docs/later.md", "Written after the freeze.");
  const unchanged = `root     ${first.root} (frozen before, unchanged)`;
  expect(project.candor(["freeze"]).stdout).toContain(unchanged);
  commitAll(project);
  expect(project.candor(["freeze"]).stdout).toContain(unchanged);
  expect(project.read(LOCK)).toBe(lock);
  // The same design, frozen while something was not committed: nobody else could get that.
  project.write("docs/later.md", "Edited.");
  frozen(project, "--replace");
  commitAll(project);
  expect(refused(project)).toContain(`${LOCK} was frozen with changes that were not committed: root`);
});

test("a damaged lock is not written over unseen", () => {
  const project = toy();
  frozen(project);
  const damaged = project.read(LOCK).replace('"offset": 1', '"offset": 3');
  project.write(LOCK, damaged);
  const told = refused(project);
  expect(told).toContain("is there and no lock that can be read");
  expect(told).toContain("section params");
  expect(project.read(LOCK)).toBe(damaged);
  expect(project.candor(["freeze", "--replace"]).code).toBe(0);
  expect(project.read(LOCK)).not.toBe(damaged);
});

test("--out names the lock, and what people read stands beside it; --json tells all of it", () => {
  const project = toy();
  const told = project.candor(["freeze", "--out", "elsewhere/pilot.lock.json", "--json"]);
  const json = JSON.parse(told.stdout);
  expect(json).toMatchObject({
    basket: "embedded",
    state: "written",
    file: "elsewhere/pilot.lock.json",
    text: "elsewhere/pilot.md",
    frozen: "before any data",
    answers: {},
    requests: 0,
    commit: null,
  });
  expect(lockIn(project, "elsewhere/pilot.lock.json")).toMatchObject({ basket: "embedded", root: json.root });
  expect(project.has("elsewhere/pilot.md")).toBe(true);
  expect(project.has("prereg")).toBe(false);
});

test("a mistyped --out costs no other file", () => {
  const project = toy();
  for (const out of ["pipeline.yaml", "README.json", "x.md"]) {
    const before = project.has(out) ? project.read(out) : null;
    const told = project.candor(["freeze", "--replace", "--out", out]);
    expect([told.code, told.stderr]).toEqual([2, expect.stringContaining("ends with .lock.json")]);
    expect(project.has(out) ? project.read(out) : null).toBe(before);
  }
  project.write("study.md", "my notes");
  const told = project.candor(["freeze", "--out", "study.lock.json"]);
  expect([told.code, told.stderr]).toEqual([
    2,
    expect.stringContaining("study.md is there and no frozen design"),
  ]);
  expect([project.read("study.md"), project.has("study.lock.json")]).toEqual(["my notes", false]);
});

test("the code that runs stages and asks models is frozen, and told apart from its comments", () => {
  const project = committed(toy());
  const first = frozen(project);
  const { machinery } = lockIn(project).design;
  expect(Object.keys(machinery)).toEqual(
    expect.arrayContaining([
      "bin/candor.mjs",
      "package-lock.json",
      "src/collect/collect.ts",
      "src/pipeline/stage-task.ts",
    ]),
  );
  project.write("src/pipeline/stage-task.ts", `// A comment.\n${project.read("src/pipeline/stage-task.ts")}`);
  expect(frozen(project, "--replace").root).not.toBe(first.root);
  const now = lockIn(project).design.machinery;
  const [was, is] = [machinery["src/pipeline/stage-task.ts"]!, now["src/pipeline/stage-task.ts"]!];
  expect([is.code === was.code, is.text === was.text]).toEqual([true, false]);
});

test("files that cannot be written leave nothing half behind", () => {
  const project = toy();
  mkdirSync(path.join(project.root, LOCK), { recursive: true });
  expect(refused(project)).toContain("EISDIR");
  expect(project.has(TEXT)).toBe(false);
  project.remove("prereg");
  mkdirSync(path.join(project.root, TEXT), { recursive: true });
  expect(refused(project)).toContain("EISDIR");
  expect(project.has(LOCK)).toBe(false);
  project.remove("prereg");
  project.write("prereg", "a file");
  expect(refused(project)).toContain("a file stands where a folder should be");
});

test("an edit of comments, types and layout changes sources and no code", () => {
  const project = toy();
  const before = frozen(project).design;
  project.write("stages/toy/squared.ts", `// A comment.\n${TOY["stages/toy/squared.ts"]}`);
  const after = frozen(project, "--replace").design;
  const { sources: was, tree: _a, stages: stagesBefore } = before;
  const { sources: is, tree: _b, stages: stagesAfter } = after;
  expect(stagesAfter).toEqual(stagesBefore);
  expect(Object.keys(is).filter((file) => is[file] !== was[file])).toEqual(["stages/toy/squared.ts"]);
});

test("descriptions in a schema change its text and not what decides rows", () => {
  const project = toy();
  const file = "schemas/toy/numbers.schema.json";
  const before = frozen(project).design.schemas[file]!;
  project.write(file, project.read(file).replace('"description":"x"', '"description":"another text"'));
  const after = frozen(project, "--replace").design.schemas[file]!;
  expect(after.rows).toBe(before.rows);
  expect(after.text).not.toBe(before.text);
});

test("packages in a bundle go by place and version, nested copies apart", () => {
  const project = use(
    toyProject({
      "stages/toy/squared.ts": `import one from "one";\nimport { deep } from "@scope/two";\n${TOY["stages/toy/squared.ts"]!.replace("x * x", "x * x + one + deep")}`,
    }),
  );
  const modules = path.join(project.root, "node_modules");
  execFileSync("bash", [
    "-c",
    `target=$(readlink "${modules}"); rm "${modules}"; mkdir "${modules}"; ln -s "$target"/* "$target"/.bin "${modules}/"`,
  ]);
  const pkg = (place: string, version: string, text: string) => {
    project.write(
      `node_modules/${place}/package.json`,
      JSON.stringify({ name: place, version, main: "lib/index.js", type: "module" }),
    );
    project.write(`node_modules/${place}/lib/index.js`, text);
  };
  pkg("one", "1.2.3", "export default 0;");
  pkg("@scope/two", "2.0.0-rc.1", 'import one from "one"; export const deep = one;');
  pkg("@scope/two/node_modules/one", "0.9.0", "export default 0;");
  const { packages, stages } = frozen(project).design;
  expect(packages).toMatchObject({
    one: "1.2.3",
    "@scope/two": "2.0.0-rc.1",
    "@scope/two/node_modules/one": "0.9.0",
  });
  expect(stages["toy/squared"]!.packages).toEqual(["@scope/two", "@scope/two/node_modules/one", "one"]);
  expect(stages["toy/numbers"]!.packages).toEqual([]);
  // From the cache they are the same.
  expect(frozen(project).design.packages).toEqual(packages);
});

test("a project behind a symbolic link is the same project", () => {
  const project = committed(toy());
  const { root } = frozen(project);
  const link = `${project.root}-link`;
  symlinkSync(project.root, link);
  try {
    const { stdout } = project.candor(["freeze"], {}, link);
    expect(stdout).toContain(`root     ${root} (frozen before, unchanged)`);
  } finally {
    execFileSync("rm", [link]);
  }
});

test("a basket that is not there, and a name that is none, are told", () => {
  const project = toy();
  expect(refused(project, "--basket", "embeded")).toContain("did you mean embedded?");
  expect(refused(project, "--basket", "../x")).toContain("is not a basket's name");
  expect(project.has("prereg")).toBe(false);
});
