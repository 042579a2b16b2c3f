import type { AnswerRecord, Attempt, RecordedAnswer } from "../../pipeline/answer-lines.ts";
import type { FaultClass } from "./faults.ts";

/** What became of one request. */
export type Outcome = Answered | Failed | NotAsked;

interface Tried {
  /** Attempts that failed, oldest first. */
  readonly attempts: readonly Attempt[];
  /** Attempts that the provider may have charged for although no answer came. */
  readonly maybePaid: number;
}

export interface Answered extends Tried {
  readonly kind: "answer";
  /** Its vector is null. */
  readonly answer: RecordedAnswer;
  readonly record: AnswerRecord;
}

/** The last attempt failed too, and stands among the attempts. */
export interface Failed extends Tried {
  readonly kind: "error";
  readonly error: {
    readonly class: FaultClass;
    /** HTTP status; null where there was none. */
    readonly status: number | null;
    readonly message: string;
  };
}

/** The request ended before it had an outcome. It can have failed attempts all the same. */
export interface NotAsked extends Tried {
  readonly kind: "not-asked";
  readonly why: Why;
}

/** stopped by the user, no money left, or the model is given up. */
export type Why = "stopped" | "budget" | "breaker";

export interface AskHooks {
  /**
   * Called when a connection is there, before each attempt is sent: false ends the request as not-asked "budget".
   * A promise where it has to wait; the request then gives its connection back for that time.
   *
   * @param maybePaid attempts before this one that the provider may have charged for
   */
  admit(maybePaid: number): boolean | Promise<boolean>;
  /**
   * Called when an attempt failed and another one follows, after a wait that can be long.
   *
   * @param maybePaid attempts up to this one that the provider may have charged for
   */
  failed?(maybePaid: number): void;
  /**
   * Called with an answer or an error before its connection is given back: what it awaits is still in flight. It is
   * not called for not-asked. A rejection of it rejects ask().
   */
  keep(outcome: Answered | Failed): Promise<void>;
}

/** What a person who waits may want to know. */
export type AskEvent =
  | { readonly kind: "waiting"; readonly model: string; readonly seconds: number; readonly reason: string }
  | { readonly kind: "connections"; readonly lane: string; readonly limit: number; readonly reason: string }
  | { readonly kind: "broken"; readonly model: string; readonly message: string }
  | {
      readonly kind: "attempt-failed";
      readonly model: string;
      readonly class: FaultClass;
      readonly status: number | null;
      readonly message: string;
    };
