import { isUtf8 } from "node:buffer";

/**
 * Text from bytes such that different bytes give different texts: what is no UTF-8 becomes, byte by byte, a lone
 * surrogate U+DC80 to U+DCFF (as Python's surrogateescape does), which no valid UTF-8 decodes to.
 */
export function textFromBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString("utf8");
  return text.includes("\ufffd") && !isUtf8(buffer) ? escaped(buffer) : text;
}

/** Length of the valid sequence that a lead byte begins; 0 for a byte that begins none. */
function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
}

function escaped(buffer: Buffer): string {
  const parts: string[] = [];
  let valid = 0;
  for (let at = 0; at < buffer.length; ) {
    const length = sequenceLength(buffer[at] as number);
    const whole = length === 1 || (length > 1 && isUtf8(buffer.subarray(at, at + length)));
    if (whole && at + length <= buffer.length) {
      at += length;
      continue;
    }
    parts.push(buffer.toString("utf8", valid, at), String.fromCharCode(0xdc00 + (buffer[at] as number)));
    valid = ++at;
  }
  parts.push(buffer.toString("utf8", valid));
  return parts.join("");
}

/**
 * Texts of a column. Neighbours are often equal where a table is sorted: they share one string, which saves
 * memory and comparing.
 */
export function textDecoder(): (bytes: Uint8Array) => string {
  let last: Uint8Array = new Uint8Array();
  let text = "";
  return (bytes) => {
    if (!sameBytes(bytes, last)) {
      last = bytes;
      text = textFromBytes(bytes);
    }
    return text;
  };
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
