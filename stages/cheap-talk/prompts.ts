import type { PromptsRow } from "../../schemas/cheap-talk/prompts.ts";
import type { StatesRow } from "../../schemas/cheap-talk/states.ts";
import { type Frame, findTemplate, renderPrompt } from "../../src/cheap-talk/templates.ts";

interface Inputs {
  readonly states: readonly StatesRow[];
  /** One file per frame: neutral.txt, payoff.txt, honesty.txt. */
  readonly templates: Readonly<Record<string, string>>;
}

interface Params {
  readonly models: readonly string[];
  readonly biases: readonly number[];
  readonly frames: readonly Frame[];
  readonly temperature: number;
  readonly max_tokens: number;
  readonly state_seed: number;
}

/**
 * The design: every model meets every bias, frame and state once. One list of states serves every cell, and
 * state and bias are printed with six decimals, as they are analysed.
 */
export default function prompts({ states, templates }: Inputs, params: Params): PromptsRow[] {
  for (const part of ["model", "bias", "frame"] as const) {
    const values = { model: params.models, bias: params.biases, frame: params.frames }[part];
    if (values.length === 0) throw new RangeError(`a design requires at least one ${part}, got none`);
  }
  const rows: PromptsRow[] = [];
  for (const frame of params.frames) {
    const template = findTemplate(templates, frame);
    for (const bias of params.biases) {
      for (const { state_index, omega, omega_raw } of states) {
        const prompt = renderPrompt(template.path, template.text, { omega, bias });
        for (const model of params.models) {
          rows.push({
            model,
            bias,
            frame,
            state_index,
            omega,
            omega_raw,
            seed: params.state_seed,
            prompt,
            temperature: params.temperature,
            max_tokens: params.max_tokens,
          });
        }
      }
    }
  }
  return rows;
}
