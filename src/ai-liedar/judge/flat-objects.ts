/** A value of a JSON object that holds no other object or list. */
export type Scalar = string | number | boolean | null;

/** A JSON object as it is written: a name may come twice, which `JSON.parse` would hide. */
export type FlatObject = readonly (readonly [name: string, value: Scalar])[];

const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/uy;
const SPACE = /[ \t\r\n]*/uy;

/**
 * Every JSON object in a text that holds no other object or list, in order. What is no such object is passed over.
 * Line breaks and tabs may stand in strings as they are, where JSON wants escapes: models leave them so.
 */
export function flatObjectsIn(text: string): FlatObject[] {
  const found: FlatObject[] = [];
  for (let at = text.indexOf("{"); at !== -1; at = text.indexOf("{", at)) {
    const read = objectAt(text, at);
    if (read === null) at++;
    else {
      found.push(read.object);
      at = read.end;
    }
  }
  return found;
}

/** The object that a text is from its first letter to its last; null where it is none. */
export function flatObjectOf(text: string): FlatObject | null {
  const read = text.startsWith("{") ? objectAt(text, 0) : null;
  return read?.end === text.length ? read.object : null;
}

/** The object that begins at a brace; null where none does. */
function objectAt(text: string, start: number): { readonly object: FlatObject; readonly end: number } | null {
  const object: [string, Scalar][] = [];
  let at = start + 1;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const [token] = pattern.exec(text) ?? [];
    if (token === undefined) return null;
    at += token.length;
    return token;
  };
  // Not by a pattern: those run out of stack on texts of millions of letters.
  const takeString = (): string | null => {
    if (text[at] !== '"') return null;
    let end = at + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    const token = text.slice(at, end + 1);
    at = end + 1;
    return token;
  };
  const takes = (letter: string): boolean => {
    take(SPACE);
    if (text[at] !== letter) return false;
    at++;
    return true;
  };
  if (takes("}")) return { object, end: at };
  do {
    take(SPACE);
    const name = readToken(takeString());
    if (typeof name !== "string" || !takes(":")) return null;
    take(SPACE);
    const value = readToken(takeString() ?? take(SCALAR));
    if (value === undefined) return null;
    object.push([name, value]);
  } while (takes(","));
  return takes("}") ? { object, end: at } : null;
}

const RAW: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** What a token says; undefined where it is none of JSON. */
function readToken(token: string | null): Scalar | undefined {
  if (token === null) return undefined;
  try {
    return JSON.parse(token.replace(/[\n\r\t]/gu, (letter) => RAW[letter]!)) as Scalar;
  } catch {
    return undefined;
  }
}
