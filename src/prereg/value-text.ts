import type { Json } from "../pipeline/canonical.ts";
import { markdownText } from "../tables/markdown.ts";

/** A value in words for Markdown: lists joined, members of a map named, texts as they are. */
export function valueText(value: Json): string {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return value === "" ? "an empty text" : markdownText(value);
  if (Array.isArray(value)) return listText((value as readonly Json[]).map(nested));
  const members = Object.entries(value).map(([name, item]) => `${markdownText(name)} ${nested(item)}`);
  return members.length === 0 ? "nothing" : members.join(", ");
}

/** Texts in one sentence: `a`, `a and b`, `a, b and c`; `none` where there is none. */
export function listText(texts: readonly string[]): string {
  if (texts.length === 0) return "none";
  if (texts.length === 1) return texts[0]!;
  return `${texts.slice(0, -1).join(", ")} and ${texts[texts.length - 1]}`;
}

function nested(value: Json): string {
  const text = valueText(value);
  return typeof value === "object" && value !== null ? `(${text})` : text;
}
