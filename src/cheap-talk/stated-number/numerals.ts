import { denominatorInWords, pointInWords, wholeInWords } from "./number-words.ts";
import type { DigitsToken, Token } from "./tokens.ts";
import type { Node, NumberNode, TextNode } from "./types.ts";

/** A number read from some place on, and the token after it. */
interface Read {
  readonly node: NumberNode;
  readonly next: number;
}

/** A number beyond this is no number: its square, or a sum of several, would not be finite. */
export const LARGEST = 1e100;

/** Words before which "point two" is a place in a list or in time, and no number. */
const POINTED =
  /^(?:this|that|the|a|an|my|your|our|some|any|each|every|which|key|main|first|second|third|last|next|one|starting|end|data|mid|focal|reference|bullet|what|no)$/u;

/** Words before which "half" or "third" is a part of something, and no number. */
const PART =
  /^(?:upper|lower|top|bottom|first|second|third|last|left|right|other|latter|former|this|that|the|each|every|either|which|higher|better|middle|final|next|same|outer|inner|my|your|its)$/u;

/** Words after which a fraction of something is a place on the scale. */
const SCALE =
  /^(?:way|range|interval|scale|maximum|max|unit|line|total|full|whole|possible|available|spectrum|segment)$/u;

/**
 * The tokens with their numbers put together: signs, exponents, fractions, percentages and number words. What has
 * digits and is no number becomes a node of kind `other`. O(n).
 */
export function foldNumbers(tokens: readonly Token[]): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at] as Token;
    const read = readNumber(tokens, at);
    if (read !== null) {
      nodes.push(read.node);
      at = read.next;
    } else if (token.kind === "digits") {
      const { text, spaced } = token;
      nodes.push({ kind: "other", text, spaced, capital: false });
      at++;
    } else {
      nodes.push(token);
      at++;
    }
  }
  return nodes;
}

function readNumber(tokens: readonly Token[], at: number): Read | null {
  const signed = signAt(tokens, at);
  const start = signed === null ? at : at + 1;
  const read = readUnsigned(tokens, start);
  if (read === null) return null;
  const { value, bare } = read.node;
  if (!(Math.abs(value) <= LARGEST)) return null;
  const spaced = (tokens[at] as Token).spaced;
  if (signed === null) return { ...read, node: { ...read.node, spaced } };
  // Never -0: it would be another number to some readers of the file.
  return {
    ...read,
    node: { ...read.node, spaced, value: signed * value + 0, bare: bare === "word" ? "digits" : bare },
  };
}

/** The sign that stands at a place and belongs to the number after it; null where none does. */
function signAt(tokens: readonly Token[], at: number): 1 | -1 | null {
  const token = tokens[at] as Token;
  const after = tokens[at + 1];
  if (after === undefined || token.kind === "digits") return null;
  const before = tokens[at - 1];
  if (token.kind === "word") {
    if (token.text !== "minus" && token.text !== "negative") return null;
    return endsOperand(before) || readUnsigned(tokens, at + 1) === null ? null : -1;
  }
  if (token.kind !== "symbol" || !/^[-–+]$/u.test(token.text) || after.spaced) return null;
  if (after.kind !== "digits") return null;
  if (endsOperand(before)) return null;
  // "state-0.42" joins, "is -0.42" negates.
  if (!token.spaced && (before?.kind === "word" || before?.kind === "other")) return null;
  return token.text === "+" ? 1 : -1;
}

/** Whether a binary operator may stand after a token. */
function endsOperand(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === "digits" || token.kind === "other") return true;
  if (token.kind === "symbol") return /^[)\]%]$/u.test(token.text);
  return token.kind === "word" && /^(?:ω|omega|θ|theta|a|b|state|action|percent)$/u.test(token.text);
}

function readUnsigned(tokens: readonly Token[], at: number): Read | null {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token === undefined) return null;
  let read: Read | null = null;
  if (token.kind === "digits") read = readDigits(tokens, at);
  else if (token.kind === "word") read = readWords(tokens, at, before);
  if (read === null) return null;
  return readPercent(tokens, read);
}

