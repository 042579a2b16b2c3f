import { expect, test } from "vitest";
import { renderHtml } from "../../src/diff/render/html.ts";
import { renderMarkdown } from "../../src/diff/render/markdown.ts";
import { renderText } from "../../src/diff/render/text.ts";
import type { DiffReport, StageDifference, TableDifference } from "../../src/diff/report.ts";
import { change, EQUAL, table } from "./reports.ts";
import { difference } from "./tables/tables.ts";

const reportOf = (found: TableDifference): DiffReport => ({ ...EQUAL, equal: false, tables: [found] });

test("where no cell changed there is no heading of changes", async () => {
  const found = await difference("k,x\na,1\nb,2\n", "k,x\na,1\nc,2\n", ["k"]);
  const text = renderText(reportOf(found));
  expect(text).toContain("    - k=b, x=2\n    + k=c, x=2\n");
  expect(text).not.toContain("relative");
});

test("a column named # is a column", async () => {
  const keyed = await difference("#,x\n7,1\n8,2\n", "#,x\n7,2\n9,2\n", ["#"]);
  const text = renderText(reportOf(keyed));
  expect(text).toMatch(/^ {4}# +column/mu);
  expect(text).toContain("- #=8, x=2");
  expect(text).not.toMatch(/\brow\b +column/u);
  const narrow = renderText(
    reportOf(
      table("t.csv", {
        key: ["#"],
        changed: { ...keyed.changed, sample: [change({ "#": "k".repeat(60) }, "x".repeat(40), "a", "b")] },
      }),
    ),
    { width: 80 },
  );
  expect(narrow).toContain("#=kkk");
  expect(renderMarkdown(reportOf(keyed))).toContain("| <code>#</code> | column |");
  const page = renderHtml(reportOf(keyed));
  expect(page).toContain('data-label="#"');
  expect(page).not.toContain(">row<");
  const lonely = renderHtml(reportOf(await difference("#,x\n7,1\n", "#,x\n", [])));
  expect(lonely).toContain("<code>#</code>");
});

test("a row without a key is named by its place, whatever columns there are", async () => {
  const found = reportOf(await difference("#,x\n7,1\n", "#,x\n7,2\n", []));
  expect(renderText(found)).toMatch(/^ {4}row +column/mu);
  expect(renderMarkdown(found)).toContain("| row | column |");
  expect(renderHtml(found)).toContain('data-label="row"');
});

test("columns whose names are numbers keep the order of the table", async () => {
  const found = await difference(
    "name,2024,1999,7\na,1,2,3\nb,1,2,3\n",
    "name,2024,1999,7\na,1,2,4\nc,4,5,6\n",
    ["name", "7"],
  );
  expect(JSON.stringify(found.removed.sample[0])).toBe('{"name":"a","2024":1,"1999":2,"7":3}');
  expect(Object.keys(found.added.sample[0]!)).toEqual(["name", "2024", "1999", "7"]);
  expect(renderText(reportOf(found))).toContain("- name=a, 7=3, 2024=1, 1999=2");
  const heads = (page: string) => page.replace(/<[^>]*>/gu, "").replaceAll(/\s+/gu, " ");
  expect(heads(renderMarkdown(reportOf(found)))).toContain("| name | 7 | 2024 | 1999 |");
  const keyed = await difference("9,x,1\na,1,b\n", "9,x,1\na,2,b\n", ["9", "1"]);
  expect(JSON.stringify(keyed.changed.sample[0]!.key)).toBe('{"9":"a","1":"b"}');
  expect(renderText(reportOf(keyed))).toMatch(/^ {4}9 +1 +column/mu);
  const repeated = await difference("9,1\na,b\na,b\n", "9,1\na,b\n", ["9", "1"]);
  expect(renderText(reportOf(repeated))).toContain("such as 9=a, 1=b");
});

const input = (name: string) => ({
  kind: "inputs" as const,
  path: `inputs.${name}.rows`,
  was: "sha256:aa",
  is: "sha256:bb",
});
const STAGES: readonly StageDifference[] = [
  { stage: "s/a", change: "definition", rows: "differ", reasons: [input("z")] },
  { stage: "s/b", change: "bytes", rows: "same", reasons: [] },
  { stage: "s/c", change: "definition", rows: "same", reasons: [input("z")] },
  {
    stage: "s/z",
    change: "definition",
    rows: "differ",
    reasons: [{ kind: "params", path: "params.bins", was: 10, is: 12 }],
  },
];

test("stages whose own definition differs come first, those that follow from them in one list", () => {
  const text = renderText({ ...EQUAL, equal: false, stages: STAGES });
  expect(text).toContain(`stages
  s/z: its definition differs
    - param bins changed from 10 to 12
  s/b: equal rows in other bytes
  2 stages follow from these: s/a, s/c (its own rows do not differ)
`);
  const markdown = renderMarkdown({ ...EQUAL, equal: false, stages: STAGES });
  expect(markdown.indexOf("s/z")).toBeLessThan(markdown.indexOf("s/b"));
  expect(markdown.indexOf("s/b")).toBeLessThan(markdown.indexOf("s/a"));
  expect(markdown).toMatch(
    /<details><summary>2 stages follow from these<\/summary>.*s\/a.*s\/c.*<\/details>/su,
  );
  expect(markdown.match(/s\/a/gu)).toHaveLength(1);
  const page = renderHtml({ ...EQUAL, equal: false, stages: STAGES });
  expect(page.indexOf("s/z")).toBeLessThan(page.indexOf("s/a"));
  expect(page).toMatch(/<details[^>]*><summary>2 stages follow from these<\/summary>.*s\/a.*<\/details>/su);
});

test("where every stage follows, that is said", () => {
  const stages = STAGES.slice(0, 1);
  expect(renderText({ ...EQUAL, equal: false, stages })).toContain(
    "  1 stage follows from other rows of its inputs: s/a\n",
  );
});

test("of a stage with many reasons the first are told", () => {
  const reasons = Array.from({ length: 50 }, (_, i) => ({
    kind: "params" as const,
    path: `params.p${i}`,
    was: 0,
    is: 1,
  }));
  const text = renderText({ ...EQUAL, equal: false, stages: [{ ...STAGES[3]!, reasons }] });
  expect(text.split("\n").filter((line) => line.includes("- param"))).toHaveLength(20);
  expect(text).toContain("… and 30 more reasons");
});
