import { expect, test } from "vitest";
import { printable, shorten, shown } from "../../src/tables/untrusted.ts";

test("what moves a cursor, turns text or shows nothing is spelled out", () => {
  expect(printable("a\u001b]0;title\u0007\u009b2J\r\n\t")).toBe("a\\x1b]0;title\\x07\\x9b2J\\r\\n\\t");
  expect(printable("\u202eabc\u2066\u200f\u061c")).toBe("\\u{202e}abc\\u{2066}\\u{200f}\\u{061c}");
  expect(printable("a\u200bb\u2060\ufeff\u00ad\u{e0041}\u2028")).toBe(
    "a\\u{200b}b\\u{2060}\\u{feff}\\xad\\u{e0041}\\u{2028}",
  );
  expect(printable("\ud83d")).toBe("\\u{d83d}");
});

test("readable text stays as it is", () => {
  for (const text of ["", "Zürich – ω ≥ ½", "😀 中文 עברית", 'C:\\path "quoted"'])
    expect(printable(text)).toBe(text);
});

test("a text is cut between characters, never inside one", () => {
  expect(shorten("abcdef", 6)).toBe("abcdef");
  expect(shorten("abcdefg", 6)).toBe("abcde…");
  expect(shorten("😀😀😀", 3)).toBe("😀😀😀");
  expect(shorten("😀😀😀😀", 3)).toBe("😀😀…");
  expect(shorten("x".repeat(1e6), 3)).toBe("xx…");
});

test("any value can be shown on one line", () => {
  expect(["a\nb", 1, -0, Number.NaN, null, undefined, true, 5n, { a: "\u001b" }, [1]].map(shown)).toEqual([
    '"a\\nb"',
    "1",
    "-0",
    "NaN",
    "null",
    "missing",
    "true",
    "5n",
    '{"a":"\\u001b"}',
    "[1]",
  ]);
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  expect(shown(loop)).toBe("an object");
});