function numberNode(parts: Omit<NumberNode, "kind" | "spaced">): NumberNode {
  return { kind: "number", spaced: false, ...parts };
}

function readDigits(tokens: readonly Token[], at: number): Read | null {
  const token = tokens[at] as DigitsToken;
  const value = Number(token.text);
  const simple: Read = {
    node: numberNode({
      value,
      form: token.scientific ? "scientific" : "decimal",
      decimals: token.decimals,
      bare: token.whole ? "digits" : null,
    }),
    next: at + 1,
  };
  if (isSymbol(tokens[at - 1], "^")) return null;
  const power = readPowerOfTen(tokens, at);
  if (power !== null) return power;
  if (token.scientific) return simple;
  if (token.whole) {
    const worded = pointInWords(tokens, at + 1, value);
    if (worded !== null) return wordsRead(worded.value, worded.decimals, worded.next);
    const below = denominatorInWords(tokens, at + 1);
    if (below !== null && isPartOfScale(tokens, below.next)) {
      return wordsRead(value / below.value, Number.POSITIVE_INFINITY, below.next);
    }
    const mixed = tokens[at + 1]?.kind === "digits" ? readFraction(tokens, at + 1, false) : null;
    if (mixed !== null && tokens[at + 1]?.spaced && mixed.node.value < 1) {
      return { ...mixed, node: { ...mixed.node, value: value + mixed.node.value } };
    }
  }
  const fraction = readFraction(tokens, at, true);
  if (fraction === "no number") return null;
  return fraction ?? simple;
}

function wordsRead(value: number, decimals: number, next: number): Read {
  return { node: numberNode({ value, form: "words", decimals, bare: null }), next };
}

/** "4.2 × 10^-1", and "10^-1" alone. */
function readPowerOfTen(tokens: readonly Token[], at: number): Read | null {
  const token = tokens[at] as DigitsToken;
  const times = tokens[at + 1];
  const multiplies =
    (isSymbol(times, "×") || isSymbol(times, "·") || (times?.kind === "word" && times.text === "x")) ?? false;
  const ten = multiplies ? at + 2 : at;
  const base = tokens[ten];
  if (base?.kind !== "digits" || base.text !== "10" || !isSymbol(tokens[ten + 1], "^")) return null;
  let next = ten + 2;
  if (isSymbol(tokens[next], "(")) next++;
  const negative = isSymbol(tokens[next], "-") || isSymbol(tokens[next], "–");
  if (negative) next++;
  const exponent = tokens[next];
  if (exponent?.kind !== "digits" || !exponent.whole || exponent.text.length > 3) return null;
  const power = `${negative ? "-" : ""}${exponent.text}`;
  const value = Number(`${multiplies ? token.text : "1"}e${power}`);
  if (token.scientific) return null;
  const decimals = Math.max(0, (multiplies ? token.decimals : 0) - Number(power));
  next++;
  if (isSymbol(tokens[next], ")") && isSymbol(tokens[ten + 2], "(")) next++;
  return { node: numberNode({ value, form: "scientific", decimals, bare: null }), next };
}

/**
 * "2/5", "42 out of 100", "21 over 50", "2 in 5". With `idioms`, says "no number" of what looks like a fraction and
 * is none: a date, 50/50, 24/7, a division by zero.
 */
