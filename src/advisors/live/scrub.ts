/** Shorter values are words as likely as keys: taking them out of an answer would change it. */
const SHORTEST_IN_ANSWERS = 8;
const LONGEST_MESSAGE = 300;

/** Takes the values of API keys out of everything that leaves, however they are written there. */
export class Scrubber {
  readonly #inAnswers: Pattern | null;
  readonly #inMessages: Pattern | null;

  /** @param secrets environment variable → value */
  constructor(secrets: ReadonlyMap<string, string>) {
    const known = [...secrets]
      .map(([variable, value]) => [variable, value.trim()] as const)
      .filter(([, value]) => value !== "");
    this.#inAnswers = pattern(known.filter(([, value]) => value.length >= SHORTEST_IN_ANSWERS));
    this.#inMessages = pattern(known);
  }

  /** A text of an answer: unchanged but for keys. */
  answer(text: string): string {
    return replaced(this.#inAnswers, text);
  }

  /** An error message: without keys, on one line, at most 300 characters. */
  message(text: string): string {
    const clean = replaced(this.#inMessages, text)
      .replace(MASKED_KEY, "[masked]")
      .replace(UNPRINTABLE, escaped);
    return clean.length <= LONGEST_MESSAGE
      ? clean
      : `${clean.slice(0, LONGEST_MESSAGE - 1).replace(/[\ud800-\udbff]$/u, "")}…`;
  }

  /** Every text in a value, names of members included. */
  deep<T>(value: T): T {
    if (typeof value === "string") return this.answer(value) as T;
    if (Array.isArray(value)) return value.map((item) => this.deep(item)) as T;
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(([name, item]) => [this.answer(name), this.deep(item)]);
    return Object.fromEntries(members) as T;
  }
}

/** Providers quote refused keys with stars in their middle; what stays of them is nobody's business. */
const MASKED_KEY = /[\w-]*\*{3,}[\w-]*/gu;
/** Control characters, line separators, and halves of characters. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/gu;

function escaped(char: string): string {
  if (char === "\n" || char === "\r" || char === "\t") return " ";
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

interface Pattern {
  readonly expression: RegExp;
  /** Variable of each group of the expression. */
  readonly variables: readonly string[];
}

function pattern(secrets: readonly (readonly [string, string])[]): Pattern | null {
  if (secrets.length === 0) return null;
  // A key that contains another one is taken out whole.
  const sorted = [...secrets].sort((a, b) => b[1].length - a[1].length);
  const groups = sorted.map(([, value]) => `(${[...value].map(spellings).join("")})`);
  return { expression: new RegExp(groups.join("|"), "g"), variables: sorted.map(([variable]) => variable) };
}

/** A character as itself, behind a backslash, as \uXXXX or percent-encoded, in any mixture along a key. */
function spellings(char: string): string {
  const units = [...Array(char.length).keys()].map((i) =>
    anyCase(char.charCodeAt(i).toString(16).padStart(4, "0")),
  );
  const json = units.map((unit) => `\\\\u${unit}`).join("");
  const bytes = [...Buffer.from(char, "utf8")].map(
    (byte) => `%${anyCase(byte.toString(16).padStart(2, "0"))}`,
  );
  const itself = char.replace(/[\\^$.*+?()[\]{}|/-]/u, "\\$&");
  // The long ones first: "%25" is a "%" with nothing left over.
  return `(?:${json}|${bytes.join("")}|\\\\?${itself})`;
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/gu, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function replaced(known: Pattern | null, text: string): string {
  if (known === null) return text;
  return text.replace(known.expression, (_match, ...groups: unknown[]) => {
    const which = groups.slice(0, known.variables.length).findIndex((group) => group !== undefined);
    return `[value of ${known.variables[which]}]`;
  });
}
