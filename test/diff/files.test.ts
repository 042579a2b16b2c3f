import { spawnSync } from "node:child_process";
import { chmodSync, linkSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import type { DiffReport } from "../../src/diff/report.ts";
import { Project } from "../project.ts";
import { skip } from "../skip.ts";
import { diffJson } from "./repository.ts";

// Files as the system has them: names of all kinds, what cannot be read, and what must not be written over.

const project = new Project({});
afterAll(() => project.dispose());

const isRoot = process.getuid?.() === 0;
// Modes do not bind root, unless it gives these powers away.
const WITHOUT_POWER = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"];
const hasSetpriv = spawnSync(WITHOUT_POWER[0]!, [...WITHOUT_POWER.slice(1), "true"]).status === 0;

function withoutPower(args: readonly string[]) {
  const bin = path.join(project.root, "bin", "candor.mjs");
  const [command, ...before] = [...(isRoot ? WITHOUT_POWER : []), process.execPath];
  return spawnSync(command!, [...before, bin, ...args], { cwd: project.root, encoding: "utf8" });
}

test("plain folders are compared whole, artifact trees without what is about them", () => {
  for (const [side, text] of [
    ["plain/a", "1"],
    ["plain/b", "2"],
  ]) {
    project.write(`${side}/report/x.csv`, `v\n${text}\n`);
    project.write(`${side}/prereg.json`, text!);
  }
  expect(diffJson(project, ["plain/a", "plain/b"])).toMatchObject({
    tables: [{ path: "report/x.csv" }],
    files: [{ path: "prereg.json" }],
  });
  project.remove("plain");
});

test("endings in other letters are read, and no file is dropped for another of its name", () => {
  const pair = ["cased/a", "cased/b"];
  project.write("cased/a/t.Csv", "v\n1\n");
  project.write("cased/b/t.Csv", "v\n2\n");
  expect(diffJson(project, pair).tables).toMatchObject([{ path: "t.Csv", change: "rows" }]);
  project.write("cased/a/t.csv", "v\n1\n");
  project.write("cased/b/t.csv", "v\n1\n");
  expect(diffJson(project, pair)).toMatchObject({
    equal: false,
    same: { tables: 1 },
    tables: [{ path: "t.Csv", change: "rows" }],
  });
  project.remove("cased/b/t.Csv");
  expect(diffJson(project, pair).tables).toMatchObject([{ path: "t.Csv", change: "removed" }]);
  project.remove("cased");
});

test("a name that is not UTF-8 is a name, and two of them are two files", () => {
  const name = (byte: number) => Buffer.from([0x78, byte, ...Buffer.from(".csv")]);
  const put = (side: string, byte: number, text: string) => {
    project.write(`${side}/y.csv`, "v\n1\n");
    writeFileSync(Buffer.concat([Buffer.from(path.join(project.root, side, "/")), name(byte)]), text);
  };
  put("bytes/a", 0xff, "v\n1\n");
  put("bytes/a", 0xfe, "v\n1\n");
  put("bytes/b", 0xff, "v\n1\n");
  put("bytes/b", 0xfe, "v\n2\n");
  expect(diffJson(project, ["bytes/a", "bytes/b"])).toMatchObject({
    same: { tables: 2 },
    tables: [{ path: "x\\xfe.csv", change: "rows" }],
  });
  project.remove("bytes");
});

test("what the system does not let us read is told, and the rest compared", (context) => {
  if (isRoot && !hasSetpriv) skip(context, "modes do not bind root, and setpriv is not here");
  for (const side of ["locked/a", "locked/b"]) {
    for (const file of ["t.csv", "f.svg", "x.txt", "sub/u.csv"]) project.write(`${side}/${file}`, "v\n1\n");
    project.write(`${side}/other.csv`, `v\n${side}\n`);
  }
  for (const file of ["t.csv", "f.svg", "x.txt", "sub"])
    chmodSync(path.join(project.root, "locked/b", file), 0);
  const { equal, tables, figures, files, notes } = JSON.parse(
    withoutPower(["diff", "--format", "json", "locked/a", "locked/b"]).stdout,
  ) as DiffReport;
  expect(equal).toBe(false);
  expect(tables).toMatchObject([
    { path: "other.csv", change: "rows" },
    {
      path: "t.csv",
      change: "unreadable",
      fault: expect.stringMatching(/EACCES, permission denied; make it readable/u),
    },
  ]);
  expect(figures).toMatchObject([
    { change: "unreadable", fault: expect.stringMatching(/the one in B cannot be read: EACCES/u) },
  ]);
  expect(files).toEqual([{ path: "x.txt", change: "unreadable" }]);
  expect(notes).toContainEqual(expect.stringMatching(/^1 path in B .* cannot be read .*: sub$/u));
  // Of what the user names itself nothing is left to compare.
  for (const [one, why] of [
    ["locked/b/t.csv", "cannot read locked/b/t.csv: EACCES, permission denied; make it readable"],
    ["locked/b/sub", "cannot read locked/b/sub: EACCES, permission denied; make it readable"],
    [
      "locked/b/sub/u.csv",
      'cannot look at "locked/b/sub/u.csv": EACCES, permission denied; make it readable',
    ],
  ])
    expect(withoutPower(["diff", one!, one!.endsWith(".csv") ? "locked/a/t.csv" : "locked/a"])).toMatchObject(
      {
        status: 2,
        stderr: `candor: ${why}\n`,
      },
    );
  chmodSync(path.join(project.root, "locked/b/sub"), 0o700);
  project.remove("locked");
});

test("nothing that is compared is written over, by whatever name", () => {
  project.write("in/a/x.csv", "v\n1\n");
  project.write("in/b/x.csv", "v\n2\n");
  symlinkSync("a/x.csv", path.join(project.root, "in/link.csv"));
  symlinkSync("a", path.join(project.root, "in/folder"));
  linkSync(path.join(project.root, "in/a/x.csv"), path.join(project.root, "in/hard.csv"));
  const files = ["in/a/x.csv", "in/b/x.csv"];
  for (const [sides, out] of [
    [files, "in/a/x.csv"],
    [files, "in/../in/b/x.csv"],
    [files, "in/link.csv"],
    [files, "in/hard.csv"],
    [["in/link.csv", "in/b/x.csv"], "in/a/x.csv"],
    [["in/a", "in/b"], "in/a/manifest.json"],
    [["in/a", "in/b"], "in/b/new/report.html"],
    [["in/folder", "in/b"], "in/a/new.html"],
    [["in/a", "in/b"], "in/folder/new.html"],
  ] as const) {
    const { code, stdout, stderr } = project.candor(["diff", ...sides, "--out", out]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/ (?:is|lies in) what is compared and would be written over; name another file/u);
  }
  expect([project.read("in/a/x.csv"), project.read("in/b/x.csv")]).toEqual(["v\n1\n", "v\n2\n"]);
  expect(project.candor(["diff", "in/a", "in/b", "--out", "in/ab.html"]).code).toBe(1);
});

test("an output that cannot be is refused without a stack trace", () => {
  for (const [out, why] of [
    ["", /must name a file/u],
    ["package.json/x", /cannot write package\.json\/x: ENOTDIR/u],
    ["x".repeat(5000), /ENAMETOOLONG/u],
    ["in", /EISDIR/u],
  ] as const) {
    const { code, stderr } = project.candor(["diff", "in/a/x.csv", "in/b/x.csv", "--out", out]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(why)]);
    expect(stderr).not.toMatch(/fault of candor|\n {4}at /u);
  }
  for (const out of ["", "package.json/x"])
    expect(project.candor(["freeze", "--out", out]).stderr).not.toMatch(/fault of candor|\n {4}at /u);
});
