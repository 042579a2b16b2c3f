import { afterEach, expect, test } from "vitest";
import { tellRebuild } from "../../../src/prereg/rebuild/tell.ts";
import { Project } from "../../project.ts";
import { TOY } from "../../toy.ts";
import { rebuildOf } from "./rebuilding.ts";

let project: Project;
afterEach(() => project.dispose());

/** The toy project on an engine that lets stages see the machine's time zone, which the real one does not. */
function leakyProject(): Project {
  const numbers = TOY["stages/toy/numbers.ts"]!.replace(
    "x: g + index / 2",
    "x: g + index / 2 + (group === 'b' ? Date.prototype.getTimezoneOffset() : 0)",
  );
  const leaky = new Project({ ...TOY, "stages/toy/numbers.ts": numbers });
  const guest = "src/pipeline/guest.ts";
  leaky.edit(
    guest,
    "const RealDate = Date;",
    "const RealDate = Date, leak = new Date(0).getTimezoneOffset();",
  );
  leaky.edit(guest, "getTimezoneOffset = () => 0;", "getTimezoneOffset = () => leak;");
  return leaky;
}

test("a stage whose rows depend on the time zone is found, and said not to be deterministic", {
  timeout: 180_000,
}, async () => {
  project = leakyProject();
  expect(project.candor(["run"], { TZ: "UTC" }).code).toBe(0);
  const report = await rebuildOf(project);
  expect(report.equal).toBe(false);
  expect(report.of["toy/numbers"]).toMatchObject({
    state: "rows",
    repeatable: false,
    files: [
      {
        path: "toy/numbers.parquet",
        change: "rows",
        edited: false,
        first: { kind: "cell", key: { group: "b", index: 0 }, column: "x", was: 1 },
      },
    ],
  });
  const told = tellRebuild(report).join("\n");
  expect(told).toContain("two rebuilds gave different results: the stage is not deterministic");
  // Of the stages below it the rows of their inputs are told, not that they are at fault.
  expect(report.of["toy/squared"]).toMatchObject({ state: "rows", repeatable: null });
  expect(told).toContain("the rows of its input numbers differ already");
  expect(told.split("not deterministic")).toHaveLength(2);

  // Without artifacts to compare with, it is the second rebuild that shows it.
  project.remove("artifacts");
  const clone = await rebuildOf(project);
  expect(clone.of["toy/numbers"]).toMatchObject({ state: "rows", against: "rebuild", repeatable: false });
  expect(tellRebuild(clone).join("\n")).toMatch(
    /first at group "b", index 0, column x: -?\d+ first, -?\d+ second/u,
  );
});
