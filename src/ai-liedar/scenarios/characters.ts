/**
 * Characters that nobody sees and that change how text is read: control characters, half surrogates, private use,
 * line and paragraph separators, marks of direction, zero-width spaces, soft hyphens, tag characters; and U+FFFD, which
 * stands where a file was not UTF-8. Joiners (U+200C, U+200D) are part of scripts and are no fault.
 */
const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffd\u{e0000}-\u{e007f}]/u;

/** The first character of a text that is hidden and its remedy, as `U+202E; remove it`; null where there is none. */
export function hiddenCharacter(text: string): string | null {
  const found = HIDDEN.exec(text);
  return found === null ? null : codePoint(found[0]);
}

/** Where hidden characters stand in a file, as `hiddenCharacter` tells them; line ends and tabs are what a file needs. */
export function hiddenInFile(text: string): { offset: number; character: string }[] {
  return [...text.matchAll(new RegExp(HIDDEN, "gu"))]
    .filter(({ 0: found, index }) => !(/[\n\t]/u.test(found) || (found === "\r" && text[index + 1] === "\n")))
    .map(({ 0: found, index }) => ({ offset: index, character: codePoint(found) }));
}

/**
 * What is wrong with a text that is put between tags, or null. It must be one line with single spaces, without
 * hidden characters, angle brackets, and braces other than `{human}`.
 *
 * @param hidden false where the file was searched for hidden characters already
 */
export function characterProblem(text: string, hidden: boolean): string | null {
  if (text === "") return "requires text, got none";
  if (/[\n\r\u2028\u2029]/u.test(text))
    return "requires one line, got a line break; begin the text with >- and leave no blank line in it";
  if (text !== text.trim() || / {2}|[^\S ]/u.test(text))
    return "requires single spaces between words and none at its ends, got other white space";
  const bracket = /[<>]/u.exec(text);
  if (bracket !== null)
    return `requires text without angle brackets, which would read as tags, got ${bracket[0]}`;
  const brace = /\{[^{}]*\}?|\}/u.exec(text.replaceAll("{human}", ""));
  if (brace !== null) return `requires no placeholder but {human}, got ${brace[0].slice(0, 30)}`;
  const character = hidden ? hiddenCharacter(text) : null;
  return character === null ? null : `requires visible text, got ${character}`;
}

function codePoint(character: string): string {
  if (character === "\ufffd") return "U+FFFD, which stands where the file is not UTF-8; save it as UTF-8";
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}; remove it`;
}
