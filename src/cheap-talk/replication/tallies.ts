import { groupBy, meanOfPresent } from "../../tables/summary.ts";

/** What is counted of a message. */
interface Message {
  readonly parser_status: "ok" | "empty" | "format_violation";
}

/** What is counted of an answer to the comprehension prompt. */
interface Answer {
  readonly model: string;
  readonly passed: boolean | null;
}

/** A contrast of one model at one positive bias. */
interface Contrast {
  readonly contrast: number | null;
}

/**
 * Published figures that no table of ours holds: the counts behind the validity rates, and H2 under the hybrid
 * decoder, the mean over models and positive biases of the frame contrasts in I_norm.
 */
export function tallies(
  messages: readonly Message[],
  answers: readonly Answer[],
  contrasts: readonly Contrast[],
): { readonly measure: string; readonly value: number | null }[] {
  const asked = answers.filter(({ passed }) => passed !== null);
  const having = (status: Message["parser_status"]) =>
    messages.filter((message) => message.parser_status === status).length;
  return [
    { measure: "valid_output_rate:n", value: messages.length },
    { measure: "valid_output_rate:invalid", value: messages.length - having("ok") },
    { measure: "empty_output_rate:n", value: messages.length },
    { measure: "empty_output_rate:empty", value: having("empty") },
    { measure: "format_violation_rate:n", value: messages.length },
    { measure: "format_violation_rate:format_violation", value: having("format_violation") },
    { measure: "comprehension_pass_rate:n", value: asked.length },
    { measure: "comprehension_pass_rate:passes", value: passes(asked) },
    { measure: "h2_contrast:hybrid", value: meanOfPresent(contrasts.map(({ contrast }) => contrast)) },
  ];
}

/** Answers and passes per model. */
export function comprehensionTallies(answers: readonly Answer[]) {
  const asked = answers.filter(({ passed }) => passed !== null);
  return [...groupBy(asked, ({ model }) => model)].map(([model, own]) => ({
    model,
    n: own.length,
    passes: passes(own),
  }));
}

function passes(answers: readonly Answer[]): number {
  return answers.filter(({ passed }) => passed === true).length;
}
