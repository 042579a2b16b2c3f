import { expect, test } from "vitest";
import { buildStages } from "../../src/pipeline/build-stages.ts";
import { ProjectFiles } from "../../src/pipeline/files.ts";
import { Project, ROOT } from "../project.ts";

const request = (module: string, gives: "stage" | "answer" = "stage") => ({ stage: module, module, gives });
const REQUESTS = [
  request("stages/cheap-talk/oracle.ts"),
  request("stages/cheap-talk/responses.ts"),
  request("src/advisors/embedded/truthful.ts", "answer"),
  request("src/advisors/embedded/babbler.ts", "answer"),
  request("stages/cheap-talk/figures/message_vs_state.ts"),
  request("stages/cheap-talk/decoded.ts"),
];

test("a bundle has the same bytes and sources alone, with others, and in any order of them", async () => {
  const together = await buildStages(new ProjectFiles(ROOT), REQUESTS);
  const turned = (await buildStages(new ProjectFiles(ROOT), [...REQUESTS].reverse())).reverse();
  for (const [index, each] of REQUESTS.entries()) {
    const [alone] = await buildStages(new ProjectFiles(ROOT), [each]);
    for (const other of [together[index]!, turned[index]!]) {
      expect(Buffer.from(other.text).equals(alone!.text)).toBe(true);
      expect(other.inputs).toEqual(alone!.inputs);
    }
  }
});

test("a bundle holds its stage or its model alone, and neither comments nor paths of the machine", async () => {
  const [stage, truthful] = await buildStages(new ProjectFiles(ROOT), REQUESTS.slice(1, 3));
  expect(stage!.inputs).toContain("stages/cheap-talk/responses.ts");
  expect(stage!.inputs).not.toContain("src/advisors/embedded/truthful.ts");
  expect(truthful!.inputs).toContain("src/advisors/embedded/truthful.ts");
  expect(truthful!.inputs).not.toContain("stages/cheap-talk/responses.ts");
  const text = Buffer.from(stage!.text).toString("utf8");
  expect(text).not.toContain(ROOT);
  expect(text).not.toContain("Asks the model of this slice");
});

test("a source that is saved while it is bundled stands under the hash of what was bundled", async () => {
  const project = Project.whole();
  try {
    const files = new ProjectFiles(project.root);
    const before = files.read("stages/cheap-talk/oracle.ts")!.hash;
    project.edit(
      "stages/cheap-talk/oracle.ts",
      "export default function oracle",
      "export default function other",
    );
    const [bundle] = await buildStages(files, [request("stages/cheap-talk/oracle.ts")]);
    expect(files.read("stages/cheap-talk/oracle.ts")!.hash).toBe(before);
    expect(Buffer.from(bundle!.text).toString("utf8")).toContain("function oracle");
  } finally {
    project.dispose();
  }
});

test("a worker's code that was damaged is never run", () => {
  const project = Project.whole();
  try {
    const build = () =>
      JSON.parse(project.read(".candor/cli/current.json")) as { name: string; workerHash: string };
    const { name, workerHash } = build();
    project.write(`.candor/cli/${name}/worker.cjs`, "throw new Error('damaged');\n");
    expect(project.candor(["run", "cheap-talk/oracle"]).code).toBe(0);
    expect(build().name).not.toBe(name);
    expect(build().workerHash).toBe(workerHash);
  } finally {
    project.dispose();
  }
});
