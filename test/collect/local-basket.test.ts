import { expect, test } from "vitest";
import { Project } from "../project.ts";
import { skip } from "../skip.ts";
import { startThirdParty } from "../third-party/mock-server.ts";
import { artifactsOf } from "../toy.ts";
import { journalOf, QUICK_STUDY } from "./collecting.ts";

test("basket local is collected from a server by somebody else, and every table and figure is made of it", async (context) => {
  const server = await startThirdParty();
  if (server.kind === "absent") return skip(context, server.reason);
  const project = Project.whole();
  try {
    const file = "data/baskets/local.yaml";
    project.edit(file, "http://127.0.0.1:11434/v1", server.baseUrl);
    project.edit(file, "\nmodels:", `\nparams: { state_count: 8, ${QUICK_STUDY} }\nmodels:`);
    const collected = await project.start(["collect", "--basket", "local"]).ended;
    expect(collected.code, collected.stderr).toBe(0);
    const lines = journalOf(project, "local", "cheap-talk");
    expect(lines).toHaveLength(15 * 9);
    expect(new Set(lines.map(({ answer }) => answer.status))).toEqual(new Set(["answered"]));
    const run = await project.start(["run", "--basket", "local"]).ended;
    expect(run.code, run.stderr).toBe(0);
    expect(project.status(["--basket", "local"]).code).toBe(0);
    const files = Object.keys(artifactsOf(project));
    expect(files.filter((each) => each.startsWith("local/cheap-talk/tables/")).length).toBeGreaterThan(20);
    expect(files.filter((each) => each.startsWith("local/cheap-talk/figures/")).length).toBeGreaterThan(3);
    // The server tells the state, so every report is true.
    const summary = project.read("artifacts/local/cheap-talk/tables/model_summary.csv");
    expect(summary).toMatch(/^local-model,/mu);
  } finally {
    project.dispose();
    await server.close();
  }
});
