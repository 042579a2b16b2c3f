import fc from "fast-check";
import { expect, test } from "vitest";
import { hashOf } from "../../../src/pipeline/canonical.ts";
import type { ManifestEntry } from "../../../src/pipeline/manifest.ts";
import { compareStage, type Made } from "../../../src/prereg/rebuild/compare-stage.ts";
import { readSchema } from "../../../src/tables/schema.ts";
import { TOY } from "../../toy.ts";

const SCHEMA = readSchema(JSON.parse(TOY["schemas/toy/numbers.schema.json"]!), "numbers.schema.json");

type Files = Readonly<Record<string, Buffer>>;

const rows = fc.uniqueArray(
  fc.record({
    group: fc
      .string({ unit: "grapheme-ascii", maxLength: 3 })
      .map((text) => text.replaceAll(/["\r\n,]/gu, "_")),
    index: fc.integer({ min: 0, max: 9 }),
    x: fc.double({ noNaN: true, noDefaultInfinity: true }),
  }),
  { selector: ({ group, index }) => `${group} ${index}`, maxLength: 6 },
);

/** A stage's files: a table, and a text that stands for a rendering of it. */
const stage = rows.map((all): Files => {
  const lines = all.map(({ group, index, x }) => `"${group}",${index},${Object.is(x, -0) ? 0 : x}\n`);
  return {
    "toy/numbers.csv": Buffer.from(`group,index,x\n${lines.join("")}`),
    "toy/numbers.md": Buffer.from(lines.map((line) => `| ${line.trim()} |\n`).join("")),
  };
});

function entryOf(files: Files): ManifestEntry {
  return {
    key: hashOf("key"),
    record: { format: 1, params: { offset: 1, list: [1, 2] }, map: [], gaps: {} },
    writer: hashOf("writer"),
    rows: hashOf(files["toy/numbers.csv"]!),
    slices: 1,
    outputs: Object.fromEntries(
      Object.entries(files).map(([file, bytes]) => [file, { bytes: hashOf(bytes), count: 3 }]),
    ),
  } as unknown as ManifestEntry;
}

const sideOf = (files: Files, entry: ManifestEntry | null): Made => ({
  entry,
  read: (file) => files[file] ?? null,
});
const compare = (files: Files, a: Made, b: Made) => compareStage(Object.keys(files), SCHEMA, a, b);

test("law: a stage is equal to itself", async () => {
  await fc.assert(
    fc.asyncProperty(stage, async (files) => {
      const side = sideOf(files, entryOf(files));
      expect(await compare(files, side, side)).toEqual({
        state: "equal",
        files: [],
        absent: [],
        manifest: [],
      });
    }),
    { numRuns: 30 },
  );
});

test("law: no byte of any file can be changed unseen, with or without its hash in the manifest", async () => {
  await fc.assert(
    fc.asyncProperty(
      stage,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
      async (files, at, by, covered) => {
        const names = Object.keys(files).filter((file) => files[file]!.length > 0);
        const file = names[at % names.length]!;
        const bytes = Buffer.from(files[file]!);
        const place = at % bytes.length;
        bytes[place] = bytes[place]! ^ by;
        const edited = { ...files, [file]: bytes };
        const here = sideOf(edited, entryOf(covered ? edited : files));
        const result = await compare(files, here, sideOf(files, entryOf(files)));
        expect(["rows", "bytes"]).toContain(result.state);
        expect(result.files.map(({ path, edited }) => [path, edited])).toEqual([[file, !covered]]);
        const [difference] = result.files;
        // Either it is said where, or that the rows are the same, or why it cannot be said.
        expect(
          difference!.first !== null || difference!.change === "bytes" || difference!.fault !== null,
        ).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

test("law: no leaf of the manifest's entry can be changed unseen", async () => {
  const leaves = (value: unknown, at: string[] = []): string[][] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, item]) => leaves(item, [...at, name]))
      : [at];
  await fc.assert(
    fc.asyncProperty(stage, fc.nat(), fc.jsonValue(), fc.boolean(), async (files, which, value, removed) => {
      const entry = entryOf(files);
      const all = leaves(entry);
      const leaf = all[which % all.length]!;
      const changed = structuredClone(entry) as unknown as Record<string, unknown>;
      let place = changed;
      for (const name of leaf.slice(0, -1)) place = place[name] as Record<string, unknown>;
      const last = leaf.at(-1)!;
      fc.pre(removed || (JSON.stringify(place[last]) !== JSON.stringify(value) && !Object.is(value, -0)));
      if (removed && !Array.isArray(place)) delete place[last];
      else place[last] = removed ? "removed" : value;
      const here = sideOf(files, changed as unknown as ManifestEntry);
      const result = await compare(files, here, sideOf(files, entry));
      expect(result.state).not.toBe("equal");
      expect(result.manifest.length).toBeGreaterThan(0);
    }),
    { numRuns: 200 },
  );
});
