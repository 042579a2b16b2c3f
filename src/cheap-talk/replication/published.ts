import { type CsvCell, csvRecords, fault } from "../../tables/read-csv.ts";
import { shown } from "../../tables/untrusted.ts";

/** What is printed for N_CS at b = 0, where full revelation is an equilibrium. */
export const FULL = "Full";

/** One figure that the paper prints or publishes with its code. */
export interface PublishedFigure {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly table: string;
  readonly model: string | null;
  readonly bias: number | null;
  readonly frame: string | null;
  readonly spec: string | null;
  readonly measure: string;
  readonly value: number | typeof FULL;
  /** Decimals to which the table prints its figures; null where it gives them in full. */
  readonly decimals: number | null;
}

const COLUMNS = ["table", "model", "bias", "frame", "spec", "measure", "value"] as const;
type PublishedRecord = ReturnType<typeof csvRecords<(typeof COLUMNS)[number]>>[number];

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/** No table is printed to more decimals; what has more was written by a program, digits in full. */
const MOST_PRINTED = 6;

/** The name that stands for the models together. */
export const OVERALL = "overall";

/**
 * Reads data/published/cheap-talk.csv. The file keeps no trailing zeros (0.7 stands for 0.70), so a figure has the
 * decimals of its table: the most that any figure there shows.
 *
 * @throws RangeError `<file>:<line>:<column>: …` where a cell is not what its column holds, or a figure stands twice
 */
export function publishedFigures(text: string, file: string): PublishedFigure[] {
  const records = csvRecords(text, file, COLUMNS);
  const decimals = new Map<string, number>();
  const places = new Map<string, number>();
  for (const record of records) {
    const { table, value } = record;
    decimals.set(table.text, Math.max(decimals.get(table.text) ?? 0, decimalsOf(value.text)));
    const { value: _, ...name } = record;
    const key = JSON.stringify(Object.values(name).map((cell) => cell.text));
    const before = places.get(key);
    if (before !== undefined)
      throw fault(file, table, `a figure requires one line, got a second one (first: line ${before})`);
    places.set(key, table.line);
  }
  return records.map((record) => {
    const shownDecimals = decimals.get(record.table.text) as number;
    return { ...read(record, file), decimals: shownDecimals > MOST_PRINTED ? null : shownDecimals };
  });
}

function read(record: PublishedRecord, file: string): Omit<PublishedFigure, "decimals"> {
  const { table, model, bias, frame, spec, measure, value } = record;
  for (const [name, cell] of [
    ["table", table],
    ["measure", measure],
  ] as const)
    if (cell.text === "") throw fault(file, cell, `${name} requires a name, got an empty cell`);
  return {
    line: table.line,
    table: table.text,
    model: model.text || null,
    bias: bias.text === "" ? null : numberIn(bias, "bias", "a number or nothing", file),
    frame: frame.text || null,
    spec: spec.text || null,
    measure: measure.text,
    value: value.text === FULL ? FULL : numberIn(value, "value", `a number or ${FULL}`, file),
  };
}

function numberIn(cell: CsvCell, column: string, what: string, file: string): number {
  const value = NUMBER.test(cell.text) ? Number(cell.text) : Number.NaN;
  if (!Number.isFinite(value)) throw fault(file, cell, `${column} requires ${what}, got ${shown(cell.text)}`);
  return value + 0;
}

/** Digits after the point: 3 in "0.904", 4 in "1.5e-3", 0 in a text without a number. */
function decimalsOf(text: string): number {
  const [, fraction = "", exponent = "0"] = /^[-+]?\d*\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}

/** The models of the published run: every model that a figure names, in the order of the file. */
export function publishedModels(figures: readonly PublishedFigure[]): string[] {
  return [...new Set(figures.flatMap(({ model }) => (model === null || model === OVERALL ? [] : [model])))];
}
