/** How a number was written; an interval is written as two ends, or as a middle and a margin. */
export type PointForm = "decimal" | "percent" | "fraction" | "words" | "scientific";
export type StatedForm = PointForm | "interval";

/** What a number is said to be: the state, the action that the receiver should take, or nothing in particular. */
export type StatedRole = "state" | "recommendation" | "lone";

/**
 * How the reading ended.
 *
 * - `ok`: one number in [0, 1]
 * - `interval`: a range or a margin; the value is its middle
 * - `bound`: one end alone, "above 0.4"; no value
 * - `out_of_range`: the value lies outside [0, 1] and is kept as it was said
 * - `ambiguous`: several numbers, and nothing says which
 * - `none`: no number is stated
 * - `refusal`: no number is stated, and the sender declines
 * - `truncated`: the answer was cut before a number was complete
 * - `empty`: there is nothing to read
 */
export type StatedStatus =
  | "ok"
  | "interval"
  | "bound"
  | "out_of_range"
  | "ambiguous"
  | "none"
  | "refusal"
  | "truncated"
  | "empty";

/** What a message states. Missing is null, never 0 or 1/2. */
export interface StatedNumber {
  /** The number, as it was said: not clipped to [0, 1]. */
  readonly value: number | null;
  readonly role: StatedRole | null;
  readonly form: StatedForm | null;
  /** Ends of an interval; of a bound the one end that was said. */
  readonly low: number | null;
  readonly high: number | null;
  /** The recommended action, also where the state was said and is the value. */
  readonly recommendation: number | null;
  readonly status: StatedStatus;
}

/** A number within the text, before anybody asked what it is about. */
export interface NumberNode {
  readonly kind: "number";
  readonly value: number;
  readonly form: PointForm;
  /** Decimals said, for a comparison of roundings; Infinity for a fraction. */
  readonly decimals: number;
  /** A whole number without a sign of what it counts: digits or a word; null for all else. */
  readonly bare: "digits" | "word" | null;
  /** Whether white space stands before it. */
  readonly spaced: boolean;
  /** Of a fraction in digits the scale that it divides by, 10 or 100. */
  readonly over?: number;
}

/** A piece of text that is not a number. Words are in lower case. */
export interface TextNode {
  /** other: a thing with digits that is no number, such as a date, `GPT-4` or 1.2.3. */
  readonly kind: "word" | "symbol" | "line" | "other";
  readonly text: string;
  readonly spaced: boolean;
  /** Whether the word began with a capital. */
  readonly capital: boolean;
}

export type Shape =
  | { readonly type: "point"; readonly value: number }
  | { readonly type: "interval"; readonly value: number; readonly low: number; readonly high: number }
  | { readonly type: "bound"; readonly low: number | null; readonly high: number | null }
  /** A sum or product; the result where one is given. */
  | { readonly type: "arithmetic"; readonly result: NumberNode | null }
  /** A number that is part of a formula, an offset, a restated range: never read. */
  | { readonly type: "never" };

/** A number, or several that belong together, as one thing said. */
export interface ClaimNode {
  readonly kind: "claim";
  readonly shape: Shape;
  readonly form: StatedForm;
  readonly decimals: number;
  readonly bare: "digits" | "word" | null;
  readonly spaced: boolean;
  /** The role where the claim holds its own subject, as in 0.3 < ω < 0.4. */
  readonly role: StatedRole | null;
}

export type Node = NumberNode | TextNode;
export type ReadNode = ClaimNode | TextNode;

/** A claim with its role, ready to be weighed. */
export interface Claim {
  readonly shape: Exclude<Shape, { readonly type: "never" }>;
  readonly form: StatedForm;
  readonly decimals: number;
  readonly role: StatedRole;
  /** Joined to the claim before by "or", "and" or a comma alone. */
  readonly listed: boolean;
}
