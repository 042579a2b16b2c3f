/**
 * What must not reach a terminal or a page as it stands: control characters (they move the cursor, set titles,
 * end lines), characters that turn the direction of text, and characters that show nothing.
 */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0000}-\u{e007f}]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Text of unknown origin (a message, an error of a provider, a cell) made safe to print on one line: control,
 * direction and invisible characters and lone surrogates become `\n`, `\x1b`, `\u{202e}` and the like.
 * Everything else stays, the backslash too, so this is for reading and cannot be undone.
 */
export function printable(text: string): string {
  return text.replace(HIDDEN, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return SHORT[char] ?? (code < 0x100 ? `\\x${hex(code, 2)}` : `\\u{${hex(code, 4)}}`);
  });
}

/**
 * The first part of a text, at most `length` characters (code points) and the mark … when something is cut.
 */
export function shorten(text: string, length: number): string {
  // Two units make a character at most: no need to walk a whole message.
  const characters = [...text.slice(0, 2 * length + 2)];
  if (characters.length <= length) return text;
  return `${characters.slice(0, Math.max(0, length - 1)).join("")}…`;
}

/**
 * Any value as it should stand in a message: numbers as they are, text quoted, cut at 60 characters, made
 * printable.
 */
export function shown(value: unknown): string {
  if (value === undefined) return "missing";
  if (typeof value === "string") return printable(`"${shorten(value, 60)}"`);
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "object" && value !== null) return printable(shorten(asJson(value), 60));
  return printable(shorten(String(value), 60));
}

function asJson(value: object): string {
  try {
    return JSON.stringify(value) ?? "an object";
  } catch {
    return "an object";
  }
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, "0");
}
