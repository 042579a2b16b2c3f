/** Grouping and averaging for the tables: missing is left out, and the mean of nothing is missing. */

/** Rows by a text key, groups in the order in which they first occur. */
export function groupBy<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return groups;
}

/** The different values of a text column, in the order of their UTF-16 code units. */
export function distinctTexts<Row>(rows: readonly Row[], column: (row: Row) => string): string[] {
  return [...new Set(rows.map(column))].sort();
}

/** The different values of a number column, ascending. */
export function distinctNumbers<Row>(rows: readonly Row[], column: (row: Row) => number): number[] {
  return [...new Set(rows.map(column))].sort((a, b) => a - b);
}

/** Mean of the values that are there; null where there is none. Sums in order. */
export function meanOfPresent(values: readonly (number | null)[]): number | null {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value === null) continue;
    sum += value;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** Share of true among the values that are there; null where there is none. */
export function shareOfPresent(values: readonly (boolean | null)[]): number | null {
  return meanOfPresent(values.map((value) => (value === null ? null : Number(value))));
}

/** a − b, missing where either is. */
export function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}
