import { visible } from "./visible.ts";

/** HTML that is safe to put into a page. Only `html` makes it. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Part = Html | string | number | readonly Part[] | null;

/**
 * A template whose texts are escaped unless they are HTML that this function made. For contents of elements
 * and for attributes in double quotes: a name in a file can end neither. Control and invisible characters are
 * spelled out. Lists are joined, null is nothing.
 */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    literals.map((literal, i) => literal + (i < parts.length ? partText(parts[i]!) : "")).join(""),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text of any origin in HTML, without what a page may not hold and what nobody sees. */
export function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/gu, (char) => ENTITIES[char]!);
}

function partText(part: Part): string {
  if (part === null || part === undefined) return "";
  if (part instanceof Html) return part.toString();
  if (typeof part === "object") return part.map(partText).join("");
  return escaped(String(part));
}
