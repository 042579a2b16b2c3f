import type { ReplicationRow } from "../../../schemas/cheap-talk/tables/replication.ts";
import { distinctTexts } from "../../tables/summary.ts";
import { agreement, type Here } from "./agreement.ts";
import { isPublishedEmbedding, restOnEmbedding, type WordedCell } from "./embedding.ts";
import { type OurTable, PLACES, type Place } from "./places.ts";
import { FULL, type PublishedFigure, publishedModels } from "./published.ts";

type Row = Readonly<{ [column: string]: unknown }>;

/** Rows of the tables that hold what is published. */
export type OurTables = { readonly [Table in OurTable]: readonly object[] };

export interface ReplicationSettings {
  /** Messages without a number, for every cell of the run. */
  readonly cells: readonly WordedCell[];
  /** Embedding that the decoders read. */
  readonly embedding: string;
}

/**
 * Every published figure beside ours, in the order of the published file.
 *
 * A figure of the published models together is here only where they, all of them and no others, are the models of
 * the run: another pool is another quantity. A figure that rests on an embedding other than the published one needs
 * MiniLM, whether the two happen to agree or not.
 *
 * @throws RangeError for a published table without a place, and for a place without its column
 */
export function replicate(
  figures: readonly PublishedFigure[],
  tables: OurTables,
  { cells, embedding }: ReplicationSettings,
): ReplicationRow[] {
  const isPool = isPublishedPool(figures, cells);
  const isExact = isPublishedEmbedding(embedding);
  return figures.map((figure): ReplicationRow => {
    const place = placeOf(figure);
    const here = !isPool && place.pooled(figure) ? null : find(figure, place, tables);
    const { difference, within } = agreement(figure, here);
    const actions = place.actions?.(figure) ?? null;
    const needsModel = !isExact && actions !== null && restOnEmbedding(actions, cells);
    const { line, table, model, bias, frame, spec, measure, value, decimals } = figure;
    return {
      line,
      table,
      model,
      bias,
      frame,
      spec,
      measure,
      published: value === FULL ? null : value,
      decimals,
      here: here === FULL ? null : here,
      difference,
      within_rounding: within,
      status:
        within === null ? "not here" : needsModel ? "needs MiniLM" : within ? "within rounding" : "differs",
    };
  });
}

/** Whether the models of the run are the published ones, all of them and no others. */
export function isPublishedPool(figures: readonly PublishedFigure[], cells: readonly WordedCell[]): boolean {
  const here = distinctTexts(cells, ({ model }) => model);
  return JSON.stringify(here) === JSON.stringify(publishedModels(figures).sort());
}

function placeOf({ table, line }: PublishedFigure): Place {
  const place = Object.hasOwn(PLACES, table) ? PLACES[table] : undefined;
  if (place === undefined)
    throw new RangeError(
      `replication requires a table among ${Object.keys(PLACES).join(", ")}, got "${table}" on line ${line}`,
    );
  return place;
}

function find(figure: PublishedFigure, place: Place, tables: OurTables): Here {
  const ours = place.ours(figure);
  const named = Object.entries(place.row(figure));
  const row = (tables[ours] as readonly Row[]).find((candidate) =>
    named.every(([column, value]) => candidate[column] === value),
  );
  if (row === undefined) return null;
  const column = place.column(figure);
  const value = row[column];
  if (value === undefined)
    throw new RangeError(
      `replication requires a column for the measure "${figure.measure}" of line ${figure.line}, got no ${column} in ${ours}`,
    );
  // Where there is no finite number of cells, every state can be told.
  if (column === "N_CS" && value === null) return FULL;
  return value as number | null;
}
