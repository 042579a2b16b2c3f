import { afterEach, expect, test } from "vitest";
import { type Project, ran } from "../project.ts";
import { toyProject } from "../toy.ts";

let project: Project;
afterEach(() => project.dispose());

const ALL = ["toy/figures/sketch", "toy/numbers", "toy/squared", "toy/tables/total"];

test("runs every stage once, then none, then only what a change reaches", () => {
  project = toyProject();
  const first = project.run();
  expect(first.code).toBe(0);
  expect(ran(first.stages)).toEqual(ALL);
  expect(first.stages["toy/squared"]?.slices).toEqual({ ran: 3, fresh: 0 });
  expect(project.read("artifacts/embedded/toy/tables/total.csv")).toBe(
    "group,total,notes\na,7.5,1\nb,17.5,1\nc,35.5,1\n",
  );

  const second = project.run();
  expect(ran(second.stages)).toEqual([]);
  expect(second.stages["toy/squared"]?.slices).toEqual({ ran: 0, fresh: 3 });

  project.edit("stages/toy/tables/total.ts", "Object.keys(notes).length", "Object.keys(notes).length + 1");
  expect(ran(project.run().stages)).toEqual(["toy/tables/total"]);

  project.edit("pipeline.yaml", "groups: [a, b, c]", "groups: [a, b, c, d]");
  const fourth = project.run();
  expect(fourth.stages["toy/squared"]?.slices).toEqual({ ran: 1, fresh: 3 });
});
