import type { AskRequest } from "../../../../pipeline/stage.ts";

/** The AI agent's name in public text. */
export const AI_AGENT = "Assistant";

/** What one agent did in one turn, as the other sees it. */
export interface PublicLine {
  readonly name: string;
  readonly did: "said" | "showed" | "acted" | "nothing" | "left";
  /** What was said, without the quotation marks around it, shown or done; "" for nothing and left. */
  readonly text: string;
}

const TURN = /^Turn \d+: /;
const SAID = ' said: "';
const SHOWED = " [non-verbal communication] ";
const ACTED = " [action] ";
const NOTHING = " did nothing";
const LEFT = " left the conversation";

/**
 * Reads one public line, with or without `Turn 3: ` before it: `Marta said: "…"`, `Marta [non-verbal communication] …`,
 * `Marta [action] …`, `Marta did nothing`, `Marta left the conversation`. The mark that comes first counts, whatever the
 * text after it holds. null for any other line. O(length).
 */
export function publicLine(line: string): PublicLine | null {
  const rest = line.replace(TURN, "");
  const marks = [SAID, SHOWED, ACTED].map((mark) => rest.indexOf(mark)).map((at) => (at > 0 ? at : Infinity));
  const [said, showed, acted] = marks as [number, number, number];
  const first = Math.min(said, showed, acted);
  if (first === Infinity) {
    if (rest.endsWith(NOTHING)) return { name: rest.slice(0, -NOTHING.length), did: "nothing", text: "" };
    if (rest.endsWith(LEFT)) return { name: rest.slice(0, -LEFT.length), did: "left", text: "" };
    return null;
  }
  const name = rest.slice(0, first);
  if (first === showed) return { name, did: "showed", text: rest.slice(first + SHOWED.length) };
  if (first === acted) return { name, did: "acted", text: rest.slice(first + ACTED.length) };
  const text = rest.slice(first + SAID.length);
  return { name, did: "said", text: text.endsWith('"') ? text.slice(0, -1) : text };
}

/** The public lines in a text, in order; other lines are passed over. */
export function publicLines(text: string): PublicLine[] {
  const lines: PublicLine[] = [];
  for (const line of text.split("\n")) {
    const read = publicLine(line);
    if (read !== null) lines.push(read);
  }
  return lines;
}

/** The text that tells an agent what its part is: the system turn, or the prompt where nothing stands before it. */
export function partText(request: AskRequest): string {
  const first = request.before?.[0];
  return first === undefined ? request.prompt : first.content;
}

/** What an agent was told so far: every public line that is the AI agent's, or that is not, in the order of turns. */
export function heard(request: AskRequest, from: "ai-agent" | "human"): PublicLine[] {
  const told = (request.before ?? []).filter((turn, at) => at > 0 && turn.role === "user");
  const lines = [...told.map((turn) => turn.content), request.prompt].flatMap(publicLines);
  return lines.filter((line) => (line.name === AI_AGENT) === (from === "ai-agent"));
}

/** An action as a model writes it: one JSON object. */
export function action(type: "speak" | "leave", argument: string): string {
  return JSON.stringify({ action_type: type, argument });
}
