import { type CsvCell, csvRecords, fault } from "../../tables/read-csv.ts";
import { shown } from "../../tables/untrusted.ts";
import { CONDITIONS } from "../conditions.ts";
import { CATEGORIES } from "../scenarios/scenario.ts";

/** What the file calls the three categories together. */
export const ALL = "all";

const TABLES = ["overall", "base_by_category", "ablation", "steering", "human_validation"] as const;
const PLACES = [...CATEGORIES, ALL] as const;

/** One figure that the paper prints (arXiv:2409.09013). */
export interface PublishedFigure {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly table: (typeof TABLES)[number];
  readonly category: (typeof PLACES)[number];
  readonly condition: (typeof CONDITIONS)[number];
  /** null where models are taken together. */
  readonly model: string | null;
  readonly measure: string;
  readonly percent: number;
  /** Decimals to which the table prints this measure. */
  readonly decimals: number;
}

const COLUMNS = ["table", "category", "condition", "model", "measure", "percent"] as const;

const PERCENT = /^\d{1,3}(?:\.(\d+))?$/;

/**
 * Reads data/published/ai-liedar.csv. The file keeps no trailing zeros (72.5 stands for 72.50), so a figure has the
 * decimals of its table and measure: the most that any figure there shows.
 *
 * @throws RangeError `<file>:<line>:<column>: …` where a cell is not what its column holds, or a figure stands twice
 */
export function publishedFigures(text: string, file: string): PublishedFigure[] {
  const seen = new Map<string, number>();
  const decimals = new Map<string, number>();
  const oneOf = <Name extends string>(cell: CsvCell, column: string, names: readonly Name[]): Name => {
    const name = names.find((candidate) => candidate === cell.text);
    if (name === undefined)
      throw fault(file, cell, `${column} requires one of ${names.join(", ")}, got ${shown(cell.text)}`);
    return name;
  };
  const figures = csvRecords(text, file, COLUMNS).map((record) => {
    const { percent, measure } = record;
    const digits = PERCENT.exec(percent.text);
    if (digits === null || Number(percent.text) > 100)
      throw fault(file, percent, `percent requires a number from 0 to 100, got ${shown(percent.text)}`);
    if (measure.text === "") throw fault(file, measure, "measure requires a name, got an empty cell");
    const figure = {
      line: record.table.line,
      table: oneOf(record.table, "table", TABLES),
      category: oneOf(record.category, "category", PLACES),
      condition: oneOf(record.condition, "condition", CONDITIONS),
      model: record.model.text || null,
      measure: measure.text,
      percent: Number(percent.text),
    };
    const { line, percent: _, ...name } = figure;
    const key = JSON.stringify(Object.values(name));
    const before = seen.get(key);
    if (before !== undefined)
      throw fault(file, record.table, `a figure requires one line, got a second one (first: line ${before})`);
    seen.set(key, line);
    const place = `${figure.table}/${figure.measure}`;
    decimals.set(place, Math.max(decimals.get(place) ?? 0, digits[1]?.length ?? 0));
    return figure;
  });
  return figures.map((figure) => ({
    ...figure,
    decimals: decimals.get(`${figure.table}/${figure.measure}`) as number,
  }));
}
