import { afterAll, expect, test } from "vitest";
import { toyProject } from "../toy.ts";

const project = toyProject();
afterAll(() => project.dispose());

const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  run: ["[stage...]", "--basket", "--jobs", "--force", "--dry-run", "--json"],
  status: ["[stage...]", "--basket", "--json"],
  explain: ["<stage>", "--basket"],
  graph: ["--format", "mermaid", "dot"],
  show: ["<artifact>", "--basket", "--rows"],
  read: ["[file]", "--jsonl", "--json"],
  annotate: ["export", "import"],
  gc: ["--help"],
};

test("help lists every command, and every command's help its options", () => {
  const { code, stdout, stderr } = project.candor(["--help"]);
  expect([code, stderr]).toEqual([0, ""]);
  for (const command of Object.keys(OPTIONS)) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, "mu"));
  expect(stdout).toContain("Exit codes: 0 yes, 1 no (stale, missing, differs, deviates), 2 could not");
  for (const [command, options] of Object.entries(OPTIONS)) {
    const help = project.candor([command, "--help"]);
    expect([command, help.code, help.stderr]).toEqual([command, 0, ""]);
    for (const option of options) expect(help.stdout).toContain(option);
  }
});

const WRONG: readonly (readonly [args: string[], message: RegExp])[] = [
  [["runn"], /unknown command 'runn'.*run/su],
  [["run", "--jsn"], /unknown option '--jsn'.*--json/su],
  [["run", "--jobs", "0"], /--jobs.*integer of 1 or more/su],
  [["run", "--jobs", "two"], /integer of 1 or more/u],
  [["graph", "--format", "png"], /Allowed choices are mermaid, dot/u],
  [["explain"], /missing required argument 'stage'/u],
  [
    ["run", "toy/nubmers"],
    /no stage is named "toy\/nubmers" or begins with it; did you mean toy\/numbers\?/u,
  ],
  [["status", "toy/tabels"], /no stage is named "toy\/tabels"/u],
  [["status", "to"], /no stage is named "to"/u],
  [["explain", "toy/nubmers"], /no stage has the id "toy\/nubmers"; did you mean toy\/numbers\?/u],
  [["explain", "toy"], /no stage has the id "toy"; name one: toy\/numbers, /u],
  [
    ["run", "--basket", "embeded"],
    /there is no basket "embeded": data\/baskets\/embeded\.yaml does not exist; did you mean embedded\?/u,
  ],
  [["run", "--basket", "../embedded"], /"\.\.\/embedded" is not a basket's name/u],
  [["show", "nothing.parquet"], /nothing\.parquet is neither a file nor the id of a stage/u],
  [["show", "toy/figures/sketch"], /makes a figure: open artifacts\/embedded\/toy\/figures\/sketch\.svg/u],
  [["show", "toy/numbers"], /numbers\.parquet is not there; `candor run toy\/numbers` makes it/u],
  [["show", "pipeline.yaml"], /pipeline\.yaml/u],
  [["read", "nothing.txt"], /cannot read nothing\.txt: there is no such file/u],
  [["read", "--jsnl"], /unknown option '--jsnl'.*--jsonl/su],
];

test("what is wrong on the command line is told with a way out, and leaves with 2", () => {
  for (const [args, message] of WRONG) {
    const { code, stdout, stderr } = project.candor(args);
    expect([args, code, stdout]).toEqual([args, 2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/fault of candor|\n {4}at /u);
  }
  expect(project.has("artifacts")).toBe(false);
});
