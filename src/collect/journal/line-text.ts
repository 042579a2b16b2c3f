import type { JournalLine } from "../../pipeline/answer-lines.ts";

/**
 * A line as it stands in a journal, with its end. What a reader looks for comes first, in one order: journals are
 * opened without parsing the rest.
 */
export function lineText(line: JournalLine): string {
  const { kind, v, key, ...rest } = line;
  if (!("answer" in rest)) return `${JSON.stringify({ kind, v, key, ...rest })}\n`;
  const { answer, ...behind } = rest;
  const { status, text, vector, finish_reason } = answer;
  return `${JSON.stringify({ kind, v, key, answer: { status, text, vector, finish_reason }, ...behind })}\n`;
}
