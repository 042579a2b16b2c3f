/**
 * Order of two strings by their UTF-8 bytes, the only order that a hash or an artifact may use. UTF-16
 * units agree with it but where a surrogate meets a unit above it (U+E000 to U+FFFF).
 */
export function byteOrder(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const xSurrogate = x >= 0xd800 && x <= 0xdfff;
    const ySurrogate = y >= 0xd800 && y <= 0xdfff;
    if (xSurrogate !== ySurrogate && x >= 0xd800 && y >= 0xd800) return xSurrogate ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}

/**
 * JSON with one spelling per value: keys in byte order, no white space, −0 as 0, undefined members left out.
 * Lone surrogates come out as `\udXXX` escapes, so that they cannot collide. Throws a TypeError for what JSON
 * cannot hold (NaN, functions), since a key must not lose a difference.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError(`canonical JSON requires finite numbers, got ${value}`);
    return JSON.stringify(value === 0 ? 0 : value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value as Record<string, unknown>).filter(([, item]) => item !== undefined);
    const entries = members.sort((a, b) => byteOrder(a[0], b[0]));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
  }
  throw new TypeError(`canonical JSON cannot hold a value of type ${typeof value}`);
}
