/**
 * A file's name as text. Bytes that are no UTF-8 are written as `\xff`: another name must not be made of it, and no two
 * files must become one.
 */
export function fileName(bytes: Uint8Array): string {
  const whole = decoded(bytes);
  if (whole !== null) return whole;
  let name = "";
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((n) => decoded(bytes.subarray(at, at + n)) !== null) ?? 0;
    name +=
      length === 0
        ? `\\x${bytes[at]!.toString(16).padStart(2, "0")}`
        : decoded(bytes.subarray(at, at + length));
    at += Math.max(1, length);
  }
  return name;
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
