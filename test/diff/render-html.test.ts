import { createHash } from "node:crypto";
import fc from "fast-check";
import { type DefaultTreeAdapterMap, parse } from "parse5";
import { expect, test } from "vitest";
import { renderHtml } from "../../src/diff/render/html.ts";
import { printable } from "../../src/tables/untrusted.ts";
import { REPORT } from "./arbitrary.ts";
import { EQUAL, FIGURES, FULL, HOSTILE, hostile } from "./reports.ts";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

const ELEMENTS = new Set(
  (
    "html head meta title style body header main h1 h2 h3 dl dt dd span p ul li div table caption thead tbody tr th td " +
    "details summary code del ins b a figure figcaption img"
  ).split(" "),
);
const ATTRIBUTES = new Set(
  "lang charset http-equiv content name class scope href id open tabindex role aria-label data-label alt".split(
    " ",
  ),
);

test("the page names what differs and shows every change", () => {
  const page = textOf(renderHtml(FULL));
  for (const part of [
    "Artifacts differ: 7 of 24 tables, 4 of 7 figures, 2 of 2 other files, 5 stages",
    "main (commit 0123456789ab)",
    "param bins changed from 10 to 12",
    "column state_index retyped from int32 to float64",
    "The 6 largest of 37 changed cells",
    "A0.6608",
    "B0.3508",
    "Δ −0.31, 47 %",
    "1,800 pixels of 320 × 200 differ (2.8 %)",
    "B is not a whole Parquet file: its footer is missing",
    "Equal on both sides: 17 tables, 3 figures, 0 other files.",
  ]) {
    expect(page).toContain(part);
  }
});

test("equal sides are a page without sections", () => {
  const names = elementsOf(renderHtml(EQUAL)).map(({ tagName }) => tagName);
  expect(names).not.toContain("h2");
  expect(textOf(renderHtml(EQUAL))).toContain("Artifacts are equal: 24 tables, 7 figures and 1 other file");
});

test("changed cells stand in the table as it is: a row a key, a column a column", () => {
  const rows = elementsOf(renderHtml(FULL)).filter(({ tagName }) => tagName === "tr");
  const row = rows.find(
    (each) => textIn(each).startsWith("embedded/linear0.05honesty") && textIn(each).includes("0.3508"),
  );
  expect(row === undefined ? "" : textIn(row)).toBe(
    "embedded/linear0.05honestyA0.6608B0.3508Δ −0.31, 47 %A1B4Δ +3, 75 %·",
  );
});

test("sides are told apart without colour: by a letter, and added rows by a sign", () => {
  const elements = elementsOf(renderHtml(FULL));
  const texts = (name: string) => elements.filter(({ tagName }) => tagName === name).map(textIn);
  for (const text of texts("del")) expect(text).toMatch(/^(?:A|−$)/u);
  for (const text of texts("ins")) expect(text).toMatch(/^(?:B|\+$)/u);
});

test("figures are images of data, both sides and the difference; what is broken is not shown", () => {
  const sources = elementsOf(renderHtml({ ...FULL, figures: FIGURES }))
    .filter(({ tagName }) => tagName === "img")
    .map((image) => attribute(image, "src"));
  expect(sources.map((source) => source.slice(0, source.indexOf(",")))).toEqual([
    "data:image/svg+xml;base64",
    "data:image/svg+xml;base64",
    "data:image/png;base64",
    "data:image/svg+xml;base64",
    "data:image/svg+xml;base64",
  ]);
  const first = Buffer.from(sources[0]!.split(",")[1]!, "base64").toString("utf8");
  expect(first).toBe(FIGURES[0]!.a);
});

test("the policy lets in this style and pictures of data, nothing else", () => {
  const elements = elementsOf(renderHtml(FULL));
  const style = elements.find(({ tagName }) => tagName === "style")!;
  const hash = createHash("sha256").update(textIn(style)).digest("base64");
  const policy = elements.find((each) => attribute(each, "http-equiv") === "Content-Security-Policy")!;
  expect(attribute(policy, "content")).toBe(
    `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
  );
});

test("every link leads to a part of the page", () => {
  const elements = elementsOf(renderHtml(FULL));
  const ids = elements.map((each) => attribute(each, "id")).filter((id) => id !== "");
  expect(new Set(ids).size).toBe(ids.length);
  const links = elements.map((each) => attribute(each, "href")).filter((href) => href !== "");
  expect(links.length).toBeGreaterThan(5);
  for (const link of links) expect(ids.map((id) => `#${id}`)).toContain(link);
});

test.each(HOSTILE.map((text, i) => [i, text]))("hostile text %i is shown as text", (_, text) => {
  const page = renderHtml(hostile(text as string));
  expectHarmless(page);
  expect(textOf(page)).toContain(printable(text as string));
  // The same elements as of a harmless text of that length.
  const harmless = renderHtml(hostile("é".repeat((text as string).length)));
  const count = (of: string, name: string) => elementsOf(of).filter(({ tagName }) => tagName === name).length;
  for (const name of ["table", "tr", "td", "th", "details", "h1", "h2", "h3", "img", "a", "code"]) {
    expect([name, count(page, name)]).toEqual([name, count(harmless, name)]);
  }
});

test("any report is a page of known elements and attributes", () => {
  fc.assert(
    fc.property(REPORT, (report) => expectHarmless(renderHtml(report))),
    { numRuns: 50 },
  );
});

function expectHarmless(page: string): void {
  const faults = elementsOf(page).flatMap((element) => [
    ...(ELEMENTS.has(element.tagName) ? [] : [element.tagName]),
    ...element.attrs.filter(({ name, value }) => !isHarmless(name, value)),
  ]);
  expect(faults).toEqual([]);
}

function isHarmless(name: string, value: string): boolean {
  if (name === "href") return /^#(?:stage|table|figure)-\d+$/u.test(value);
  if (name === "src") return /^data:image\/(?:svg\+xml|png);base64,[A-Za-z0-9+/=]*$/u.test(value);
  return ATTRIBUTES.has(name);
}

function elementsOf(page: string): Element[] {
  const faults: string[] = [];
  const document = parse(page, { onParseError: ({ code }) => faults.push(code) });
  expect(faults).toEqual([]);
  return below(document).filter((node): node is Element => "tagName" in node);
}

function below(node: Node): Node[] {
  return "childNodes" in node ? node.childNodes.flatMap((child) => [child, ...below(child)]) : [];
}

function textOf(page: string): string {
  return textIn(parse(page));
}

function textIn(node: Node): string {
  return below(node)
    .map((each) => ("value" in each ? (each.value as string) : ""))
    .join("");
}

function attribute(element: Element, name: string): string {
  return element.attrs.find((each) => each.name === name)?.value ?? "";
}
