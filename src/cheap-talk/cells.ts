/** Columns that name a cell of the design. */
export interface CellKey {
  readonly model: string;
  readonly bias: number;
  readonly frame: string;
}

/**
 * Rows cut into cells of the design, model × bias × frame, in order of first appearance; rows keep their
 * order. O(n).
 */
export function byCell<Row extends CellKey>(rows: readonly Row[]): Row[][] {
  const cells = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.model, row.bias, row.frame]);
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [row]);
    else cell.push(row);
  }
  return [...cells.values()];
}
