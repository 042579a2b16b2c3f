import type { AnswerJournal } from "./answer-journal.ts";
import { type KeyRecord, keyOf } from "./key.ts";
import type { PlannedStage } from "./plan.ts";
import type { Store, Trace } from "./store.ts";

/** Journal in which a stage looks answers up; null where it asks nobody, or answers are computed. */
export function journalOf({ answerers }: PlannedStage): AnswerJournal | null {
  for (const { journal } of answerers.values()) if (journal !== null) return journal;
  return null;
}

/** Journal that answers one slice of a stage. */
export function journalOfSlice(
  { answerers }: PlannedStage,
  { asks }: { readonly asks: string | null },
): AnswerJournal | null {
  return asks === null ? null : (answerers.get(asks)?.journal ?? null);
}

/**
 * Which answers something looks up is known only once it has run. What it looked up then tells whether the journal
 * still gives the same: if so it need not run again, however much was appended meanwhile.
 *
 * @returns what it looked up when the answers were today's, or null
 */
export function knownTrace(journal: AnswerJournal, record: KeyRecord, store: Store): Trace | null {
  const traces = store.getTraces(keyOf(record));
  return traces.find(({ asked, answers }) => journal.answersTo(asked) === answers) ?? null;
}

/** The record of a stage with the answers that it looks up today, where they are known. */
export function withKnownAnswers(stage: PlannedStage, record: KeyRecord, store: Store): KeyRecord {
  const journal = journalOf(stage);
  const trace = journal === null ? null : knownTrace(journal, record, store);
  return trace === null ? record : { ...record, answers: trace.answers };
}
