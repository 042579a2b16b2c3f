import { millionths } from "./equilibrium.ts";

/** The three frames of a message prompt, in the order of their bytes. */
export const FRAMES = ["honesty", "neutral", "payoff"] as const;
export type Frame = (typeof FRAMES)[number];

/** What a template is filled with. */
export interface PromptValues {
  /** The state ω, in [0, 1], already rounded to six decimals. */
  readonly omega: number;
  /** The bias b ≥ 0, with at most six decimals. */
  readonly bias: number;
}

const PLACEHOLDERS = ["omega", "bias"] as const;
const PLACEHOLDER = /\{([^{}]*)\}/g;

/**
 * Finds the template of a frame (or "comprehension") among the files of a stage: the one whose name is
 * `<frame>.txt`, whatever its folder.
 *
 * @throws RangeError when there is none or more than one, naming the files that are there
 */
export function findTemplate(
  files: Readonly<Record<string, string>>,
  name: Frame | "comprehension",
): { path: string; text: string } {
  const found = Object.keys(files).filter((path) => path.split("/").pop() === `${name}.txt`);
  const [path] = found;
  if (found.length !== 1 || path === undefined) {
    throw new RangeError(
      `the frame ${name} requires exactly one template ${name}.txt, got ${found.length} among ` +
        `${Object.keys(files).sort().join(", ") || "no files"}`,
    );
  }
  return { path, text: files[path] as string };
}

/**
 * Checks that a template holds {omega} and {bias}, {omega} first, and no other placeholder. The order matters
 * to readers of the prompt who take the first printed number for the state.
 *
 * @throws RangeError naming file and placeholder
 */
function checkTemplate(path: string, text: string): void {
  const known = PLACEHOLDERS.map((name) => `{${name}}`).join(" and ");
  for (const [whole, name] of text.matchAll(PLACEHOLDER)) {
    if (!(PLACEHOLDERS as readonly string[]).includes(name as string)) {
      throw new RangeError(`${path} has the unknown placeholder ${whole}; allowed are ${known}`);
    }
  }
  for (const name of PLACEHOLDERS) {
    if (!text.includes(`{${name}}`)) {
      throw new RangeError(`${path} has no placeholder {${name}}; a prompt must state ${known}`);
    }
  }
  if (text.indexOf("{bias}") < text.indexOf("{omega}")) {
    throw new RangeError(`${path} has {bias} before {omega}; the state must be printed first`);
  }
}

/**
 * The prompt: a template with state and bias printed to six decimals (cheap-talk.md §2), without blank lines
 * at its end.
 *
 * @throws RangeError as `checkTemplate`, and when state or bias is out of range or has more than six decimals
 */
export function renderPrompt(path: string, text: string, values: PromptValues): string {
  checkTemplate(path, text);
  const { omega, bias } = values;
  if (!(omega >= 0 && omega <= 1)) {
    throw new RangeError(`${path} requires a state in [0, 1], got ${omega}`);
  }
  if (Number(omega.toFixed(6)) !== omega) {
    throw new RangeError(`${path} requires a state with at most six decimals, got ${omega}`);
  }
  millionths(bias);
  const printed: Readonly<Record<string, string>> = { omega: omega.toFixed(6), bias: bias.toFixed(6) };
  return text.replace(PLACEHOLDER, (_, name: string) => printed[name] as string).trimEnd();
}
