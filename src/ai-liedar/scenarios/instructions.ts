import { type Condition, STEERING } from "../conditions.ts";
import { characterProblem } from "./characters.ts";

/**
 * The instruction that a steering condition adds, from the file `<condition>.txt` among these, without white space at
 * its ends; null in other conditions.
 *
 * @param prompts texts by path
 * @throws RangeError naming the file when it is missing, stands there twice, or holds what would break the tags
 */
export function instructionOf(
  condition: Condition,
  prompts: Readonly<Record<string, string>>,
): string | null {
  if (!STEERING.includes(condition)) return null;
  const name = `${condition}.txt`;
  const found = Object.keys(prompts).filter((path) => path.split("/").pop() === name);
  const [path] = found;
  if (path === undefined || found.length > 1)
    throw new RangeError(
      `the condition ${condition} requires exactly one file ${name}, got ${found.length} among ` +
        `${Object.keys(prompts).sort().join(", ") || "no files"}`,
    );
  // Files are wrapped for reading; the instruction is one line, as every element is.
  const text = prompts[path]!.trim().replace(/\s+/gu, " ");
  const placeholder = text.includes("{human}") ? "requires no placeholder, got {human}" : null;
  const problem = characterProblem(text, true) ?? placeholder;
  if (problem !== null) throw new RangeError(`${path} ${problem}`);
  return text;
}
