import type { LiveAsker } from "../advisors/live/ask.ts";
import type { AskHooks, Outcome } from "../advisors/live/outcome.ts";
import { worstTokens } from "../advisors/live/request.ts";
import {
  type AnswerLine,
  type ErrorLine,
  LINE_VERSION,
  type RecordedAnswer,
} from "../pipeline/answer-lines.ts";
import type { Hash } from "../pipeline/canonical.ts";
import type { LiveModel } from "../pipeline/definition.ts";
import type { AskRequest } from "../pipeline/stage.ts";
import type { Budget } from "./budget.ts";
import { costOf, priceOf } from "./cost.ts";
import type { JournalAppender } from "./journal/appender.ts";
import { requestHash, requestOfLine } from "./request-line.ts";
import type { Halt, Tally } from "./tally.ts";

export interface ModelAnswersOptions {
  readonly asker: LiveAsker;
  /** Journal of the study. */
  readonly journal: JournalAppender;
  readonly tally: Tally;
  readonly budget: Budget | null;
  /** Most requests that are still to be asked; null for all. */
  readonly limit: { left: number } | null;
  /** Whether a model has the key that it wants. */
  readonly hasKey: (model: LiveModel) => boolean;
  /** Told once of each reason that stops the whole. */
  readonly halted: (why: Halt) => void;
}

/** Asks models, and puts what comes into the journal before anybody sees it. Equal requests are asked once. */
export class ModelAnswers {
  readonly #options: ModelAnswersOptions;
  readonly #asking = new Map<Hash, Promise<RecordedAnswer | null>>();

  constructor(options: ModelAnswersOptions) {
    this.#options = options;
  }

  /**
   * The answer to a request, recorded; null where none came. Rejects with a Failure where it could not be recorded.
   */
  answer(model: LiveModel, key: Hash, request: AskRequest): Promise<RecordedAnswer | null> {
    let asking = this.#asking.get(key);
    if (asking === undefined) {
      asking = this.#ask(model, key, request);
      this.#asking.set(key, asking);
    }
    return asking;
  }

  async #ask(model: LiveModel, key: Hash, request: AskRequest): Promise<RecordedAnswer | null> {
    const { asker, budget, limit, tally, hasKey, halted } = this.#options;
    if (!hasKey(model)) return null;
    if (limit !== null && limit.left <= 0) {
      halted("limit");
      return null;
    }
    if (limit !== null) limit.left--;
    const counts = tally.of(model.name);
    const worst = priceOf(model, worstTokens(model.asked, request)) ?? 0;
    const reservation = budget?.open();
    let sent = false;
    const admitted = (yes: boolean) => {
      if (yes && !sent) counts.inFlight++;
      sent ||= yes;
      return yes;
    };
    const hooks: AskHooks = {
      admit: (maybePaid) => {
        const granted = reservation?.raise((maybePaid + 1) * worst) ?? true;
        return typeof granted === "boolean" ? admitted(granted) : granted.then(admitted);
      },
      failed: (maybePaid) => reservation?.lower(maybePaid * worst),
      keep: async (outcome) => {
        const line = lineOf(model, key, request, outcome);
        await this.#options.journal.append(line);
        counts.failedAttempts += outcome.attempts.length;
        if (line.kind === "answer") tally.answered(model, line);
        else counts.errors++;
      },
    };
    try {
      const outcome = await asker.ask(model, request, hooks);
      reservation?.close(costOfOutcome(model, outcome, worst));
      if (outcome.kind === "answer") return outcome.answer;
      if (outcome.kind === "not-asked") {
        counts.failedAttempts += outcome.attempts.length;
        if (limit !== null) limit.left++;
        if (outcome.why !== "breaker") halted(outcome.why);
      }
      return null;
    } finally {
      reservation?.close(worst);
      if (sent) counts.inFlight--;
    }
  }
}

/** What a request cost at most: an attempt without an answer that may have been charged counts at its worst. */
function costOfOutcome(model: LiveModel, outcome: Outcome, worst: number): number {
  const answer = outcome.kind === "answer" ? (costOf(model, outcome.record.usage) ?? worst) : 0;
  return answer + outcome.maybePaid * worst;
}

function lineOf(
  model: LiveModel,
  key: Hash,
  request: AskRequest,
  outcome: Exclude<Outcome, { kind: "not-asked" }>,
): AnswerLine | ErrorLine {
  const about = {
    repeat: request.repeat ?? 0,
    asked: model.asked,
    attempts: outcome.attempts,
    maybe_paid: outcome.maybePaid,
    at: new Date().toISOString(),
  };
  return outcome.kind === "answer"
    ? {
        kind: "answer",
        v: LINE_VERSION,
        key,
        answer: outcome.answer,
        ...about,
        request: requestOfLine(request),
        record: outcome.record,
      }
    : {
        kind: "error",
        v: LINE_VERSION,
        key,
        error: outcome.error,
        worst: worstTokens(model.asked, request),
        ...about,
        request: { hash: requestHash(request) },
      };
}
