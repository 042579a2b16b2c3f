import fc from "fast-check";
import { expect, test } from "vitest";
import { compareTexts } from "../../../src/prereg/rebuild/compare-texts.ts";
import { excerpts } from "../../../src/prereg/rebuild/excerpts.ts";

test("law: parts of two different texts differ, and are short", () => {
  const long = fc.string({ maxLength: 300 });
  fc.assert(
    fc.property(long, long, long, (before, a, b) => {
      fc.pre(a !== b);
      const [was, is] = excerpts(before + a, before + b);
      expect(was).not.toBe(is);
      expect(Math.max(was.length, is.length)).toBeLessThanOrEqual(58);
    }),
  );
});

test("of one long line the place is shown where it differs", () => {
  const figure = (y: number) =>
    Buffer.from(`<svg>${'<path d="M0,0L1,1"/>'.repeat(200)}<text y="${y}"/></svg>\n`);
  expect(compareTexts(figure(1), figure(2))).toEqual({
    change: "text",
    fault: null,
    first: {
      kind: "line",
      line: 1,
      was: '…L1,1"/><text y="1"/></svg>',
      is: '…L1,1"/><text y="2"/></svg>',
    },
  });
});

test("the end of a shorter text is told as no line", () => {
  expect(compareTexts(Buffer.from("a\nb"), Buffer.from("a\nb\nc")).first).toEqual({
    kind: "line",
    line: 3,
    was: null,
    is: "c",
  });
  expect(compareTexts(Buffer.from("a\n"), Buffer.from("a")).first).toEqual({
    kind: "line",
    line: 2,
    was: "",
    is: null,
  });
});
