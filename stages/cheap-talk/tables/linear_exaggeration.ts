import type { ParsedRow } from "../../../schemas/cheap-talk/parsed.ts";
import type { LinearExaggerationRow } from "../../../schemas/cheap-talk/tables/linear_exaggeration.ts";
import { PUBLISHED, referenceSenders } from "../../../src/cheap-talk/captions.ts";
import { firstUnsignedNumber } from "../../../src/cheap-talk/numbers.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { line } from "../../../src/statistics/regression.ts";
import { caption, countMissing, missing } from "../../../src/tables/captions.ts";
import { groupBy } from "../../../src/tables/summary.ts";

/** Table 6: how the reported number moves with the state, and how much is added to it. */
export default function linearExaggeration({
  parsed,
}: {
  readonly parsed: readonly ParsedRow[];
}): CaptionedTable<LinearExaggerationRow> {
  const reports = parsed.map(({ model, bias, omega, message }) => ({
    model,
    bias,
    omega,
    report: firstUnsignedNumber(message),
  }));
  const byBias = groupBy(reports, (row) => String(row.bias));
  const byModel = groupBy(reports, (row) => row.model);
  const rows: LinearExaggerationRow[] = [];
  for (const [group, members] of byBias)
    rows.push({ scope: "bias", group, ...exaggeration(members, Number(group)) });
  for (const [group, members] of byModel) {
    const positive = members.filter((row) => row.bias > 0);
    rows.push({ scope: "model", group, ...exaggeration(positive, null) });
  }
  // intercept_minus_bias is left empty for a model, whose biases differ: that is no missing value.
  const undefinedDifferences = rows.filter((row) => row.scope === "bias" && row.slope === null).length;
  return {
    rows,
    caption: caption(
      "Least-squares line report = intercept + slope·ω over the messages with a number (the first one, not clipped; n in the table): all models at one bias, and each model over the positive biases together. No receiver is fitted; no intervals.",
      PUBLISHED,
      missing(
        countMissing(rows, ["slope", "intercept"]) + undefinedDifferences,
        "a line needs numbers in at least two messages with different states",
      ),
      referenceSenders(byModel.keys()),
    ),
  };
}

function exaggeration(
  members: readonly { readonly omega: number; readonly report: number | null }[],
  bias: number | null,
) {
  const numeric = members.filter((row) => row.report !== null);
  const fit = line(
    numeric.map((row) => row.omega),
    numeric.map((row) => row.report as number),
  );
  return {
    slope: fit?.slope ?? null,
    intercept: fit?.intercept ?? null,
    intercept_minus_bias: fit === null || bias === null ? null : fit.intercept - bias,
    n: numeric.length,
  };
}
