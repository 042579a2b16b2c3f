import { comparisonAfter, comparisonBefore } from "./bounds.ts";
import { HEDGE, isCountNoun, isSymbol, wordOf } from "./nodes.ts";
import { asPart, asPercent } from "./numerals.ts";
import { isActionName, isLabel, isStateName } from "./roles.ts";
import type { ClaimNode, Node, NumberNode, ReadNode, Shape, StatedForm, StatedRole } from "./types.ts";

/** A claim read from some node on, and the node after it. */
interface Read {
  readonly claim: ClaimNode;
  readonly next: number;
}

/** Ways to read several nodes as one claim, in the order in which they are tried. */
const JOINS: readonly ((nodes: readonly Node[], at: number) => Read | null)[] = [
  readBracketed,
  readMargin,
  readSum,
  readChain,
  readBetween,
  readFrom,
  readWithin,
  readRange,
  readSingle,
];

/**
 * The nodes with their numbers made into claims: intervals, margins, bounds, sums, and what is never read since it is
 * part of a formula or restates the action space. Each join looks a fixed number of nodes ahead, sums apart, which
 * are taken whole. O(n).
 */
export function joinNumbers(nodes: readonly Node[]): ReadNode[] {
  const formulas = nodesInFormulas(nodes);
  const joined: ReadNode[] = [];
  let at = 0;
  while (at < nodes.length) {
    const node = nodes[at] as Node;
    if (formulas[at] === 1) {
      joined.push(node.kind === "number" ? claimOf(NEVER, node) : node);
      at++;
      continue;
    }
    const read = firstRead(nodes, at);
    if (read === null) {
      joined.push(node.kind === "number" ? claimOf({ type: "point", value: node.value }, node) : node);
      at++;
      continue;
    }
    joined.push(read.claim);
    at = read.next;
  }
  return joined;
}

const NEVER: Shape = { type: "never" };

function firstRead(nodes: readonly Node[], at: number): Read | null {
  for (const join of JOINS) {
    const read = join(nodes, at);
    if (read !== null) return read;
  }
  return null;
}

function claimOf(
  shape: Shape,
  node: NumberNode,
  form: StatedForm = node.form,
  role: StatedRole | null = null,
): ClaimNode {
  return { kind: "claim", shape, form, decimals: node.decimals, bare: node.bare, spaced: node.spaced, role };
}

/** Marks what stands in brackets that are raised to a power, with the exponent: the payoff -(a - 0.42)^2. */
function nodesInFormulas(nodes: readonly Node[]): Uint8Array {
  const begins = new Int32Array(nodes.length + 3);
  const open: number[] = [];
  nodes.forEach((node, at) => {
    if (isSymbol(node, /^\($/u)) open.push(at);
    if (!isSymbol(node, /^\)$/u)) return;
    const from = open.pop();
    const squared = isSymbol(nodes[at + 1], /^\^$/u) || wordOf(nodes[at + 1]) === "squared";
    if (from === undefined || !squared) return;
    begins[from] = (begins[from] as number) + 1;
    begins[at + 3] = (begins[at + 3] as number) - 1;
  });
  let depth = 0;
  return Uint8Array.from(nodes, (_, at) => {
    depth += begins[at] as number;
    return depth > 0 ? 1 : 0;
  });
}

/** 0 to 1, 0 % to 100 %, and scales such as 0 to 100: the action space, which everybody knows. */
function isActionSpace(low: NumberNode, high: NumberNode): boolean {
  if (low.value === 0 && high.value === 1) return true;
  const scale = low.bare !== null && high.bare !== null && (low.value === 0 || low.value === 1);
  return scale && (high.value === 10 || high.value === 100);
}

/** Removes the rounding noise of one addition; 15 digits are what a decimal survives with. */
function tidy(value: number): number {
  return Number(value.toPrecision(15)) + 0;
}

function intervalOf(first: NumberNode, second: NumberNode): ClaimNode {
  const [a, b] = sameUnit(first, second);
  const [low, high] = a.value <= b.value ? [a, b] : [b, a];
  if (isActionSpace(low, high)) return claimOf(NEVER, first);
  const middle = middleOf(low, high);
  const bare = a.bare !== null && b.bare !== null ? a.bare : null;
  const shape: Shape = { type: "interval", value: middle, low: low.value, high: high.value };
  return { ...claimOf(shape, first, "interval"), bare };
}