function readFraction(tokens: readonly Token[], at: number, idioms: true): Read | "no number" | null;
function readFraction(tokens: readonly Token[], at: number, idioms: false): Read | null;
function readFraction(tokens: readonly Token[], at: number, idioms: boolean): Read | "no number" | null {
  const over = tokens[at] as DigitsToken;
  const stroke = strokeAt(tokens, at + 1);
  if (stroke === null) return null;
  const under = tokens[stroke.next];
  let divisor: number;
  let next = stroke.next + 1;
  if (under?.kind === "digits") {
    if (!under.whole && !/^(?:1|10|100)\.0+$/u.test(under.text)) return null;
    divisor = Number(under.text);
  } else {
    const worded = wholeInWords(tokens, stroke.next);
    if (worded === null) return null;
    divisor = worded.value;
    next = worded.next;
  }
  // Where the part is not a whole number the divisor must be a scale: 4.2/10, 0.42 out of 1.
  if (!over.whole && !/^(?:1|10|100)$/u.test(String(divisor))) return null;
  const value = over.whole
    ? Number(over.text) / divisor
    : Number(`${over.text}e-${String(divisor).length - 1}`);
  if (stroke.word === "in" && (!over.whole || value >= 1 || divisor < 2 || isCounted(tokens, next)))
    return null;
  const chained = isSymbol(tokens[next], "/") && tokens[next + 1]?.kind === "digits";
  const idiom = /^(?:50\/50|24\/7)$/u.test(`${over.text}/${divisor}`) && stroke.word === "/";
  if (chained || idiom || divisor === 0 || !isPartOfScale(tokens, next)) return idioms ? "no number" : null;
  const node = numberNode({ value, form: "fraction", decimals: Number.POSITIVE_INFINITY, bare: null });
  return { node: divisor === 10 || divisor === 100 ? { ...node, over: divisor } : node, next };
}

/** What divides two numbers, and the token after it. */
function strokeAt(tokens: readonly Token[], at: number): { word: string; next: number } | null {
  const token = tokens[at];
  if (token === undefined || token.kind === "digits") return null;
  if (token.kind === "symbol") return /^[/⁄÷]$/u.test(token.text) ? { word: token.text, next: at + 1 } : null;
  const after = tokens[at + 1];
  const pair = after?.kind === "word" ? `${token.text} ${after.text}` : "";
  if (pair === "out of" || pair === "divided by") return { word: pair, next: at + 2 };
  return token.text === "over" || token.text === "in" ? { word: token.text, next: at + 1 } : null;
}

/** Whether what stands at a place is a noun that a number before it counts: "2 in 5 minutes". */
function isCounted(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  return (
    token?.kind === "word" && !/^(?:or|and|is|so|but|because|since|for|as|if|would|to)$/u.test(token.text)
  );
}

/** Whether a fraction that ends at a place is a place on the scale: not "two thirds of receivers". */
function isPartOfScale(tokens: readonly Token[], at: number): boolean {
  const of = tokens[at];
  if (of?.kind !== "word") return true;
  if (/^(?:an|hour|hearted|heartedly|truth|truths|party|person|option|time)$/u.test(of.text)) return false;
  if (of.text !== "of") return true;
  for (let i = at + 1; i < at + 5; i++) {
    const token = tokens[i];
    if (token?.kind === "word" && SCALE.test(token.text)) return true;
    if (token?.kind === "digits") return token.text === "1";
  }
  return false;
}

function readWords(tokens: readonly Token[], at: number, before: Token | undefined): Read | null {
  const text = (tokens[at] as TextNode).text;
  const led = before?.kind === "word" ? before.text : "";
  if (/^(?:point|dot|oh|decimal)$/u.test(text)) {
    if (POINTED.test(led) || before?.kind === "digits") return null;
    const point = pointInWords(tokens, text === "oh" ? at + 1 : at, 0);
    const labelled = point !== null && isSymbol(tokens[point.next], ":");
    return point === null || labelled ? null : wordsRead(point.value, point.decimals, point.next);
  }
  const article = text === "a" && !/^(?:hundred|thousand)$/u.test(wordText(tokens[at + 1]));
  if (article || text === "half" || text === "halfway" || text === "midway") return readHalf(tokens, at, led);
  const whole = wholeInWords(tokens, at);
  if (whole === null) return null;
  const point = pointInWords(tokens, whole.next, whole.value);
  if (point !== null) return wordsRead(point.value, point.decimals, point.next);
  const below = denominatorInWords(tokens, whole.next);
  if (
    below !== null &&
    !PART.test(led) &&
    isPartOfScale(tokens, below.next) &&
    !startsOption(tokens, below)
  ) {
    return wordsRead(whole.value / below.value, Number.POSITIVE_INFINITY, below.next);
  }
  const stroke = strokeAt(tokens, whole.next);
  if (stroke !== null) {
    const under = wholeInWords(tokens, stroke.next);
    const least = stroke.word === "in" ? 2 : 1;
    const proper =
      under !== null && under.value >= least && (stroke.word !== "in" || whole.value < under.value);
    if (proper && !isCounted(tokens, under.next)) {
      return wordsRead(whole.value / under.value, Number.POSITIVE_INFINITY, under.next);
    }
  }
  if (isChanceIdiom(tokens, whole.next, whole.value)) return null;
  const node = numberNode({ value: whole.value, form: "words", decimals: 0, bare: "word" });
  return { node, next: whole.next };
}

