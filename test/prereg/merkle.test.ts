import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Design } from "../../src/prereg/lock.ts";
import { nodeOf, nodesOf, rootOf, SECTIONS } from "../../src/prereg/merkle.ts";
import { canonicalJson } from "../../src/tables/canonical.ts";

// Laws of the root: whatever changes changes it, and nothing else does.

const value = fc.jsonValue({ maxDepth: 2 }).map((each) => JSON.parse(JSON.stringify(each)) as unknown);
const leaves = fc.dictionary(fc.string({ unit: "binary" }), value, { maxKeys: 4, noNullPrototype: true });
const design = fc
  .tuple(...SECTIONS.map(() => leaves))
  .map((all) => Object.fromEntries(SECTIONS.map((section, i) => [section, all[i]])) as unknown as Design);
const root = (of: Design, basket = "b") => rootOf(basket, nodesOf(of));

test("designs have one root exactly where they are equal", () => {
  fc.assert(
    fc.property(design, design, (a, b) => {
      expect(root(a) === root(b)).toBe(canonicalJson(a) === canonicalJson(b));
    }),
  );
});

test("any other value, a leaf more and a leaf less change the root, and the node of their section alone", () => {
  const change = fc.constantFrom("value", "add", "remove", "rename", "move");
  fc.assert(
    fc.property(
      design,
      fc.constantFrom(...SECTIONS),
      fc.string({ unit: "binary" }),
      value,
      change,
      (before, section, name, leaf, how) => {
        const old = before[section] as Readonly<Record<string, unknown>>;
        const first = Object.keys(old)[0];
        const entries = Object.entries(old).filter(([each]) => each !== first);
        const elsewhere = SECTIONS[(SECTIONS.indexOf(section) + 1) % SECTIONS.length]!;
        fc.pre(how === "add" ? !Object.hasOwn(old, name) : first !== undefined);
        if (how === "value") fc.pre(canonicalJson(old[first!]) !== canonicalJson(leaf));
        if (how === "rename") fc.pre(!Object.hasOwn(old, name));
        if (how === "move") fc.pre(!Object.hasOwn(before[elsewhere], first!));
        const after: Record<string, unknown> = { ...before };
        if (how === "value") after[section] = Object.fromEntries([...entries, [first!, leaf]]);
        if (how === "add") after[section] = Object.fromEntries([...Object.entries(old), [name, leaf]]);
        if (how === "remove" || how === "move") after[section] = Object.fromEntries(entries);
        if (how === "rename") after[section] = Object.fromEntries([...entries, [name, old[first!]]]);
        if (how === "move")
          after[elsewhere] = Object.fromEntries([
            ...Object.entries(before[elsewhere]),
            [first!, old[first!]],
          ]);
        const changed = after as unknown as Design;
        expect(root(changed)).not.toBe(root(before));
        const touched = SECTIONS.filter((each) => nodesOf(changed)[each] !== nodesOf(before)[each]);
        expect(touched.sort()).toEqual(how === "move" ? [section, elsewhere].sort() : [section]);
      },
    ),
  );
});

test("two leaves that swap their values change the root", () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      fc.pre(canonicalJson(a) !== canonicalJson(b));
      expect(nodeOf("params", { x: a, y: b })).not.toBe(nodeOf("params", { x: b, y: a }));
    }),
  );
});

test("the order in which leaves were put in does not matter", () => {
  fc.assert(
    fc.property(leaves, (record) => {
      const turned = Object.fromEntries(Object.entries(record).reverse());
      expect(nodeOf("params", turned)).toBe(nodeOf("params", record));
    }),
  );
});

test("a leaf is of its section, a root of its basket, and neighbours do not run into each other", () => {
  expect(nodeOf("params", { x: 1 })).not.toBe(nodeOf("rows", { x: 1 }));
  expect(nodeOf("params", { "a.b": 1 })).not.toBe(nodeOf("params", { a: { b: 1 } }));
  expect(nodeOf("params", { ab: "c" })).not.toBe(nodeOf("params", { a: "bc" }));
  const empty = Object.fromEntries(SECTIONS.map((section) => [section, {}])) as unknown as Design;
  expect(root(empty, "one")).not.toBe(root(empty, "two"));
});

test("anyone can compute the root from what is written about it", () => {
  const sha = (name: string, record: string) =>
    createHash("sha256")
      .update(`${name}\n${Buffer.byteLength(record)}\n${record}`)
      .digest("hex");
  const filled = Object.fromEntries(SECTIONS.map((section) => [section, {}])) as Record<string, object>;
  filled.params = { bläs: [0, 0.5] };
  const leaf = `sha256:${sha("candor leaf", '{"address":"params.bläs","value":[0,0.5]}')}`;
  const node = (section: string) =>
    `sha256:${sha("candor section", `{"leaves":{${section === "params" ? `"bläs":"${leaf}"` : ""}},"section":"${section}"}`)}`;
  const nodes = [...SECTIONS].sort().map((section) => `"${section}":"${node(section)}"`);
  const whole = sha("candor root", `{"basket":"pilot","format":2,"nodes":{${nodes.join(",")}}}`);
  const bits = [...whole.slice(0, 40)].map((digit) =>
    Number.parseInt(digit, 16).toString(2).padStart(4, "0"),
  );
  const letters = bits
    .join("")
    .match(/.{5}/gu)!
    .map((five) => "0123456789abcdefghjkmnpqrstvwxyz"[Number.parseInt(five, 2)]);
  expect(rootOf("pilot", nodesOf(filled as unknown as Design))).toBe(`cdr1-${letters.join("")}`);
});
