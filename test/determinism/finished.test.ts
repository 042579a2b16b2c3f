import { expect, test } from "vitest";
import { readSource, sourcesBelow } from "./sources.ts";

/** Spelled apart, so that this file does not find itself. */
const UNFINISHED = new RegExp(
  [
    "\\bTO" + "DO\\b",
    "FIX" + "ME",
    "\\bX" + "XX\\b",
    "not (yet )?implem" + "ented",
    "lorem " + "ipsum",
    "coming " + "soon",
  ].join("|"),
  "u",
);

test("nothing is left to be done", () => {
  const found = sourcesBelow("src", "stages", "schemas", "bin", "bench", "test").flatMap((file) =>
    readSource(file)
      .split("\n")
      .flatMap((line, index) => (UNFINISHED.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

test.each(["// TO" + "DO: more", "throw new Error('not implem" + "ented')"])("%s is found", (line) => {
  expect(line).toMatch(UNFINISHED);
});
