/**
 * Finds key and answer in the bytes of a journal's line without parsing the whole of it, which takes most of the
 * time that a long journal takes to open. It knows one layout, that in which candor writes answers; any other line,
 * sound or damaged, is left to JSON.parse.
 */

/** Where the parts of an answer's line stand: places of their first byte and of the byte behind them. */
export interface AnswerPlaces {
  /** First of the 64 digits of the key. */
  key: number;
  answer: number;
  answerEnd: number;
  status: Status;
}

export const STATUSES = ["answered", "empty", "refused"] as const;
export type Status = (typeof STATUSES)[number];

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const FRONT = ascii('{"kind":"answer","v":1,"key":"sha256:');
const KEY_DIGITS = 64;
const ANSWER = ascii('","answer":');
const STATUS = ascii('{"status":"');
const STATUS_TEXTS = STATUSES.map((status) => ({ status, bytes: ascii(`${status}","text":`) }));
const VECTOR = ascii(',"vector":');
const FINISH = ascii(',"finish_reason":');
const NULL = ascii("null");
const TRUE = ascii("true");
const FALSE = ascii("false");
/** Members that count: one that stands behind the answer once more would win in JSON.parse. */
const COUNTED = ["kind", "v", "key", "answer"].map(ascii);

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const SMALL_U = 0x75;
/** Deeper values are left to JSON.parse, which needs no stack. */
const DEEPEST = 64;

/** 1: JSON.stringify writes this character behind a backslash. 2: JSON allows it there, but it is never written so. */
const ESCAPES = new Uint8Array(256);
for (const character of ascii('"\\bfnrt')) ESCAPES[character] = 1;
ESCAPES["/".charCodeAt(0)] = 2;

/**
 * Whether a line is an answer, byte for byte in the layout of the journals: no white space, kind, v, key and answer
 * in front, the answer spelled as JSON.stringify spells it, sound JSON behind. The bytes must be UTF-8.
 *
 * @param bytes the line stands in them from `from` up to `to`; a byte behind it, if any, is LF or CR
 * @param places filled in where the line is one
 */
export function scanAnswer(bytes: Uint8Array, from: number, to: number, places: AnswerPlaces): boolean {
  if (!standsAt(bytes, from, FRONT)) return false;
  places.key = from + FRONT.length;
  let at = places.key + KEY_DIGITS;
  for (let i = places.key; i < at; i++) if (!isKeyDigit(bytes[i])) return false;
  if (!standsAt(bytes, at, ANSWER)) return false;
  places.answer = at + ANSWER.length;
  if (!standsAt(bytes, places.answer, STATUS)) return false;
  at = places.answer + STATUS.length;
  const status = STATUS_TEXTS.find((each) => standsAt(bytes, at, each.bytes));
  if (status === undefined) return false;
  places.status = status.status;
  at = afterText(bytes, at + status.bytes.length, to);
  if (at === -1 || !standsAt(bytes, at, VECTOR)) return false;
  at = afterText(bytes, at + VECTOR.length, to);
  if (at === -1 || !standsAt(bytes, at, FINISH)) return false;
  at = afterText(bytes, at + FINISH.length, to);
  if (at === -1 || bytes[at] !== CLOSE) return false;
  places.answerEnd = at + 1;
  return membersEnd(bytes, at + 1, to);
}

function standsAt(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text[i]) return false;
  return true;
}

function isKeyDigit(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66));
}

/** Place behind null or a text as JSON.stringify spells it without `\u`; −1 where neither stands here. */
function afterText(bytes: Uint8Array, at: number, to: number): number {
  if (bytes[at] !== QUOTE) return standsAt(bytes, at, NULL) ? at + NULL.length : -1;
  for (let i = at + 1; i < to; i++) {
    const byte = bytes[i]!;
    if (byte === QUOTE) return i + 1;
    if (byte < 0x20) return -1;
    if (byte === BACKSLASH && ESCAPES[bytes[++i]!] !== 1) return -1;
  }
  return -1;
}

