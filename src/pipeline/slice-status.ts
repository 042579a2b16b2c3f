import { tableFromBytes } from "../tables/arrow.ts";
import { cutTable } from "../tables/cut.ts";
import { rowsHash } from "../tables/rows-hash.ts";
import type { Hash } from "./canonical.ts";
import { keyOf } from "./key.ts";
import { journalOfSlice, knownTrace } from "./known-answers.ts";
import { readManifest } from "./manifest.ts";
import { type Plan, recordOf } from "./plan.ts";
import { cutColumns, journalCuts, planSlices, tableCut } from "./slices.ts";
import { Store } from "./store.ts";
import type { SliceValues } from "./worker-protocol.ts";

/**
 * The first slice of a mapped stage that the store does not hold, by the rows that its inputs have now; null
 * where all are there, or where the inputs' rows are not in the store.
 */
export function firstStaleSlice(plan: Plan, id: string): SliceValues | null {
  const stage = plan.stages.get(id)!;
  const manifest = readManifest(plan.engine.root, plan.basket.name);
  const store = new Store(plan.engine.root, () => {});
  const cuts = journalCuts(stage);
  for (const [name, input] of stage.definition.inputs) {
    if (input.kind !== "stage") continue;
    const from = plan.stages.get(input.stage)!;
    const by = cutColumns(stage, from.columns);
    if (by.length === 0) continue;
    const table = store.getResult(manifest.stages[input.stage]!.key)?.table ?? null;
    const bytes = table === null ? null : store.getBlob(table);
    if (bytes === null) return null;
    const slices = [...cutTable(tableFromBytes(bytes), by).values()];
    const groups = slices.map((slice) => ({
      values: slice.values,
      rows: rowsHash(slice.table, from.schema!.json) as Hash,
    }));
    cuts.set(name, tableCut(by, groups));
  }
  const record = recordOf(stage, plan.engine, (input) => manifest.stages[input]!);
  const stale = planSlices(stage, record, cuts).find((slice) => {
    const journal = journalOfSlice(stage, slice);
    const trace = journal === null ? null : knownTrace(journal, slice.record, store);
    const answered = trace === null ? slice.record : { ...slice.record, answers: trace.answers };
    return store.getResult(keyOf(answered)) === null;
  });
  return stale?.values ?? null;
}
