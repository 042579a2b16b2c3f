import { strip } from "./python-text.ts";

/** Verdict on the form of an answer; its truth is never judged. */
export type ParserStatus = "ok" | "empty" | "format_violation";

/** The message that the receiver gets, and the verdict. */
export interface ParsedAnswer {
  readonly message: string;
  readonly parser_status: ParserStatus;
}

/** Words that begin a comment on the message. Tried in this order; the first that occurs at all cuts. */
const MARKERS = [/explanation:/i, /rationale:/i, /reasoning:/i];

/**
 * The message within a sender's answer: white space at both ends goes; what follows a comment marker or a
 * blank line goes too, and makes it a format violation. Nothing left to begin with is "empty".
 *
 * @param raw the answer as it came; null (an error) counts as empty
 * @example parseAnswer("0.4\n\nI said so because") // { message: "0.4", parser_status: "format_violation" }
 */
export function parseAnswer(raw: string | null): ParsedAnswer {
  let message = strip(raw ?? "");
  if (message === "") return { message, parser_status: "empty" };
  let parser_status: ParserStatus = "ok";
  for (const marker of MARKERS) {
    const at = message.search(marker);
    if (at < 0) continue;
    message = strip(message.slice(0, at));
    parser_status = "format_violation";
    break;
  }
  const blank = message.indexOf("\n\n");
  if (blank >= 0) {
    message = strip(message.slice(0, blank));
    parser_status = "format_violation";
  }
  return { message, parser_status };
}