/** Whether the rest of the line is further members and the end of its object, none of which changes what counts. */
function membersEnd(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (bytes[at] === COMMA) {
    const name = at + 1;
    at = afterString(bytes, name, to);
    if (at === -1 || bytes[at] !== COLON || countsAs(bytes, name + 1, at - 1)) return false;
    at = afterValue(bytes, at + 1, to, 1);
    if (at === -1) return false;
  }
  return bytes[at] === CLOSE && at + 1 === to;
}

/** Whether a name may be that of a member that counts; one with an escape may be any. */
function countsAs(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] === BACKSLASH) return true;
  for (const name of COUNTED) if (name.length === to - from && standsAt(bytes, from, name)) return true;
  return false;
}

/** Place behind the JSON value that stands here, without white space; −1 where none does. */
function afterValue(bytes: Uint8Array, at: number, to: number, depth: number): number {
  switch (bytes[at]) {
    case QUOTE:
      return afterString(bytes, at, to);
    case OPEN:
    case OPEN_LIST:
      return depth === DEEPEST ? -1 : afterItems(bytes, at, to, depth + 1);
    case NULL[0]:
      return standsAt(bytes, at, NULL) ? at + NULL.length : -1;
    case TRUE[0]:
      return standsAt(bytes, at, TRUE) ? at + TRUE.length : -1;
    case FALSE[0]:
      return standsAt(bytes, at, FALSE) ? at + FALSE.length : -1;
    default:
      return afterNumber(bytes, at);
  }
}

/** Place behind an object or a list. */
function afterItems(bytes: Uint8Array, from: number, to: number, depth: number): number {
  const isObject = bytes[from] === OPEN;
  const end = isObject ? CLOSE : CLOSE_LIST;
  let at = from + 1;
  if (bytes[at] === end) return at + 1;
  for (;;) {
    if (isObject) {
      at = bytes[at] === QUOTE ? afterString(bytes, at, to) : -1;
      if (at === -1 || bytes[at] !== COLON) return -1;
      at++;
    }
    at = afterValue(bytes, at, to, depth);
    if (at === -1) return -1;
    if (bytes[at] === end) return at + 1;
    if (bytes[at] !== COMMA) return -1;
    at++;
  }
}

function afterString(bytes: Uint8Array, at: number, to: number): number {
  if (bytes[at] !== QUOTE) return -1;
  for (let i = at + 1; i < to; i++) {
    const byte = bytes[i]!;
    if (byte === QUOTE) return i + 1;
    if (byte < 0x20) return -1;
    if (byte !== BACKSLASH) continue;
    i++;
    if (bytes[i] === SMALL_U) {
      for (let k = 1; k <= 4; k++) if (!isHexDigit(bytes[i + k])) return -1;
      i += 4;
    } else if (ESCAPES[bytes[i]!] === 0) return -1;
  }
  return -1;
}

function isHexDigit(byte: number | undefined): boolean {
  return isKeyDigit(byte) || (byte !== undefined && byte >= 0x41 && byte <= 0x46);
}

function afterNumber(bytes: Uint8Array, from: number): number {
  let at = bytes[from] === MINUS ? from + 1 : from;
  const whole = at;
  at = afterDigits(bytes, at);
  if (at === whole || (bytes[whole] === 0x30 && at > whole + 1)) return -1;
  if (bytes[at] === POINT) {
    const fraction = at + 1;
    at = afterDigits(bytes, fraction);
    if (at === fraction) return -1;
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    at++;
    if (bytes[at] === 0x2b || bytes[at] === MINUS) at++;
    const exponent = at;
    at = afterDigits(bytes, exponent);
    if (at === exponent) return -1;
  }
  return at;
}

function afterDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at]! >= 0x30 && bytes[at]! <= 0x39) at++;
  return at;
}
