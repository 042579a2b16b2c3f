import type { TurnsRow } from "../../../schemas/ai-liedar/turns.ts";
import type { AskAnswer } from "../../pipeline/stage.ts";
import { shown } from "../../tables/untrusted.ts";
import { wellFormed } from "../../tables/well-formed.ts";
import { publicText } from "./public-line.ts";
import { repeatedKey } from "./repeated-key.ts";

type ActionType = NonNullable<TurnsRow["action_type"]>;

/** What an agent does in one turn. */
export interface Action {
  readonly type: ActionType;
  /** What is said or done; "" where nothing is. */
  readonly argument: string;
}

/** An answer read: the action that it holds, or why it holds none, as part of a sentence. */
export type Reading =
  | { readonly action: Action; readonly problem: null }
  | { readonly action: null; readonly problem: string };

export const ACTION_TYPES: readonly ActionType[] = [
  "speak",
  "non-verbal communication",
  "action",
  "none",
  "leave",
];

/** Types that say all there is to say: their argument may be left out. */
const COMPLETE: ReadonlySet<ActionType> = new Set(["none", "leave"]);

/**
 * Reads the action out of an answer: one JSON object with `action_type` and `argument`, alone or in one fenced code
 * block, with white space around it. Other members are ignored; everything else is a problem, and so is an answer that
 * is empty or that the provider marks as refused. Nothing is repaired or guessed.
 *
 * @returns the action, its argument as text that UTF-8 can store; else the problem, which may quote the answer
 */
export function readAnswer({ status, text, finish_reason }: Omit<AskAnswer, "key">): Reading {
  if (status === "not_collected" || text === null) return unreadable("it was not collected");
  if (status === "refused") return unreadable("it was refused");
  const json = unfenced(text);
  if (status === "empty" || json === "") return unreadable("it is empty");
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return unreadable(whyNoJson(json, finish_reason));
  }
  if (Array.isArray(value)) return unreadable("it is a list and not one JSON object");
  if (typeof value !== "object" || value === null)
    return unreadable("it is a bare value and not one JSON object");
  const twice = repeatedKey(json);
  if (twice === "action_type" || twice === "argument") return unreadable(`it has ${twice} twice`);
  return actionOf(value as Readonly<Record<string, unknown>>);
}

function actionOf(members: Readonly<Record<string, unknown>>): Reading {
  const member = (name: string) => (Object.hasOwn(members, name) ? members[name] : undefined);
  const type = ACTION_TYPES.find((each) => each === member("action_type"));
  if (type === undefined)
    return unreadable(
      member("action_type") === undefined
        ? "it has no action_type"
        : `its action_type is ${shown(member("action_type"))}, which is none of the five`,
    );
  const given = member("argument");
  if (given === undefined)
    return COMPLETE.has(type)
      ? { action: { type, argument: "" }, problem: null }
      : unreadable("it has no argument");
  if (typeof given !== "string") return unreadable(`its argument is ${shown(given)} and not a text`);
  const argument = wellFormed(given);
  if (!COMPLETE.has(type) && publicText(argument) === "")
    return unreadable(`its argument is empty, but its action_type is ${type}`);
  return { action: { type, argument }, problem: null };
}

/** The inside of a fenced code block that is the whole answer; else the answer, both without white space around. */
function unfenced(text: string): string {
  const whole = text.trim();
  if (whole.length < 6 || !whole.startsWith("```") || !whole.endsWith("```")) return whole;
  return whole
    .slice(3, -3)
    .replace(/^[a-z]+(?=\s)/iu, "")
    .trim();
}

function whyNoJson(json: string, finishReason: string | null): string {
  if (finishReason === "length") return "it was cut off because it is too long";
  if (!json.includes("{")) return "it is not a JSON object";
  if (json.startsWith("{") && json.endsWith("}")) return "it is not one valid JSON object";
  return "it has something before or after the JSON object, or the object is not whole";
}

function unreadable(problem: string): Reading {
  return { action: null, problem };
}
