import { expect, test } from "vitest";
import { type Node, nodesOf, readSource, sourcesBelow } from "./sources.ts";

/** Code that stages bundle. The engine, the command line, live advisors and the writer of files never enter a bundle. */
const BUNDLED = [
  "src/advisors/embedded",
  "src/ai-liedar",
  "src/cheap-talk",
  "src/figures",
  "src/statistics",
  "stages",
];

const WHY = {
  power:
    "powers differ by one unit in the last place between releases of Node: write x * x, or Math.exp(b * Math.log(a))",
  locale: "gives another result in another locale",
  clock: "gives another result at another time or place",
  chance: "gives another result each time: draw from a seeded generator",
} as const;

/** What is wrong with a node, or null. */
function fault(node: Node): keyof typeof WHY | null {
  const { type, operator, name } = node;
  if ((type === "BinaryExpression" || type === "AssignmentExpression") && String(operator).startsWith("**"))
    return "power";
  if (type === "Identifier" && (name === "Intl" || name === "Date" || name === "performance"))
    return name === "Intl" ? "locale" : "clock";
  if (type !== "MemberExpression") return null;
  const [object, property] = [node.object as Node, nameOf(node)];
  if (property === "localeCompare" || property?.startsWith("toLocale")) return "locale";
  if (object.type !== "Identifier" || object.name !== "Math") return null;
  return property === "pow" ? "power" : property === "random" ? "chance" : null;
}

/** Name of a member, also of `Math["pow"]`. */
function nameOf({ property, computed }: Node): string | undefined {
  const { type, name, value } = property as Node;
  if (!computed) return name as string;
  return type === "Literal" ? String(value) : undefined;
}

function faultsIn(source: string): string[] {
  const { nodes, text } = nodesOf(source);
  return nodes.flatMap((node) => {
    const found = fault(node);
    return found === null ? [] : [`${text(node)}: ${WHY[found]}`];
  });
}

test("code that stages bundle uses nothing whose result depends on the machine", () => {
  const faults = sourcesBelow(...BUNDLED).flatMap((file) =>
    faultsIn(readSource(file)).map((use) => `${file}: ${use}`),
  );
  expect(faults).toEqual([]);
});

test.each([
  ["a ** 2", "power"],
  ["a **= 2", "power"],
  ["Math.pow(a, 2)", "power"],
  ['Math["pow"](a, 2)', "power"],
  ["a.localeCompare(b)", "locale"],
  ["a.toLocaleUpperCase()", "locale"],
  ["x?.toLocaleString()", "locale"],
  ["new Intl.Collator()", "locale"],
  ["Date.now()", "clock"],
  ["new Date()", "clock"],
  ["performance.now()", "clock"],
  ["const { random } = { random: Math.random }", "chance"],
] as const)("%s is found", (code, why) => {
  expect(faultsIn(`${code};`)).toEqual([expect.stringContaining(WHY[why])]);
});

test.each([
  "/** a ** b, new Date() */ const x = 1; // Math.pow",
  'const text = "**bold** of Intl and Date.now()";',
  "interface Row { Date: Date; Intl: typeof Intl }",
  "const square = x * x; const { date } = row;",
])("%s is right", (code) => {
  expect(faultsIn(code)).toEqual([]);
});
