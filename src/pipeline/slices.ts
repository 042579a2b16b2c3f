import { type Hash, hashRecord } from "./canonical.ts";
import { type InputContent, type KeyRecord, keyOf, sliceRecord } from "./key.ts";
import type { PlannedStage } from "./plan.ts";
import type { CutResult, SliceValues } from "./worker-protocol.ts";

/** One slice of a stage: its values, its key, and which answerer it asks. */
export interface PlannedSlice {
  readonly values: SliceValues;
  readonly record: KeyRecord;
  readonly key: Hash;
  readonly asks: string | null;
}

/** Content of a group that an input does not have. */
const NO_ROWS = hashRecord("candor rows", null);

/** Map columns by which an input is cut: those that it has. */
export function cutColumns(stage: PlannedStage, inputColumns: readonly string[]): string[] {
  return stage.definition.map.filter((column) => inputColumns.includes(column));
}

/** The part of a slice's values by which an input was cut. */
export function valuesOf(slice: SliceValues, columns: readonly string[]): SliceValues {
  return Object.fromEntries(columns.map((column) => [column, slice[column]!]));
}

/**
 * Slices of a mapped stage: the groups of its first input. `cuts` holds, per table input that is cut, its
 * columns and groups; an input that is not among them is passed whole.
 */
export function planSlices(
  stage: PlannedStage,
  record: KeyRecord,
  cuts: ReadonlyMap<string, { readonly by: readonly string[]; readonly groups: CutResult }>,
): PlannedSlice[] {
  const first = [...stage.definition.inputs.keys()][0]!;
  const rows = new Map(
    [...cuts].map(([name, { groups }]) => [
      name,
      new Map(groups.map((group) => [nameOf(group.values), group.rows])),
    ]),
  );
  return cuts.get(first)!.groups.map(({ values }) => {
    const inputs: Record<string, InputContent> = { ...record.inputs };
    for (const [name, { by }] of cuts)
      inputs[name] = { rows: rows.get(name)!.get(nameOf(valuesOf(values, by))) ?? NO_ROWS };
    const asks = stage.definition.ask === null ? null : String(values[stage.definition.ask]);
    const slice = sliceRecord(record, values, inputs, asks);
    return { values, record: slice, key: keyOf(slice), asks };
  });
}

/** A name for slice values whatever the order of their columns. */
function nameOf(values: SliceValues): string {
  return hashRecord("values", values);
}
