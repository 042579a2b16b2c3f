import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sourcesBelow } from "../determinism/sources.ts";
import { ROOT } from "../project.ts";

// What the readable design says in words of constants in code is what the code holds.

const text = readFileSync(path.join(ROOT, "data/preregistration/cheap-talk.md"), "utf8").replace(
  /\s+/gu,
  " ",
);

/** Value of a constant, wherever it is declared below src/ and stages/, as it is written. */
function constant(name: string): string {
  const found = sourcesBelow("src", "stages").flatMap((file) => {
    const match = new RegExp(`\\bconst ${name}(?:: [^=]+)? = ([^;]+);`, "u").exec(
      readFileSync(path.join(ROOT, file), "utf8"),
    );
    return match === null ? [] : [match[1]!];
  });
  expect(found, name).toHaveLength(1);
  return found[0]!;
}

test.each([
  ["SIGNIFICANCE", (value: string) => [`Level ${value}.`, `adjusted two-sided p value is at most ${value}`]],
  [
    "COMPREHENSION_TOLERANCE",
    (value: string) => [`a number within ${value} of ω and one within ${value} of ω + b`],
  ],
  ["PRIOR_MEAN", (value: string) => [`the first number, ${value} where there is none`]],
])("%s", (name, sentences) => {
  for (const sentence of sentences(constant(name))) expect(text).toContain(sentence);
});
