import type { RatesRow } from "../../../schemas/ai-liedar/rates.ts";
import type { LiedarReplicationRow } from "../../../schemas/ai-liedar/tables/replication.ts";
import { ALL, type PublishedFigure } from "./published.ts";

/** A figure of human validation in this run, in percent, with the episodes that it rests on. */
export interface ValidationFigure {
  readonly category: string;
  readonly measure: string;
  readonly here: number | null;
  readonly here_lo: number | null;
  readonly here_hi: number | null;
  readonly n: number | null;
}

type Here = Pick<LiedarReplicationRow, "here" | "here_lo" | "here_hi" | "n">;

const NOT_HERE: Here = { here: null, here_lo: null, here_hi: null, n: null };

/**
 * Every published figure beside ours, in the order of the published file. A published rate has no interval, so it is
 * asked whether it is inside ours, half a unit of its last decimal allowed on either side: that says whether this run
 * is at odds with it, not that the two are equal.
 *
 * @param rates every rate of the run; `all` of the paper is the unweighted mean of categories
 * @param validation figures from annotated episodes, where there are any
 */
export function replicate(
  figures: readonly PublishedFigure[],
  rates: readonly RatesRow[],
  validation: readonly ValidationFigure[],
): LiedarReplicationRow[] {
  return figures.map((figure): LiedarReplicationRow => {
    const { line, table, category, condition, model, measure, percent } = figure;
    const here = table === "human_validation" ? validated(figure, validation) : rated(figure, rates);
    return {
      line,
      table,
      category,
      condition,
      model,
      measure,
      published: percent,
      ...here,
      status: statusOf(figure, here),
    };
  });
}

function rated(figure: PublishedFigure, rates: readonly RatesRow[]): Here {
  const pool = figure.category === ALL ? "mean_of_categories" : figure.category;
  const row = rates.find(
    (candidate) =>
      candidate.model === figure.model &&
      candidate.condition === figure.condition &&
      candidate.category === pool &&
      candidate.measure === figure.measure,
  );
  if (row === undefined || row.rate === null) return NOT_HERE;
  return { here: row.rate, here_lo: row.rate_lo, here_hi: row.rate_hi, n: row.n };
}

function validated(figure: PublishedFigure, validation: readonly ValidationFigure[]): Here {
  const own = validation.find(
    ({ category, measure }) => category === figure.category && measure === figure.measure,
  );
  if (own === undefined || own.here === null) return NOT_HERE;
  return { here: own.here, here_lo: own.here_lo, here_hi: own.here_hi, n: own.n };
}

function statusOf(
  { percent, decimals }: PublishedFigure,
  { here, here_lo, here_hi }: Here,
): LiedarReplicationRow["status"] {
  if (here === null) return "not here";
  if (here_lo === null || here_hi === null) return "no interval";
  // The last term is what another order of summation may move.
  const half = Number(`5e-${decimals + 1}`) + 1e-9;
  return here_lo - half <= percent && percent <= here_hi + half ? "inside the interval" : "outside";
}
