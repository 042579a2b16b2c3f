import { PNG } from "pngjs";
import { afterAll, expect, test } from "vitest";
import type { FigureDifference } from "../../src/diff/report.ts";
import { Project } from "../project.ts";
import { diffJson } from "./repository.ts";

const project = new Project({});
afterAll(() => project.dispose());

const svg = (body: string, size = 'width="40" height="30"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${body}</svg>\n`;

/** The one difference of two figures. */
function compare(a: string | Uint8Array, b: string | Uint8Array): FigureDifference {
  project.write("a/figure.svg", a);
  project.write("b/figure.svg", b);
  const { figures, tables, files, same } = diffJson(project, ["a", "b"]);
  expect([figures.length, tables.length, files.length, same.figures]).toEqual([1, 0, 0, 0]);
  return figures[0]!;
}

const square = svg('<rect width="10" height="10" fill="#0072B2"/>');

test("equal figures are the same", () => {
  project.write("a/figure.svg", square);
  project.write("b/figure.svg", square);
  expect(diffJson(project, ["a", "b"])).toMatchObject({
    equal: true,
    figures: [],
    same: { figures: 1, tables: 0, files: 0 },
  });
});

test("pixels that differ are counted and marked, every one", () => {
  const moved = svg('<rect x="1" width="10" height="10" fill="#0072B2"/>');
  const { change, fault, a, b, pixels } = compare(square, moved);
  expect({ change, fault, a, b }).toEqual({ change: "pixels", fault: null, a: square, b: moved });
  expect(pixels).toMatchObject({ width: 40, height: 30, differing: 20 });
  const marked = PNG.sync.read(Buffer.from(pixels!.image, "base64"));
  const vermilion = Array.from({ length: 40 * 30 }, (_, i) => marked.data.subarray(4 * i, 4 * i + 3)).filter(
    ([r, g, blue]) => r === 213 && g === 94 && blue === 0,
  );
  expect(vermilion).toHaveLength(20);
});

test("the smallest difference of a colour counts", () => {
  expect(compare(square, square.replace("B2", "B3")).pixels!.differing).toBe(100);
});

test("another text that draws the same is told as such", () => {
  const commented = square.replace("<rect", "<!-- blue --><rect");
  expect(compare(square, commented)).toMatchObject({
    change: "text",
    fault: null,
    pixels: { differing: 0 },
  });
});

test("letters are drawn: another word is another picture", () => {
  const word = (text: string) =>
    svg(`<text y="20" font-family="Helvetica, Arial, sans-serif">${text}</text>`);
  expect(compare(word("mean"), word("mode")).pixels!.differing).toBeGreaterThan(20);
  expect(compare(svg(""), word("mean")).pixels!.differing).toBeGreaterThan(20);
});

test("of figures of different sizes what only one shows differs", () => {
  const wide = square.replace('width="40"', 'width="60"').replace('height="30"', 'height="20"');
  expect(compare(square, wide)).toMatchObject({
    change: "pixels",
    pixels: { width: 60, height: 30, differing: 20 * 20 + 40 * 10 },
  });
});

test.each<[string, string | Uint8Array, RegExp]>([
  ["cut in the middle", square.slice(0, 90), /no SVG that can be drawn/u],
  ["empty", "", /no SVG that can be drawn/u],
  ["not UTF-8", Uint8Array.of(0x3c, 0xff, 0xfe), /not UTF-8/u],
  ["huge", svg("", 'width="1e9" height="1e9"'), /1000000000 × 1000000000 pixels large/u],
  ["without a size", svg("", 'width="0.0001" height="0.0001"'), /no size/u],
  ["with a script", svg("<script>fetch('http://127.0.0.1')</script>"), /holds a script/u],
  ["with an event handler", svg('<rect onload="alert(1)"/>'), /event handler/u],
  ["with an image from a server", svg('<image xlink:href="http://127.0.0.1/x.png"/>'), /outside of it/u],
  ["with a file of this machine", svg('<image href="file:///etc/hostname"/>'), /outside of it/u],
  ["with another SVG inside", svg('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'), /outside of it/u],
  ["with a style from a server", svg('<rect style="fill:url(http://127.0.0.1/#a)"/>'), /outside of it/u],
  ["with an imported style sheet", svg("<style>@import 'http://127.0.0.1/x.css';</style>"), /style sheet/u],
  ["with a foreign document", svg("<foreignObject><p/></foreignObject>"), /foreign document/u],
  ["with entities", `<!DOCTYPE svg [<!ENTITY a "b">]>${svg("<text>&a;</text>")}`, /declares entities/u],
  ["that moves", svg('<rect><animate attributeName="x" to="5"/></rect>'), /moves/u],
  [
    "with a script under any prefix",
    svg('<a-b:script xmlns:a-b="http://www.w3.org/2000/svg"/>'),
    /holds a script/u,
  ],
  [
    "with a script under a prefix of letters",
    svg('<ä.1:script xmlns:ä.1="http://www.w3.org/2000/svg"/>'),
    /holds a script/u,
  ],
  ["with a style in escapes", svg('<rect style="fill:u\\72l(http://127.0.0.1/#a)"/>'), /written in escapes/u],
  ["with a paint in escapes", svg("<rect fill='u\\72l(http://127.0.0.1/#a)'/>"), /written in escapes/u],
  [
    "with escapes after a quotation mark",
    svg('<rect style="a:&quot;&quot;;fill:u\\72l(http://127.0.0.1/#a)"/>'),
    /written in escapes/u,
  ],
  [
    "with a style sheet in escapes",
    svg("<style><![CDATA[@\\69mport 'http://127.0.0.1/x.css';]]></style>"),
    /written in escapes/u,
  ],
  [
    "with escapes as references",
    svg('<rect style="fill:u&#92;72l(http://127.0.0.1/#a)"/>'),
    /written in escapes/u,
  ],
  ["with a style as references", svg('<rect style="fill:&#117;rl(http://127.0.0.1/#a)"/>'), /outside of it/u],
  ["with another base", svg('<g xml:base="http://127.0.0.1/"><use href="#a"/></g>'), /outside of it/u],
  [
    "with a million spaces",
    svg(`<rect style="fill:url(${" ".repeat(1_000_000)}http://127.0.0.1/#a)"/>`),
    /outside of it/u,
  ],
  [
    "that moves under any prefix",
    svg('<s-1:set xmlns:s-1="http://www.w3.org/2000/svg" attributeName="x" to="5"/>'),
    /moves/u,
  ],
  ["nested without end", svg("<g opacity='.5'>".repeat(20000) + "</g>".repeat(20000)), /can be drawn/u],
  ["larger than 8 MiB", svg(" ".repeat(8 * 1024 * 1024)), /bytes; figures above/u],
])("a figure %s is not drawn, and it is said why", (_, hostile, why) => {
  const { change, fault, pixels } = compare(square, hostile);
  expect({ change, pixels }).toEqual({ change: "unreadable", pixels: null });
  expect(fault).toMatch(why);
  expect(fault).toMatch(/^the one in B /u);
});

test.each([
  ["text with a backslash", svg('<text aria-label="\\alpha">\\alpha &lt;script&gt;</text>')],
  [
    "a paint of its own",
    svg(
      '<defs><linearGradient id="a"/></defs><rect style="fill:url( &quot;#a&quot; )"/><use xlink:href="#a"/>',
    ),
  ],
  ["a style sheet", svg("<style>rect { fill: red; }</style><rect/>")],
])("a figure with %s is drawn", (_, harmless) => {
  expect(compare(square, harmless)).toMatchObject({ change: "pixels", fault: null });
});

test("when the time for figures is spent the rest are not drawn, and it is said", () => {
  let defs = '<rect id="a0" width="1" height="1"/>';
  for (let i = 1; i < 9; i++) defs += `<g id="a${i}">${`<use href="#a${i - 1}"/>`.repeat(10)}</g>`;
  project.write("a/a.svg", square);
  project.write("b/a.svg", svg(`<defs>${defs}</defs><use href="#a8"/>`));
  project.write("a/figure.svg", square);
  project.write("b/figure.svg", square.replace("B2", "B3"));
  const faults = (seconds: string) =>
    diffJson(project, ["a", "b", "--draw-seconds", seconds]).figures.map(({ fault }) => fault);
  expect(faults("0.5")).toEqual([
    expect.stringMatching(/^one of the two (?:took too long to draw|broke the renderer)/u),
    "the time for drawing figures, 0.5 s in all, is spent",
  ]);
  const spent = "the time for drawing figures, 0 s in all, is spent";
  expect(faults("0")).toEqual([spent, spent]);
  project.remove("a/a.svg");
  project.remove("b/a.svg");
});

test("a bomb of references costs its figure alone", () => {
  let defs = '<rect id="a0" width="1" height="1"/>';
  for (let i = 1; i < 9; i++) defs += `<g id="a${i}">${`<use href="#a${i - 1}"/>`.repeat(10)}</g>`;
  project.write("a/a.svg", square);
  project.write("b/a.svg", svg(`<defs>${defs}</defs><use href="#a8"/>`));
  project.write("a/figure.svg", square);
  project.write("b/figure.svg", square.replace("B2", "B3"));
  const { figures } = diffJson(project, ["a", "b"]);
  expect(figures.map(({ change }) => change)).toEqual(["unreadable", "pixels"]);
  project.remove("a/a.svg");
  project.remove("b/a.svg");
});

test("what one side lacks is added or removed", () => {
  project.write("a/figure.svg", square);
  project.remove("b");
  project.write("b/other.svg", square);
  expect(diffJson(project, ["a", "b"]).figures).toEqual([
    { path: "figure.svg", change: "removed", fault: null, a: square, b: null, pixels: null },
    { path: "other.svg", change: "added", fault: null, a: null, b: square, pixels: null },
  ]);
});

test("two figures are compared as files too", () => {
  project.write("one.svg", square);
  project.write("two.svg", square.replace("B2", "B3"));
  expect(diffJson(project, ["one.svg", "two.svg"]).figures).toMatchObject([{ change: "pixels" }]);
});
