import { readFileSync } from "node:fs";
import type { DecodedRow } from "../../schemas/cheap-talk/decoded.ts";
import type { EmbeddedAdvisor } from "../../src/advisors/advisor.ts";
import babbler from "../../src/advisors/embedded/babbler.ts";
import equilibrium from "../../src/advisors/embedded/equilibrium.ts";
import exaggerator from "../../src/advisors/embedded/exaggerator.ts";
import truthful from "../../src/advisors/embedded/truthful.ts";
import { FRAMES } from "../../src/cheap-talk/templates.ts";
import type { StageContext } from "../../src/pipeline/stage.ts";
import decode from "../../stages/cheap-talk/decoded.ts";
import parse from "../../stages/cheap-talk/parsed.ts";
import promptsOf from "../../stages/cheap-talk/prompts.ts";
import ask from "../../stages/cheap-talk/responses.ts";
import drawStates from "../../stages/cheap-talk/states.ts";
import { PUBLISHED } from "./reference.ts";

const SENDERS: Readonly<Record<string, EmbeddedAdvisor>> = { babbler, equilibrium, exaggerator, truthful };

/** The reference senders on the published states: what the stages up to `decoded` make of basket embedded. */
export async function embeddedInputs(models: readonly string[] = Object.keys(SENDERS)) {
  const states = drawStates({}, { state_seed: 20260529, state_count: 200 });
  const templates = Object.fromEntries(
    FRAMES.map((name) => {
      const path = `data/prompts/cheap-talk/${name}.txt`;
      return [path, readFileSync(path, "utf8")];
    }),
  );
  const design = {
    models,
    biases: PUBLISHED.biases,
    frames: FRAMES,
    temperature: 0,
    max_tokens: 64,
    state_seed: 20260529,
  };
  const prompts = promptsOf({ states, templates }, design);
  const ofModels = models.map(async (model): Promise<DecodedRow[]> => {
    const context: StageContext = {
      slice: {},
      partial: null,
      answerer: { provider: "embedded", model },
      seed: "",
      embed: () => null,
      ask: async (request) => {
        const answer = (SENDERS[model] as EmbeddedAdvisor)(request, { seed: 1 });
        return { ...answer, status: "answered", key: null };
      },
    };
    const mine = prompts.filter((row) => row.model === model).sort(inKeyOrder);
    return decode(
      { parsed: parse({ responses: await ask({ prompts: mine }, {}, context) }) },
      PUBLISHED,
      context,
    );
  });
  return { states, decoded: (await Promise.all(ofModels)).flat() };
}

function inKeyOrder(
  a: { bias: number; frame: string; state_index: number },
  b: { bias: number; frame: string; state_index: number },
): number {
  const text = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0);
  return a.bias - b.bias || text(a.frame, b.frame) || a.state_index - b.state_index;
}
