import { type Condition, STEERING } from "../conditions.ts";
import { findTemplate } from "../templates.ts";
import { characterProblem } from "./characters.ts";

/**
 * The instruction that a steering condition adds, from the file `<condition>.txt` among these, without white space at
 * its ends; null in other conditions.
 *
 * @param prompts texts by path
 * @throws RangeError naming the file when it is missing, stands there twice, or holds a placeholder or what would break
 *   the tags
 */
export function instructionOf(
  condition: Condition,
  prompts: Readonly<Record<string, string>>,
): string | null {
  if (!STEERING.includes(condition)) return null;
  const { path, fill } = findTemplate(prompts, condition, []);
  // Files are wrapped for reading; the instruction is one line, as every element is.
  const text = fill({}).trim().replace(/\s+/gu, " ");
  const problem = characterProblem(text, true);
  if (problem !== null) throw new RangeError(`${path} ${problem}`);
  return text;
}
