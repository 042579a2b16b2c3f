import type { Action } from "./action.ts";

/** Name of the AI agent in public text. */
export const AGENT_NAME = "Assistant";

/** Characters that end a line somewhere, and all other control characters. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu;

/**
 * Text as both agents and the judges see it, on one line: control characters and line ends become one space.
 * Characters that turn the direction of text stay: they reach to the end of their line and no further.
 */
export function publicText(text: string): string {
  return text.replace(CONTROLS, " ").trim();
}

/**
 * What both agents see of one turn, on one line that begins with the name of who acts. None can write a line in
 * another's name: what an agent writes is kept on its own line.
 */
export function publicLine(name: string, { type, argument }: Action): string {
  const who = publicText(name);
  switch (type) {
    case "speak":
      return `${who} said: "${publicText(argument)}"`;
    case "non-verbal communication":
      return `${who} [non-verbal communication] ${publicText(argument)}`;
    case "action":
      return `${who} [action] ${publicText(argument)}`;
    case "none":
      return `${who} did nothing`;
    case "leave":
      return `${who} left the conversation`;
  }
}

/** Public lines as a transcript: one line each, with the number of its turn, from 0. */
export function transcriptOf(lines: readonly string[]): string {
  return lines.map((line, turn) => `Turn ${turn}: ${line}`).join("\n");
}
