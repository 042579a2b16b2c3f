import { afterEach, expect, test } from "vitest";
import type { Project } from "../../project.ts";
import { toyProject } from "../../toy.ts";

// candor verify --rebuild where artifacts are not here: what was not compared is not called the same.

let project: Project;
afterEach(() => project.dispose());

function rebuilt(code: number): { readonly text: string; readonly verdict: string } {
  const { stdout, stderr, code: was } = project.candor(["verify", "--rebuild", "--jobs", "1"]);
  expect(was, stderr + stdout).toBe(code);
  return { text: stdout, verdict: stdout.trimEnd().split("\n").at(-1)! };
}

test("without any artifact nothing was compared: said last, exit 1", () => {
  project = toyProject();
  expect(project.candor(["freeze"]).code).toBe(0);
  const { text, verdict } = rebuilt(1);
  expect(text).toContain(
    "4 of 4 stages have no artifacts here to compare with; made twice, in different surroundings, they give the same",
  );
  expect(verdict).toBe("as frozen; no artifacts were here to compare the rebuild with");
  expect(JSON.parse(project.read("artifacts/embedded/prereg.json")).rebuild.stages[0].against).toBe(
    "rebuild",
  );
});

test("with artifacts of some stages it is said of how many", () => {
  project = toyProject();
  expect(project.run(["toy/squared"]).code).toBe(0);
  expect(project.candor(["freeze"]).code).toBe(0);
  const { verdict } = rebuilt(0);
  expect(verdict).toBe(
    "as frozen; the rebuild gives the same for the 2 of 4 stages of which artifacts lie here",
  );
});
