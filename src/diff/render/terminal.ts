import { visible } from "./visible.ts";
import { columns, cut } from "./width.ts";

/** Colours of a terminal, or none: `World["style"]` of the command line. */
export interface Paint {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly dim: (text: string) => string;
}

export const PLAIN: Paint = { good: same, bad: same, warn: same, dim: same };

function same(text: string): string {
  return text;
}

/** Text filled up with spaces, at its right end or its left. */
export function pad(text: string, width: number, toRight: boolean): string {
  const space = " ".repeat(Math.max(0, width - columns(text)));
  return toRight ? space + text : text + space;
}

/**
 * Text of any origin as lines of at most `width` columns, broken between words; later lines are indented
 * `hang` columns more. A word that is too long is broken.
 */
export function wrap(text: string, indent: number, width: number, hang = 2): string[] {
  const lines: string[] = [];
  let line = "";
  const room = () => Math.max(20, width - indent - (lines.length > 0 ? hang : 0));
  const end = () => {
    lines.push(" ".repeat(indent + (lines.length > 0 ? hang : 0)) + line);
    line = "";
  };
  for (const word of visible(text).split(" ")) {
    let rest = word;
    if (line !== "" && columns(line) + 1 + columns(rest) > room()) end();
    while (columns(rest) > room()) {
      const head = cut(rest, room() + 1).slice(0, -1);
      line = head;
      end();
      rest = rest.slice(head.length);
    }
    line = line === "" ? rest : `${line} ${rest}`;
  }
  if (line !== "" || lines.length === 0) end();
  return lines;
}
