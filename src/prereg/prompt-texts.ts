import { hashOf } from "../pipeline/canonical.ts";
import { counted } from "../pipeline/quantities.ts";
import { markdownText } from "../tables/markdown.ts";
import { printable } from "../tables/untrusted.ts";
import { takesFile } from "./file-pattern.ts";
import type { Design } from "./lock.ts";

/** A longer text is cut: the lock holds its hash, and the project the rest. */
const MOST_CHARACTERS = 10_000;

/**
 * The texts that requests are made of, as they stand in their files: those that the stages take that ask, or that lie
 * above these. One section, or none where there is no such text.
 *
 * @param textOf text of a file of the project by its path; null where there is none
 */
export function promptTexts(design: Design, textOf: (file: string) => string | null): string[] {
  const files = promptFiles(design);
  if (files.length === 0) return [];
  const texts = files.map((file) => `${markdownText(file)}:\n\n${shownText(file, design, textOf(file))}`);
  return [`## Texts that requests are made of\n\n${texts.join("\n\n")}`];
}

function promptFiles({ stages, rows, requests, files }: Design): string[] {
  const asking = Object.keys(requests).map((name) => name.split(" ")[0]!);
  const ids = new Set([...asking, ...Object.keys(rows).filter((name) => Object.hasOwn(stages, name))]);
  const inputs = [...ids].flatMap((id) => Object.values(stages[id]?.inputs ?? {}));
  return Object.keys(files).filter((file) => inputs.some((input) => takesFile(input, file)));
}

/** A text between fences that it cannot end, line by line with what cannot be seen spelled out. */
function shownText(file: string, { files }: Design, text: string | null): string {
  if (text === null || hashOf(text) !== files[file]) return "(not the text that was frozen, or no text)";
  const characters = [...text];
  const cut = characters.slice(0, MOST_CHARACTERS).join("");
  const lines = cut.replace(/\n+$/u, "").split("\n").map(printable);
  const longest = Math.max(2, ...[...cut.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const left = characters.length - MOST_CHARACTERS;
  const more = left > 0 ? `\n\n(and ${counted(left, "more character")})` : "";
  return `${fence}text\n${lines.join("\n")}\n${fence}${more}`;
}
