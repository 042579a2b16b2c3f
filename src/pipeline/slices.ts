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

/** One slice of a stage: its values, its key, and whom it asks. */
export interface PlannedSlice {
  readonly values: SliceValues;
  readonly record: KeyRecord;
  readonly key: Hash;
  readonly asks: Asks;
}

/** Whom a stage or a slice of it asks, by name. */
export interface Asks {
  /** Whom it asks where it says no more: the model that a column names, or `embedding`; null where there is none. */
  readonly named: string | null;
  /** The models that it asks beside that. */
  readonly beside: readonly string[];
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
    const slice = sliceRecord(record, values, inputs, asks.named, asks.beside);
    return { values, record: slice, key: keyOf(slice), asks };
  });
}

/** Whom a slice asks: the value of the column that `ask` names, or else what it says; and models in roles. */
export function asksWhom({ definition, beside }: PlannedStage, values: SliceValues): Asks {
  const { ask, map } = definition;
  return { named: ask !== null && map.includes(ask) ? String(values[ask]) : ask, beside };
}

/** Names of all whom it asks, each once. */
export function namesAsked({ named, beside }: Asks): string[] {
  return [...new Set([...(named === null ? [] : [named]), ...beside])];
}

/** A name for slice values whatever the order of their columns. */
function nameOf(values: SliceValues): string {
  return hashRecord("values", values);
}
