/**
 * JSON text that depends on the value alone: object keys in UTF-16 order, no white space, undefined members
 * left out. Lone surrogates come out as `\udXXX` escapes, so that they cannot collide.
 *
 * @param value JSON data: null, booleans, finite numbers, strings, arrays, plain objects
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    const record = part as Record<string, unknown>;
    return Object.fromEntries(
      Object.keys(record)
        .sort()
        .map((key) => [key, record[key]]),
    );
  });
}
