import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FAULTS, type Fault } from "../../src/advisors/live/faults.ts";

// The page for people says the same as the table that the program goes by.

const PAGE = "docs/collecting.md";
const HEAD = "| class | means | again | counts | stops the model | may be paid |";
const STOPS = {
  model: "after 3",
  repeated: "after 5",
  "unless-reached": "after 5, if nothing ever answered",
  no: "no",
} as const;
const yesOrNo = (is: boolean) => (is ? "yes" : "no");

/** Cells of the rows below a heading of the page. */
function rowsBelow(head: string): string[][] {
  const lines = readFileSync(new URL(`../../${PAGE}`, import.meta.url), "utf8").split("\n");
  const start = lines.indexOf(head);
  expect(start, `${PAGE} has a table with the heading ${head}`).toBeGreaterThan(-1);
  const rows = lines.slice(start + 2);
  return rows.slice(0, rows.indexOf("")).map((row) => row.slice(2, -2).split(" | "));
}

test("each class of faults stands in the page, in order, with what is done about it", () => {
  const documented = rowsBelow(HEAD).map(([name, , ...does]) => [name, ...does]);
  const faults: [string, Fault][] = Object.entries(FAULTS);
  expect(documented).toEqual(
    faults.map(([name, { retry, countsAgainstAttempts, breaks, maybePaid }]) => [
      `\`${name}\``,
      yesOrNo(retry),
      yesOrNo(countsAgainstAttempts),
      STOPS[breaks],
      yesOrNo(maybePaid),
    ]),
  );
});
