import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { shuffledBy } from "../../src/pipeline/start-order.ts";
import type { Project } from "../project.ts";
import { artifactsOf, stagesOf, toyProject } from "../toy.ts";

const projects: Project[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});
const added = (project: Project) => {
  projects.push(project);
  return project;
};

test("law: an order holds every item once, and the same number gives the same order", () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.integer(), { maxLength: 30 }), (seed, items) => {
      const order = shuffledBy(seed).arrange(items);
      expect([...order].sort()).toEqual([...items].sort());
      expect(shuffledBy(seed).arrange(items)).toEqual(order);
    }),
  );
});

test("every order of three comes up", () => {
  const orders = Array.from({ length: 100 }, (_, seed) => shuffledBy(seed).arrange([1, 2, 3]).join());
  expect(new Set(orders).size).toBe(6);
});

test("--shuffle starts stages in another order for another number", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  const project = added(stagesOf(Object.fromEntries(names.map((name) => [name, 'return "<svg/>";']))));
  const orderOf = (seed: string) => {
    const { code, stderr } = project.candor(["run", "--force", "--jobs", "1", "--shuffle", seed]);
    expect(code).toBe(0);
    return [...stderr.matchAll(/ran +pure\/(\w)/gu)].map(([, name]) => name).join("");
  };
  const [first, again, second] = [orderOf("1"), orderOf("1"), orderOf("2")];
  expect([...first].sort()).toEqual(names);
  expect(again).toBe(first);
  expect(second).not.toBe(first);
});

test("no result depends on --shuffle", () => {
  const plain = added(toyProject());
  expect(plain.run().code).toBe(0);
  for (const seed of ["1", "2", "3"]) {
    const shuffled = added(toyProject());
    expect(shuffled.run(["--shuffle", seed, "--jobs", "3"]).code).toBe(0);
    expect(artifactsOf(shuffled)).toEqual(artifactsOf(plain));
  }
});

test("--shuffle wants a number of 1 or more", () => {
  const { code, stderr } = added(toyProject()).candor(["run", "--shuffle", "0"]);
  expect(code).toBe(2);
  expect(stderr).toContain("integer of 1 or more");
});
