import { expect, test } from "vitest";
import { buildStages } from "../../src/pipeline/build-stages.ts";
import { ROOT } from "../project.ts";

const request = (module: string, answerer: string | null = null) => ({ stage: module, module, answerer });
const REQUESTS = [
  request("stages/cheap-talk/oracle.ts"),
  request("stages/cheap-talk/responses.ts", "src/advisors/embedded/truthful.ts"),
  request("stages/cheap-talk/responses.ts", "src/advisors/embedded/babbler.ts"),
  request("stages/cheap-talk/figures/message_vs_state.ts"),
  request("stages/cheap-talk/decoded.ts"),
];

test("a bundle has the same bytes and sources alone, with others, and in any order of them", async () => {
  const together = await buildStages(ROOT, REQUESTS);
  const turned = (await buildStages(ROOT, [...REQUESTS].reverse())).reverse();
  for (const [index, each] of REQUESTS.entries()) {
    const [alone] = await buildStages(ROOT, [each]);
    for (const other of [together[index]!, turned[index]!]) {
      expect(Buffer.from(other.text).equals(alone!.text)).toBe(true);
      expect(other.inputs).toEqual(alone!.inputs);
    }
  }
});

test("a bundle holds its stage and its answerer, and neither comments nor paths of the machine", async () => {
  const [truthful, babbler] = await buildStages(ROOT, REQUESTS.slice(1, 3));
  expect(Buffer.from(truthful!.text).equals(babbler!.text)).toBe(false);
  expect(truthful!.inputs).toEqual(
    expect.arrayContaining(["stages/cheap-talk/responses.ts", "src/advisors/embedded/truthful.ts"]),
  );
  expect(truthful!.inputs).not.toContain("src/advisors/embedded/babbler.ts");
  const text = Buffer.from(truthful!.text).toString("utf8");
  expect(text).not.toContain(ROOT);
  expect(text).not.toContain("Asks the model of this slice");
});
