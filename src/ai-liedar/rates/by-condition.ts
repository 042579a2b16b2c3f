import type { LabelsRow } from "../../../schemas/ai-liedar/labels.ts";
import { byteOrder } from "../../tables/canonical.ts";
import { CONDITIONS } from "../conditions.ts";

/** What tells rows of models and conditions apart. */
type Keyed = Pick<LabelsRow, "model" | "condition">;

/** The rows of one model in one condition. */
export interface ConditionGroup<Row> extends Keyed {
  readonly rows: readonly Row[];
}

/** Rows by model, in byte order, and condition, base first. Groups without rows are left out. */
export function byCondition<Row extends Keyed>(rows: readonly Row[]): ConditionGroup<Row>[] {
  const groups = new Map<string, Map<string, Row[]>>();
  for (const row of rows) {
    const own = groups.get(row.model) ?? new Map<string, Row[]>();
    groups.set(row.model, own);
    const group = own.get(row.condition);
    if (group === undefined) own.set(row.condition, [row]);
    else group.push(row);
  }
  return [...groups.keys()]
    .sort(byteOrder)
    .flatMap((model) =>
      CONDITIONS.map((condition) => ({
        model,
        condition,
        rows: groups.get(model)?.get(condition) ?? [],
      })),
    )
    .filter((group) => group.rows.length > 0);
}