/** The middle of two numbers: of two decimals the decimal that is meant, of fractions the nearest double. */
function middleOf(low: NumberNode, high: NumberNode): number {
  const middle = (low.value + high.value) / 2;
  const decimal = (node: NumberNode) => node.over !== undefined || Number.isFinite(node.decimals);
  return decimal(low) && decimal(high) ? tidy(middle) : middle;
}

/** Two ends in one unit: in "40–50 %", "40–50 out of 100" and "40 % to 50" the sign stands for both. */
function sameUnit(first: NumberNode, second: NumberNode): [NumberNode, NumberNode] {
  const percent = [first.form === "percent", second.form === "percent"];
  const { over } = second;
  if (over !== undefined && first.bare === "digits" && first.value > 1 && first.value <= over) {
    return [asPart(first, over), second];
  }
  const plain = (node: NumberNode) => node.form === "decimal" || node.bare === "word";
  if (!percent[0] && percent[1] && plain(first)) return [asPercent(first), second];
  if (percent[0] && !percent[1] && plain(second) && (second.bare !== null || second.value > 1)) {
    return [first, asPercent(second)];
  }
  return [first, second];
}

/** The number at a place, past words such as "about". */
function numberPast(nodes: readonly Node[], at: number): { node: NumberNode; next: number } | null {
  let i = at;
  while (i < at + 3 && (HEDGE.test(wordOf(nodes[i])) || isSymbol(nodes[i], /^[~≈"']$/u))) i++;
  const node = nodes[i];
  return node?.kind === "number" ? { node, next: i + 1 } : null;
}

/** Whether a whole number that ends before a node counts what follows: "to 2 decimal places". */
function counts(node: NumberNode, nodes: readonly Node[], next: number): boolean {
  return node.bare !== null && isCountNoun(nodes[next]);
}

/** "[0.35, 0.45]", "(0.35; 0.45)". */
function readBracketed(nodes: readonly Node[], at: number): Read | null {
  if (!isSymbol(nodes[at], /^[[(\]]$/u)) return null;
  const [low, separator, high, close] = nodes.slice(at + 1, at + 5);
  if (low?.kind !== "number" || high?.kind !== "number") return null;
  if (!isSymbol(separator, /^[,;]$/u) || !isSymbol(close, /^[\])[]$/u)) return null;
  const [a, b] = sameUnit(low, high);
  return a.value <= b.value ? { claim: intervalOf(low, high), next: at + 5 } : null;
}

const VARIABLE = /^(?:ω|omega|θ|theta|a|b|x|w)$/u;
const QUANTITY = /^(?:state|action|bias|value|truth)$/u;

function isVariable(nodes: readonly Node[], at: number): boolean {
  const word = wordOf(nodes[at]);
  return (
    VARIABLE.test(word) || (QUANTITY.test(word) && /^(?:\+|plus|minus)$/u.test(operatorText(nodes[at + 1])))
  );
}

function operatorText(node: Node | undefined): string {
  return node?.kind === "symbol" || node?.kind === "word" ? node.text : "";
}

/** Whether a node adds, subtracts or multiplies. "plus or minus" is a margin. */
function isOperator(nodes: readonly Node[], at: number): boolean {
  const node = nodes[at];
  if (isSymbol(node, /^[+\-×÷]$/u)) return true;
  const word = wordOf(node);
  return word === "times" || word === "minus" || (word === "plus" && wordOf(nodes[at + 1]) !== "or");
}

function isOperand(nodes: readonly Node[], at: number): boolean {
  return nodes[at]?.kind === "number" || VARIABLE.test(wordOf(nodes[at]));
}

/** "0.42 + 0.08 = 0.50", "ω + 0.08", "0.42 plus b is 0.5". A lone "0.42 - 0.50" is a range. */
function readSum(nodes: readonly Node[], at: number): Read | null {
  const first = nodes[at] as Node;
  if (first.kind !== "number" && !isVariable(nodes, at)) return null;
  if (!isOperator(nodes, at + 1) || !isOperand(nodes, at + 2)) return null;
  const past = nodes[at + 2];
  if (isSymbol(nodes[at + 1], /^-$/u) && past?.kind === "number" && labelled(nodes, at, past)) return null;
  const numbers: NumberNode[] = first.kind === "number" ? [first] : [];
  let variables = first.kind === "number" ? 0 : 1;
  let operators = 0;
  let equations = 0;
  let next = at + 1;
  let result: NumberNode | null = null;
  for (;;) {
    const operator = isOperator(nodes, next);
    let after = operator ? next + 1 : pastEquals(nodes, next);
    if (after === null) break;
    if (!operator && isSymbol(nodes[after], /^[~≈]$/u)) after++;
    if (!isOperand(nodes, after)) break;
    const operand = nodes[after] as Node;
    if (operator) operators++;
    else equations++;
    if (operand.kind === "number") numbers.push(operand);
    else variables++;
    result = !operator && operand.kind === "number" ? operand : null;
    next = after + 1;
  }
  const ranges =
    operators === 1 && equations === 0 && numbers.length === 2 && isSymbol(nodes[at + 1], /^-$/u);
  if (ranges) {
    const [a, b] = sameUnit(numbers[0] as NumberNode, numbers[1] as NumberNode);
    if (a.value <= b.value) return null;
  }
  if (numbers.length === 0) {
    const none: ClaimNode = {
      kind: "claim",
      shape: NEVER,
      form: "decimal",
      decimals: 0,
      bare: null,
      spaced: true,
      role: null,
    };
    return { claim: none, next };
  }
  const head = numbers[0] as NumberNode;
  const offset =
    result === null &&
    (first.kind !== "number" || (variables > 0 && numbers.every(({ bare }) => bare !== null)));
  return { claim: { ...claimOf(offset ? NEVER : { type: "arithmetic", result }, head), bare: null }, next };
}

/** The place after a sign or word of equality, a closing bracket before it apart; null where none stands. */
function pastEquals(nodes: readonly Node[], at: number): number | null {
  const here = isSymbol(nodes[at], /^[)\]]$/u) ? at + 1 : at;
  if (isSymbol(nodes[here], /^[=≈]$/u)) return here + 1;
  return /^(?:is|equals|gives|makes|yields)$/u.test(wordOf(nodes[here])) ? here + 1 : null;
}

/** "0.3 < ω < 0.4", "0.3 < ω", "0 ≤ a ≤ 1". */
function readChain(nodes: readonly Node[], at: number): Read | null {
  const first = nodes[at] as Node;
  if (first.kind !== "number" || !isSymbol(nodes[at + 1], /^[<≤>≥]$/u)) return null;
  const rising = isSymbol(nodes[at + 1], /^[<≤]$/u);
  let middle = at + 2;
  let role: StatedRole | null = null;
  while (middle < at + 6 && nodes[middle]?.kind === "word") {
    if (isStateName(wordOf(nodes[middle]))) role = "state";
    else if (isActionName(wordOf(nodes[middle]))) role = "recommendation";
    middle++;
  }
  if (middle === at + 2) return null;
  const last = nodes[middle + 1];
  if (isSymbol(nodes[middle], rising ? /^[<≤]$/u : /^[>≥]$/u) && last?.kind === "number") {
    return { claim: { ...intervalOf(first, last), role }, next: middle + 2 };
  }
  if (role === null) return null;
  return { claim: { ...boundOf(first, rising ? "low" : "high"), role }, next: middle };
}

/** A bound; one at the end of the action space says nothing. */
function boundOf(node: NumberNode, side: "low" | "high"): ClaimNode {
  const idle = side === "low" ? node.value === 0 : node.value === 1;
  const shape: Shape = {
    type: "bound",
    low: side === "low" ? node.value : null,
    high: side === "high" ? node.value : null,
  };
  return claimOf(idle ? NEVER : shape, node);
}

const AND = /^(?:and|to)$/u;

/** "between 0.35 and 0.45"; halfway between two numbers is one number. */
function readBetween(nodes: readonly Node[], at: number): Read | null {
  const opening = betweenAt(nodes, at);
  if (opening === 0) return null;
  const first = numberPast(nodes, at + opening);
  if (first === null) return readHalfOpen(nodes, at + opening - 1);
  const joined = AND.test(wordOf(nodes[first.next])) || isSymbol(nodes[first.next], /^[&,–—-]$/u);
  const second = joined ? numberPast(nodes, first.next + 1) : null;
  if (counts(first.node, nodes, first.next)) return null;
  if (second === null) return { claim: claimOf(NEVER, first.node), next: first.next };
  if (counts(second.node, nodes, second.next)) return null;
  const claim = intervalOf(first.node, second.node);
  if (!/^(?:halfway|midway)$/u.test(wordOf(nodes[at - 1]))) return { claim, next: second.next };
  const [a, b] = sameUnit(first.node, second.node);
  const shape: Shape = { type: "point", value: middleOf(a, b) };
  return { claim: { ...claim, shape, form: "words", bare: null }, next: second.next };
}

/** How many nodes "between", "b/w" or "bounded by" takes; 0 where none stands. */
function betweenAt(nodes: readonly Node[], at: number): number {
  const word = wordOf(nodes[at]);
  if (word === "between") return 1;
  if (word === "bounded" && wordOf(nodes[at + 1]) === "by") return 2;
  return word === "b" && isSymbol(nodes[at + 1], /^\/$/u) && wordOf(nodes[at + 2]) === "w" ? 3 : 0;
}

/** "between the state and 0.42": the number is an end of something that is not said. */
function readHalfOpen(nodes: readonly Node[], at: number): Read | null {
  for (let i = at + 1; i < at + 6; i++) {
    if (nodes[i]?.kind !== "word") return null;
    if (wordOf(nodes[i]) !== "and") continue;
    const number = numberPast(nodes, i + 1);
    return number === null ? null : { claim: claimOf(NEVER, number.node), next: number.next };
  }
  return null;
}

/** "from 0.35 to 0.45", "from 0.4 upward". */
function readFrom(nodes: readonly Node[], at: number): Read | null {
  if (wordOf(nodes[at]) !== "from") return null;
  const first = numberPast(nodes, at + 1);
  if (first === null) return null;
  const range = rangeAfter(nodes, first.node, first.next);
  if (range !== null) return range;
  const up = /^(?:up|upwards?|onwards?)$/u.test(wordOf(nodes[first.next]));
  const down = /^(?:down|downwards?)$/u.test(wordOf(nodes[first.next]));
  if (up || down) return { claim: boundOf(first.node, up ? "low" : "high"), next: first.next + 1 };
  return { claim: claimOf(NEVER, first.node), next: first.next };
}

/** "within 0.01 of 0.42", "within 0.5 and 0.7". */
function readWithin(nodes: readonly Node[], at: number): Read | null {
  if (wordOf(nodes[at]) !== "within") return null;
  const margin = numberPast(nodes, at + 1);
  if (margin === null || rangeAfter(nodes, margin.node, margin.next) !== null) return null;
  const end = wordOf(nodes[margin.next]) === "and" ? numberPast(nodes, margin.next + 1) : null;
  if (end !== null && margin.node.value < end.node.value && !counts(end.node, nodes, end.next))
    return { claim: intervalOf(margin.node, end.node), next: end.next };
  const middle = wordOf(nodes[margin.next]) === "of" ? numberPast(nodes, margin.next + 1) : null;
  if (middle === null) return { claim: claimOf(NEVER, margin.node), next: margin.next };
  return { claim: marginOf(middle.node, margin.node), next: middle.next };
}

function marginOf(middle: NumberNode, margin: NumberNode): ClaimNode {
  const unitless = (node: NumberNode) => node.form === "decimal" && node.value >= 0.5;
  const centre =
    margin.form === "percent" && unitless(middle) && middle.value > 1 ? asPercent(middle) : middle;
  const width = centre.form === "percent" && unitless(margin) ? asPercent(margin) : margin;
  const half = Math.abs(width.value);
  const [low, high] = [tidy(centre.value - half), tidy(centre.value + half)];
  return { ...claimOf({ type: "interval", value: centre.value, low, high }, centre, "interval"), bare: null };
}

/** "0.42 ± 0.01", "0.42, give or take 0.01", "0.42 plus or minus one percent", "(42 ± 1)%". */
function readMargin(nodes: readonly Node[], at: number): Read | null {
  const middle = nodes[at] as Node;
  if (middle.kind !== "number") return null;
  const comma = isSymbol(nodes[at + 1], /^[,(]$/u) ? 1 : 0;
  const sign = at + 1 + comma;
  let after: number | null = null;
  if (isSymbol(nodes[sign], /^[±∓]$/u)) after = sign + 1;
  else if (isSymbol(nodes[sign], /^\+$/u) && isSymbol(nodes[sign + 1], /^[-/]$/u)) after = sign + 2;
  else if (isSymbol(nodes[sign], /^\+$/u) && isNegative(nodes[sign + 1]) && !nodes[sign + 1]?.spaced)
    after = sign + 1;
  else if (wordOf(nodes[sign + 1]) === "or") {
    const pair = `${wordOf(nodes[sign])} ${wordOf(nodes[sign + 2])}`;
    if (pair === "plus minus" || pair === "give take") after = sign + 3;
    // "minus 0.02" is one number by now.
    if (pair === "plus " && isNegative(nodes[sign + 2])) after = sign + 2;
  } else if (wordOf(nodes[sign]) === "plus" && isSymbol(nodes[sign + 1], /^[-/]$/u)) {
    if (wordOf(nodes[sign + 2]) === "minus") after = sign + 3;
    else if (isNegative(nodes[sign + 2])) after = sign + 2;
  }
  const margin = after === null ? null : numberPast(nodes, after);
  if (margin === null) return null;
  let next = margin.next;
  let width = margin.node;
  if (/^(?:percentage|points?|pp)$/u.test(wordOf(nodes[next]))) {
    next += /^points?$/u.test(wordOf(nodes[next + 1])) ? 2 : 1;
    if (width.form === "decimal" && (middle.form === "percent" || width.value >= 0.5))
      width = asPercent(width);
  }
  const bracketed = isSymbol(nodes[at - 1], /^\($/u) && isSymbol(nodes[next], /^\)$/u);
  if (bracketed && isSymbol(nodes[next + 1], /^%$/u) && middle.form === "decimal" && width.form === "decimal")
    return { claim: marginOf(asPercent(middle), asPercent(width)), next };
  return { claim: marginOf(middle, width), next };
}

function isNegative(node: Node | undefined): boolean {
  return node?.kind === "number" && node.value < 0;
}

/** "0.42–0.50", "0.42 to 0.50", "0.42 - 0.50". */
function readRange(nodes: readonly Node[], at: number): Read | null {
  const first = nodes[at] as Node;
  return first.kind === "number" ? rangeAfter(nodes, first, at + 1) : null;
}

function rangeAfter(nodes: readonly Node[], first: NumberNode, at: number): Read | null {
  const word = wordOf(nodes[at]);
  let after: number;
  if (word === "up" && wordOf(nodes[at + 1]) === "to") after = at + 2;
  else if (/^(?:to|through|thru|until|till)$/u.test(word)) after = at + 1;
  else if (isSymbol(nodes[at], /^-$/u) && wordOf(nodes[at + 1]) === "to" && isSymbol(nodes[at + 2], /^-$/u))
    after = at + 3;
  else if (isSymbol(nodes[at], /^(?:[-–—~]|\.{2,3})$/u)) after = at + 1;
  else return null;
  const second = numberPast(nodes, after);
  if (second === null) return null;
  if (labelled(nodes, at - 1, second.node)) return null;
  const [a, b] = sameUnit(first, second.node);
  if (counts(second.node, nodes, second.next) && !isActionSpace(a, b)) return null;
  // A dash before a smaller number is no range.
  if (a.value > b.value && isSymbol(nodes[at], /^[—-]$/u)) return null;
  return { claim: intervalOf(first, second.node), next: second.next };
}

/** A single number, with a comparison before or after it. */
function readSingle(nodes: readonly Node[], at: number): Read | null {
  const node = nodes[at] as Node;
  if (node.kind !== "number") return null;
  if (isSymbol(nodes[at - 1], /^(?:\^|!=|≠)$/u)) return { claim: claimOf(NEVER, node), next: at + 1 };
  const before = comparisonBefore(nodes, at);
  if (before !== null) {
    const counted = counts(node, nodes, at + 1);
    const stepped = wordOf(nodes[before.from - 1]) === "by" || nodes[before.from - 1]?.kind === "number";
    return { claim: counted || stepped ? claimOf(NEVER, node) : boundOf(node, before.side), next: at + 1 };
  }
  const after = comparisonAfter(nodes, at + 1);
  return after === null ? null : { claim: boundOf(node, after.side), next: after.next };
}

/** Labels that a difference or a range may follow as well: "answer 1 - 0.3". */
const ANSWERING = /^(?:answer|number|range)$/u;

/** "Round 3 – 0.42": the whole number names the round. */
function labelled(nodes: readonly Node[], at: number, second: NumberNode): boolean {
  const first = nodes[at];
  if (first?.kind !== "number" || first.bare !== "digits" || first.value < 1) return false;
  if (second.bare !== null || second.form === "percent") return false;
  const word = wordOf(nodes[at - 1]);
  return word.length > 3 && isLabel(word, false) && !ANSWERING.test(word);
}
