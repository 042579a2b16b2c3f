/**
 * The text between `<name>` and `</name>`, trimmed, or null where there is none or it is empty. It ends at the first
 * closing tag and begins at the last opening tag before it, so that a sentence that only mentions `<name>` does no harm.
 * O(length).
 */
export function tag(text: string, name: string): string | null {
  const end = text.indexOf(`</${name}>`);
  const open = `<${name}>`;
  const start = end < 0 ? -1 : text.lastIndexOf(open, end);
  return start < 0 ? null : text.slice(start + open.length, end).trim() || null;
}

/**
 * As `tag`, from the first opening tag on: for text that holds what models said, which may hold an opening tag.
 */
export function outerTag(text: string, name: string): string | null {
  const open = `<${name}>`;
  const start = text.indexOf(open);
  const end = start < 0 ? -1 : text.indexOf(`</${name}>`, start);
  return end < 0 ? null : text.slice(start + open.length, end).trim() || null;
}

/**
 * What a tag holds, where it has to be there.
 *
 * @param who the advisor that reads
 * @throws Error that names the tag, where it is absent or empty: the prompt is not one of this study
 */
export function required(found: string | null, name: string, who: string): string {
  if (found === null) {
    throw new Error(
      `embedded/${who} requires a prompt of study ai-liedar with text in <${name}>, got none; ` +
        `an embedded advisor cannot answer another prompt`,
    );
  }
  return found;
}
