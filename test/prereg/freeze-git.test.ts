import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { toyProject } from "../toy.ts";
import { commitAll, committed, git } from "./checkout.ts";
import { frozen, LOCK, lockIn, refused, scratchProjects, TEXT } from "./freezing.ts";

// candor freeze and git: the tree, the commit, and what is not as committed.

const { use, toy } = scratchProjects();

test.each([["sha1"], ["sha256"]])("git's tree without prereg/ is what git itself computes (%s)", (format) => {
  const project = committed(
    toy({ "prereg-not/a": "x", "z prereg": "y", "é\tü": "z" }),
    `--object-format=${format}`,
  );
  frozen(project);
  commitAll(project);
  const tree = () =>
    execFileSync("bash", ["-c", "git ls-tree -z HEAD | grep -zv '\tprereg$' | git mktree -z"], {
      cwd: project.root,
      encoding: "utf8",
    }).trim();
  expect(lockIn(project).design.tree).toEqual({ git: tree(), clean: true, changed: [] });
  expect(lockIn(project).design.tree.git).not.toBe(git(project.root, "rev-parse", "HEAD^{tree}").trim());
});

test("the commit is the last one that changed anything outside prereg/", () => {
  const project = committed(toy());
  const first = git(project.root, "rev-parse", "HEAD").trim();
  frozen(project);
  commitAll(project);
  project.write("prereg/embedded.deviations.yaml", "[]\n");
  commitAll(project);
  project.remove(LOCK);
  expect(frozen(project).commit).toBe(first);
});

test("what is not as committed is named: changed, staged, removed, unknown to git; prereg/ is left out", () => {
  const names = ["a b.txt", "ünï.txt", "-n.txt", "x\ny.txt", '"q".txt'];
  const project = committed(
    toy({ "removed.txt": "", "staged.txt": "", ...Object.fromEntries(names.map((n) => [n, ""])) }),
  );
  project.remove("removed.txt");
  project.write("staged.txt", "other");
  git(project.root, "add", "staged.txt");
  project.write("data/notes/first.txt", "another note\n");
  for (const name of names) project.write(name, "changed");
  project.write("new/folder/file.txt", "");
  project.write("prereg/notes.txt", "");
  const { design, root } = frozen(project);
  expect(design.tree.clean).toBe(false);
  expect(design.tree.changed).toEqual(
    [...names, "data/notes/first.txt", "new/folder/file.txt", "removed.txt", "staged.txt"].sort((a, b) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
    ),
  );
  const { stdout } = project.candor(["freeze"]);
  expect(stdout).toContain("tree     not as committed, commit ");
  expect(stdout).toContain("\n           x\\ny.txt\n");
  expect(project.read(TEXT)).toContain("**The project was not as committed**");
  commitAll(project);
  project.remove("prereg");
  expect(frozen(project).root).not.toBe(root);
});

test("without git, without a commit, and in a folder of a larger repository", () => {
  const project = toy();
  expect(frozen(project)).toMatchObject({
    commit: null,
    design: { tree: { git: null, clean: null, changed: null } },
  });
  expect(project.candor(["freeze"]).stdout).toContain("tree     no git repository");
  expect(project.read(TEXT)).toContain("in no git repository");
  const withoutGit = project.candor(["freeze"], { PATH: "/nowhere" });
  expect(withoutGit.code, withoutGit.stderr).toBe(0);

  git(project.root, "init", "-q");
  project.write(".gitignore", "node_modules\n.candor/\n/artifacts/\n");
  project.remove("prereg");
  const uncommitted = frozen(project);
  expect(uncommitted.commit).toBeNull();
  expect(uncommitted.design.tree).toMatchObject({ git: null, clean: false });
  expect(uncommitted.design.tree.changed).toContain("pipeline.yaml");

  const folder = path.join(toy().root, "outer");
  mkdirSync(path.join(folder, "inner"), { recursive: true });
  const inner = use(toyProject());
  execFileSync("bash", ["-c", `mv "${inner.root}"/* "${folder}/inner/"`]);
  const within = Object.assign(Object.create(Object.getPrototypeOf(inner)), {
    root: path.join(folder, "inner"),
  });
  within.write(".gitignore", "node_modules\n.candor/\n/artifacts/\n");
  git(folder, "init", "-q");
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "all");
  const tree = frozen(within).design.tree;
  expect(tree).toMatchObject({ clean: true, git: git(folder, "rev-parse", "HEAD:inner").trim() });
  // A change beside the project is none of it, and one in it is told by its path in the project.
  execFileSync("touch", [path.join(folder, "beside.txt"), path.join(folder, "inner", "in.txt")]);
  within.remove("prereg");
  expect(frozen(within).design.tree.changed).toEqual(["in.txt"]);
});

test("a hook that runs candor does not lead git elsewhere, and a broken repository is told", () => {
  const project = committed(toy());
  const before = frozen(project);
  const elsewhere = { GIT_DIR: "/nowhere/.git", GIT_INDEX_FILE: "/nowhere/index", GIT_WORK_TREE: "/nowhere" };
  expect(project.candor(["freeze"], elsewhere).stdout).toContain(`root     ${before.root}`);
  project.write(".git/index", "no index");
  const told = refused(project);
  expect(told).toContain("git cannot tell the state of the project");
});

test("what git was told to overlook, or ignores, is not as committed", () => {
  const project = committed(toy());
  git(project.root, "update-index", "--assume-unchanged", "stages/toy/numbers.ts");
  project.write("stages/toy/numbers.ts", `${project.read("stages/toy/numbers.ts")}// More.\n`);
  project.write(".git/info/exclude", "data/notes/more.txt\n");
  project.write("data/notes/more.txt", "more");
  frozen(project);
  const { tree } = lockIn(project).design;
  expect(tree).toMatchObject({ clean: false, changed: ["data/notes/more.txt", "stages/toy/numbers.ts"] });
});
