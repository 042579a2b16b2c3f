import type { ComprehensionRow } from "../../schemas/cheap-talk/comprehension.ts";
import type { PromptsRow } from "../../schemas/cheap-talk/prompts.ts";
import { comprehensionState, namesBothIdeals } from "../../src/cheap-talk/comprehension.ts";
import { findTemplate, renderPrompt } from "../../src/cheap-talk/templates.ts";
import type { StageContext } from "../../src/pipeline/stage.ts";
import { wellFormed } from "../../src/tables/well-formed.ts";

interface Inputs {
  /** The prompts of one model, bias and frame: they say for which cell to ask. */
  readonly prompts: readonly PromptsRow[];
  /** comprehension.txt among them. */
  readonly templates: Readonly<Record<string, string>>;
}

interface Params {
  readonly comprehension_seed: number;
  readonly temperature: number;
  readonly comprehension_max_tokens: number;
}

/**
 * Asks once per model, bias and frame what action is best for the receiver (ω) and which the sender would like
 * best (ω + b), at a state of its own, and marks the answer; one that was not collected is missing, not failed.
 */
export default async function comprehension(
  { prompts, templates }: Inputs,
  params: Params,
  context: StageContext,
): Promise<ComprehensionRow[]> {
  const template = findTemplate(templates, "comprehension");
  const answers = cellsOf(prompts).map(async ({ model, bias, frame }) => {
    const omega = comprehensionState(params.comprehension_seed, model, bias, frame);
    const prompt = renderPrompt(template.path, template.text, { omega, bias });
    const { status, text } = await context.ask({
      prompt,
      temperature: params.temperature,
      max_tokens: params.comprehension_max_tokens,
    });
    return {
      model,
      bias,
      frame,
      omega,
      prompt,
      raw_output: text === null ? null : wellFormed(text),
      status,
      expected_receiver: omega,
      expected_sender: omega + bias,
      passed: text === null ? null : namesBothIdeals(text, omega, omega + bias),
    };
  });
  return await Promise.all(answers);
}

function cellsOf(prompts: readonly PromptsRow[]): PromptsRow[] {
  const cells = new Map<string, PromptsRow>();
  for (const row of prompts) {
    const cell = JSON.stringify([row.model, row.bias, row.frame]);
    if (!cells.has(cell)) cells.set(cell, row);
  }
  return [...cells.values()];
}
