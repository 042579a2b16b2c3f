import type { AnswerJournal } from "./answer-journal.ts";
import type { Hash } from "./canonical.ts";
import { type KeyRecord, keyOf } from "./key.ts";
import type { PlannedStage } from "./plan.ts";
import { type Asks, namesAsked } from "./slices.ts";
import type { Store, Trace } from "./store.ts";

/** Journal in which a stage looks answers up; null where it asks nobody, or answers are computed. */
export function journalOf({ answerers }: PlannedStage): AnswerJournal | null {
  for (const { journal } of answerers.values()) if (journal !== null) return journal;
  return null;
}

/** Journal that answers what one slice of a stage asks; null where answers are computed, or nothing is asked. */
export function journalOfSlice(
  { answerers }: PlannedStage,
  { asks }: { readonly asks: Asks },
): AnswerJournal | null {
  for (const name of namesAsked(asks)) {
    const journal = answerers.get(name)?.journal ?? null;
    if (journal !== null) return journal;
  }
  return null;
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

/**
 * A record with the answers that are looked up today, and which these are; null where they are not known. Where none is
 * missing a partial run is a whole one.
 */
export function knownRecord(
  journal: AnswerJournal,
  record: KeyRecord,
  store: Store,
): { readonly record: KeyRecord; readonly asked: readonly Hash[] } | null {
  for (const each of record.partial ? [{ ...record, partial: false }, record] : [record]) {
    const trace = knownTrace(journal, each, store);
    if (trace !== null) return { record: { ...each, answers: trace.answers }, asked: trace.asked };
  }
  return null;
}

/** The record of a stage with the answers that it looks up today, where they are known. */
export function withKnownAnswers(stage: PlannedStage, record: KeyRecord, store: Store): KeyRecord {
  const journal = journalOf(stage);
  return (journal === null ? null : knownRecord(journal, record, store))?.record ?? record;
}