/** "one third option": the words count options and are no fraction. */
function startsOption(
  tokens: readonly Token[],
  below: { readonly value: number; readonly next: number },
): boolean {
  const plural = wordText(tokens[below.next - 1]).endsWith("s");
  return (
    !plural &&
    below.value > 2 &&
    below.value !== 4 &&
    isCounted(tokens, below.next) &&
    wordText(tokens[below.next]) !== "of"
  );
}

/** "half", "a half", "a third", "halfway": parts of the scale, unless they are a part of something else. */
function readHalf(tokens: readonly Token[], at: number, led: string): Read | null {
  if (PART.test(led)) return null;
  const text = wordText(tokens[at]);
  if (text === "halfway" || text === "midway") {
    const after = wordText(tokens[at + 1]);
    return after === "between" || after === "from" ? null : wordsRead(0.5, Number.POSITIVE_INFINITY, at + 1);
  }
  const below = denominatorInWords(tokens, text === "a" ? at + 1 : at);
  if (below === null || (text !== "a" && text !== "half")) return null;
  if (/s$/u.test(wordText(tokens[below.next - 1])) || !isPartOfScale(tokens, below.next)) return null;
  if (isCounted(tokens, below.next) && !/^(?:of|way|likely)$/u.test(wordText(tokens[below.next])))
    return null;
  return wordsRead(1 / below.value, Number.POSITIVE_INFINITY, below.next);
}

/** "fifty-fifty" says that nothing is known. */
function isChanceIdiom(tokens: readonly Token[], next: number, value: number): boolean {
  return value === 50 && isSymbol(tokens[next], "-") && wordText(tokens[next + 1]) === "fifty";
}

/** The number as a share where a sign or word for percent follows it. */
function readPercent(tokens: readonly Token[], read: Read): Read {
  const { node } = read;
  const token = tokens[read.next];
  if (token === undefined || token.kind === "digits" || node.form === "scientific") return read;
  let next = read.next;
  let divisor = 100;
  const after = wordText(tokens[next + 1]);
  if (token.text === "%" || token.text === "‰") {
    divisor = token.text === "%" ? 100 : 1000;
    next++;
  } else if (token.kind === "word" && /^(?:percent|pct|perc)$/u.test(token.text)) next++;
  else if (token.kind === "word" && token.text === "per" && after === "cent") next += 2;
  else if (token.text === "-" && !token.spaced && after === "percent") next += 2;
  else return read;
  const value = node.form === "decimal" ? shifted(node, divisor === 100 ? 2 : 3) : node.value / divisor;
  const decimals = node.decimals + (divisor === 100 ? 2 : 3);
  return { node: { ...node, value, decimals, form: "percent", bare: null }, next };
}

/** A decimal with its point moved, as if it had been written so: no rounding error but that of the result. */
function shifted(node: NumberNode, places: number): number {
  const text = node.decimals <= 100 ? node.value.toFixed(node.decimals) : String(node.value);
  return text.includes("e") ? node.value / (places === 2 ? 100 : 1000) : Number(`${text}e-${places}`);
}

/** A whole number as a part of 10 or 100. */
export function asPart(node: NumberNode, over: number): NumberNode {
  const value = node.value / over;
  return { ...node, value, over, decimals: Number.POSITIVE_INFINITY, form: "fraction", bare: null };
}

export function asPercent(node: NumberNode): NumberNode {
  const value = (node.form === "decimal" ? shifted(node, 2) : node.value / 100) + 0;
  return { ...node, value, decimals: node.decimals + 2, form: "percent", bare: null };
}

function isSymbol(token: Token | undefined, text: string): boolean {
  return token?.kind === "symbol" && token.text === text;
}

function wordText(token: Token | undefined): string {
  return token?.kind === "word" ? token.text : "";
}
