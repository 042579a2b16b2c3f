/** What JSON is made of, each as it may stand at a place of a text. */
const SPACE = /[ \t\n\r]*/uy;
const SCALAR =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const NAME = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;

/** Nested deeper than any lock: refused rather than followed to the end of the stack. */
const DEEPEST = 200;

/** Where a text stops being JSON, counted from 1. The engine's own messages name a place in some versions only. */
export function jsonFault(text: string): { readonly line: number; readonly column: number } {
  const before = text.slice(0, faultAt(text)).split("\n");
  return { line: before.length, column: [...before[before.length - 1]!].length + 1 };
}

function faultAt(text: string): number {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const is = (char: string): boolean => {
    take(SPACE);
    if (text[at] !== char) return false;
    at++;
    return true;
  };
  const list = (end: string, item: () => boolean): boolean => {
    if (is(end)) return true;
    do if (!item()) return false;
    while (is(","));
    return is(end);
  };
  const value = (depth: number): boolean => {
    take(SPACE);
    if (depth > DEEPEST) return false;
    if (is("{")) return list("}", () => member(depth));
    if (is("[")) return list("]", () => value(depth + 1));
    return take(SCALAR);
  };
  const member = (depth: number): boolean => {
    take(SPACE);
    return take(NAME) && is(":") && value(depth + 1);
  };
  if (value(0)) take(SPACE);
  return at;
}
