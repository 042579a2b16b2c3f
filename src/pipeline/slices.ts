import { type Hash, hashRecord } from "./canonical.ts";
import { groupsBy, type JournalGroup } from "./journal.ts";
import { type InputContent, type KeyRecord, keyOf, sliceRecord } from "./key.ts";
import type { JournalPart, PlannedStage } from "./plan.ts";
import type { CutResult, SliceValues } from "./worker-protocol.ts";

/** An input cut by map columns: the columns, and the content of each group. */
export interface Cut {
  readonly by: readonly string[];
  readonly groups: readonly { readonly values: SliceValues; readonly content: InputContent }[];
}

/** One slice of a stage: its values, its key, and which answerer it asks. */
export interface PlannedSlice {
  readonly values: SliceValues;
  readonly record: KeyRecord;
  readonly key: Hash;
  readonly asks: string | null;
}

/** Content of a group that an input does not have. */
const NO_ROWS: InputContent = { rows: hashRecord("candor rows", null) };

/** Map columns by which an input is cut: those that it has. */
export function cutColumns(stage: PlannedStage, inputColumns: readonly string[]): string[] {
  return stage.definition.map.filter((column) => inputColumns.includes(column));
}

/** The part of a slice's values by which an input was cut. */
export function valuesOf(slice: SliceValues, columns: readonly string[]): SliceValues {
  return Object.fromEntries(columns.map((column) => [column, slice[column]!]));
}

/** A table cut by its columns. */
export function tableCut(by: readonly string[], groups: CutResult): Cut {
  return { by, groups: groups.map(({ values, rows }) => ({ values, content: { rows } })) };
}

/** The journal inputs of a mapped stage, cut. */
export function journalCuts(stage: PlannedStage): Map<string, Cut> {
  const cuts = new Map<string, Cut>();
  for (const [name, part] of stage.journals) {
    const by = journalColumns(stage, part);
    const groups = groupsBy(part.groups, by);
    cuts.set(name, {
      by,
      groups: groups.map(({ values, content }) => ({ values, content: { journal: content } })),
    });
  }
  return cuts;
}

/** Lines of a journal that belong to a slice; all of them for a stage that is not mapped. */
export function journalLines(stage: PlannedStage, part: JournalPart, slice: SliceValues): JournalGroup[] {
  const by = journalColumns(stage, part);
  return part.groups.filter(({ values }) => by.every((column) => values[column] === slice[column]));
}

function journalColumns(stage: PlannedStage, { groups }: JournalPart): string[] {
  return cutColumns(stage, Object.keys(groups[0]?.values ?? {}));
}

/**
 * Slices of a mapped stage: the groups of its first input. `cuts` holds every input that is cut; an input that is
 * not among them is passed whole.
 */
export function planSlices(
  stage: PlannedStage,
  record: KeyRecord,
  cuts: ReadonlyMap<string, Cut>,
): PlannedSlice[] {
  const contents = new Map(
    [...cuts].map(([name, { groups }]) => [
      name,
      new Map(groups.map((group) => [nameOf(group.values), group.content])),
    ]),
  );
  return cuts.get(record.sliced!)!.groups.map(({ values }) => {
    const inputs: Record<string, InputContent> = { ...record.inputs };
    for (const [name, { by }] of cuts)
      inputs[name] = contents.get(name)!.get(nameOf(valuesOf(values, by))) ?? NO_ROWS;
    const asks = asksWhom(stage, values);
    const slice = sliceRecord(record, values, inputs, asks);
    return { values, record: slice, key: keyOf(slice), asks };
  });
}

/** Name of the answerer that a slice asks: the value of the column that `ask` names, or else the role itself. */
export function asksWhom({ definition: { ask, map } }: PlannedStage, values: SliceValues): string | null {
  return ask !== null && map.includes(ask) ? String(values[ask]) : ask;
}

/** A name for slice values whatever the order of their columns. */
function nameOf(values: SliceValues): string {
  return hashRecord("values", values);
}
