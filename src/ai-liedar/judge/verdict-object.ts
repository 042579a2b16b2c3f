import { shown } from "../../tables/untrusted.ts";
import { type FlatObject, flatObjectOf, flatObjectsIn, type Scalar } from "./flat-objects.ts";

/** What can be read in a judge's answer, or why nothing can. */
export type Read<Verdict> =
  | ({ readonly kind: "read"; readonly reasoning: string } & Verdict)
  | { readonly kind: "unreadable"; readonly problem: string };

export const unreadable = (problem: string) => ({ kind: "unreadable", problem }) as const;

/** Members of a verdict by name. */
export type Members = Readonly<Record<string, Scalar>>;

/** How a kind of verdict is read. */
export interface Form<Verdict> {
  /** Names of all its members; the first is the reasoning. */
  readonly names: readonly string[];
  /** Reads members that are all there; the reasoning is a text. A text says why they are no verdict. */
  readonly read: (members: Members) => Verdict | string;
}

/**
 * Reads the one verdict in a judge's answer. An answer that is JSON must be the object itself. In any other one, such as
 * prose or a fenced block, the verdict is the one object that has a member of a verdict beside the reasoning; several
 * must all be verdicts, and the same. Nothing is guessed: an object must have all the members and no other, each once
 * and of the right kind. A member given twice makes it unreadable, even with equal values.
 */
export function readVerdict<Verdict extends object>(text: string, form: Form<Verdict>): Read<Verdict> {
  const trimmed = text.trim();
  if (trimmed === "") return unreadable("the answer is empty");
  if (isJson(trimmed)) {
    const object = flatObjectOf(trimmed);
    if (object === null) return unreadable("the answer is JSON, but not one object of plain members");
    return readObject(object, form);
  }
  const objects = flatObjectsIn(trimmed).filter(named(form));
  const reads = objects.map((object) => readObject(object, form));
  const [first] = reads;
  if (first === undefined)
    return unreadable(`no JSON object with the members ${listed(form.names)} is in the answer`);
  if (reads.length === 1 || reads.every((each) => sameVerdict(each, first))) return first;
  return unreadable(`the answer holds ${reads.length} JSON objects that do not give the same verdict`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const named =
  ({ names: [, ...verdict] }: Form<unknown>) =>
  (object: FlatObject) =>
    object.some(([name]) => verdict.includes(name));

function readObject<Verdict extends object>(object: FlatObject, form: Form<Verdict>): Read<Verdict> {
  const names = object.map(([name]) => name);
  const before = new Set<string>();
  const twice = names.find((name) => before.size === before.add(name).size);
  if (twice !== undefined) return unreadable(`${shown(twice)} is given twice`);
  const absent = form.names.filter((name) => !names.includes(name));
  if (absent.length > 0) return unreadable(`the object has no ${listed(absent)}`);
  const unknown = names.filter((name) => !form.names.includes(name));
  if (unknown.length > 0) return unreadable(`the object has ${listed(unknown)}, which no verdict has`);
  const members = Object.fromEntries(object);
  const reasoning = members[form.names[0]!];
  if (typeof reasoning !== "string")
    return unreadable(`${form.names[0]} must be a text, got ${shown(reasoning)}`);
  const verdict = form.read(members);
  return typeof verdict === "string" ? unreadable(verdict) : { kind: "read", reasoning, ...verdict };
}

/** Whether two are the same but for the reasoning. */
function sameVerdict(a: Read<object>, b: Read<object>): boolean {
  if (a.kind === "unreadable" || b.kind === "unreadable") return false;
  const rest = ({ reasoning: _, ...verdict }: { readonly reasoning: string }) => JSON.stringify(verdict);
  return rest(a) === rest(b);
}

/** Whole number within a range, or why it is none. A number in quotation marks is a text and none. */
export function wholeNumber(
  name: string,
  value: Scalar | undefined,
  low: number,
  high: number,
): number | string {
  return typeof value === "number" && Number.isInteger(value) && value >= low && value <= high
    ? // −0 is 0.
      value + 0
    : `${name} must be a whole number from ${low} to ${high}, got ${shown(value)}`;
}

function listed(names: readonly string[]): string {
  return names.map((name) => shown(name)).join(", ");
}
