import { existsSync } from "node:fs";
import path from "node:path";
import { AnswerJournal } from "../../pipeline/answer-journal.ts";
import type { Hash, Json } from "../../pipeline/canonical.ts";
import { rolesAsked } from "../../pipeline/definition.ts";
import { journalFile } from "../../pipeline/journal.ts";
import { asksModels, type Plan } from "../../pipeline/plan.ts";
import { byteOrder } from "../../tables/canonical.ts";
import type { Design } from "../lock.ts";
import { askingBeforeData } from "../planned-requests.ts";
import { readArtifacts } from "../rebuild/tree.ts";
import { NOTHING_SCANNED, scanJournal } from "./journal-scan.ts";
import { JOURNAL, type JournalState, type Leaf } from "./report.ts";
import { requestsByStage, sliceOf } from "./requests.ts";

/**
 * The journals of answers of models against what was planned: how many of the frozen requests are answered, and how
 * many answers there are to others. Senders that compute their answers record none. Throws a Failure for a damaged
 * journal.
 *
 * @param today keys that today's design plans where it is another one; null where that is not known
 */
export async function journalStates(
  plan: Plan,
  frozen: Design,
  names: ReadonlyMap<string, string>,
  today: ReadonlySet<string> | null,
): Promise<JournalState[]> {
  const { root } = plan.engine;
  const planned = new Map<string, { stages: Set<string>; keys: Set<Hash> }>();
  const of = (study: string) => {
    const file = journalFile(plan.basket.name, study);
    const known = planned.get(file) ?? { stages: new Set<string>(), keys: new Set<Hash>() };
    planned.set(file, known);
    return known;
  };
  for (const { definition, answerers } of plan.stages.values())
    if (asksModels(definition) && [...answerers.values()].some(({ journal }) => journal !== null))
      of(definition.study).stages.add(definition.id);
  for (const [stage, slices] of requestsByStage(frozen.requests, names)) {
    const ask = (plan.definitions.get(stage) ?? frozen.stages[stage])?.ask ?? null;
    for (const [slice, keys] of slices) {
      if (isComputed(frozen, ask, sliceOf(slice))) continue;
      const { keys: all, stages } = of(stage.split("/")[0]!);
      stages.add(stage);
      for (const key of keys) all.add(key as Hash);
    }
  }
  // A journal that nobody looks answers up in any more, and that was there.
  for (const [file, count] of Object.entries(frozen.answers))
    if (count > 0 && !planned.has(file) && !existsSync(path.join(root, file)))
      planned.set(file, { stages: new Set(), keys: new Set() });
  const beforeData = new Set(askingBeforeData(plan));
  const states: JournalState[] = [];
  for (const [file, { stages, keys }] of [...planned].sort((a, b) => byteOrder(a[0], b[0]))) {
    const journal = await AnswerJournal.open(root, file);
    try {
      let answered = 0;
      for (const key of keys) if (journal.has(key)) answered++;
      const atFreeze = Object.hasOwn(frozen.answers, file) ? frozen.answers[file]! : 0;
      const gone = journal.content === null;
      const scanned = gone
        ? NOTHING_SCANNED
        : await scanJournal(root, file, {
            has: (key) => keys.has(key) || today?.has(key) === true,
            atFreeze,
            dependent: today === null || dependsOnAnswers(plan, file, beforeData),
          });
      states.push({
        file,
        atFreeze,
        answers: journal.size,
        planned: keys.size,
        answered,
        unplanned: journal.size - answered,
        ...scanned,
        gone,
        made: gone ? madeHere(plan, stages) : [],
        stages: [...stages].sort(byteOrder),
      });
    } finally {
      journal.close();
    }
  }
  return states;
}

/** Stages whose artifacts here cannot have been made without answers. */
function madeHere(plan: Plan, stages: ReadonlySet<string>): string[] {
  const { entries } = readArtifacts(plan.engine.root, plan.basket.name);
  return [...stages]
    .filter(
      (id) =>
        Object.hasOwn(entries, id) &&
        entries[id]!.missing === undefined &&
        entries[id]!.record.partial !== true,
    )
    .sort(byteOrder);
}

/**
 * Whether a stage that looks answers up in a journal asks what could not be planned: about answers, on demand, or one
 * model about what another one said, which its line in the journal does not tell.
 */
function dependsOnAnswers(plan: Plan, file: string, beforeData: ReadonlySet<string>): boolean {
  return [...plan.definitions.values()].some(
    (stage) =>
      asksModels(stage) &&
      journalFile(plan.basket.name, stage.study) === file &&
      (!beforeData.has(stage.id) || rolesAsked(stage).length > 1),
  );
}

/** Answers outside the design as leaves: they change no stage, and somebody must say why they were asked for. */
export function journalLeaves(journals: readonly JournalState[]): Leaf[] {
  return journals.flatMap(({ file, outside }): Leaf[] => {
    const answers = outside.reduce((sum, each) => sum + each.answers, 0);
    if (answers === 0) return [];
    const address = `${JOURNAL}.${file}`;
    return [
      {
        address,
        section: JOURNAL,
        name: file,
        change: "deviation",
        was: 0,
        is: answers,
        stages: [],
        deviating: [],
      },
    ];
  });
}

/** Whether the model that a slice asks computed its answers when it was frozen. */
function isComputed(frozen: Design, ask: string | null, slice: Json): boolean {
  if (typeof slice !== "object" || slice === null || Array.isArray(slice)) return false;
  const values = slice as Readonly<Record<string, Json>>;
  const model = String(values.asks ?? (ask === null ? null : values[ask]));
  if (!Object.hasOwn(frozen.models, model)) return false;
  return (frozen.models[model] as { provider?: unknown } | null)?.provider === "embedded";
}
