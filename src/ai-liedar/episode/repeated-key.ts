/**
 * The first key that stands twice in an object of JSON; null where none does. A parser keeps the last of the two
 * without a word. Keys inside of members are not looked at. One pass over the text.
 *
 * @param json one object as valid JSON
 */
export function repeatedKey(json: string): string | null {
  const keys = new Set<string>();
  let depth = 0;
  // Inside the outer object a text is a key where the last mark was its brace or a comma.
  let keyComes = false;
  for (let i = 0; i < json.length; i++) {
    const char = json[i];
    if (char === "{" || char === "[") {
      depth++;
      keyComes = depth === 1;
    } else if (char === "}" || char === "]") depth--;
    else if (char === "," && depth === 1) keyComes = true;
    else if (char === '"') {
      const end = endOfText(json, i);
      if (keyComes) {
        const key = JSON.parse(json.slice(i, end + 1)) as string;
        if (keys.has(key)) return key;
        keys.add(key);
        keyComes = false;
      }
      i = end;
    }
  }
  return null;
}

/** Where the text ends that begins with the quote at `start`. */
function endOfText(json: string, start: number): number {
  let i = start + 1;
  while (i < json.length && json[i] !== '"') i += json[i] === "\\" ? 2 : 1;
  return i;
}
