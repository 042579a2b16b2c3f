import { shown } from "../tables/untrusted.ts";
import { SECTIONS } from "./merkle.ts";

type Check = (value: unknown) => boolean;

const HASH = /^sha256:[0-9a-f]{64}$/u;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText: Check = (value) => typeof value === "string";
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isHash: Check = (value) => typeof value === "string" && HASH.test(value);
const isTextOrNull: Check = (value) => value === null || isText(value);
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const recordOf =
  (check: Check): Check =>
  (value) =>
    isRecord(value) && Object.values(value).every(check);
const exactly =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isRecord(value) &&
    Object.keys(value).length === Object.keys(members).length &&
    Object.entries(members).every(([name, check]) => Object.hasOwn(value, name) && check(value[name]));

/** Nested deeper than any param: refused rather than followed to the end of the stack. */
const DEEPEST = 100;

/** Any value that canonical JSON can hold: 1e999 is a number in JSON and none here. */
const isValue = (value: unknown, depth = 0): boolean => {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return depth < DEEPEST && Object.values(value).every((item) => isValue(item, depth + 1));
};
const isAnything: Check = (value) => isValue(value);

/** What a leaf of each section must be. */
const LEAVES: Readonly<Record<(typeof SECTIONS)[number], Check>> = {
  answers: isCount,
  basket: isAnything,
  engine: isAnything,
  files: isHash,
  machinery: exactly({ code: isHash, text: isHash }),
  models: isAnything,
  packages: isText,
  params: isAnything,
  requests: (value) => Array.isArray(value) && value.every(isHash),
  rows: isHash,
  schemas: exactly({ rows: isHash, text: isHash }),
  sources: isHash,
  stages: exactly({
    module: isText,
    code: isHash,
    answerers: recordOf((value) => value === null || isHash(value)),
    params: isTexts,
    inputs: recordOf(isText),
    schema: isTextOrNull,
    map: isTexts,
    sliced: isTextOrNull,
    ask: isTextOrNull,
    askRoles: isTexts,
    onDemand: (value) => typeof value === "boolean",
    outputs: isTexts,
    sources: isTexts,
    packages: isTexts,
  }),
  tree: isAnything,
};

/** What keeps a value from being a lock of today's format, in words; null where nothing does. */
export function checkLockShape(value: unknown): string | null {
  if (!isRecord(value)) return "it holds no object";
  const { basket, root, commit, nodes, design, format, ...more } = value;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) return `it has a member ${shown(unknown)} that no lock has`;
  if (!isText(basket)) return `basket requires a text, got ${shown(basket)}`;
  if (!isText(root)) return `root requires a text, got ${shown(root)}`;
  if (commit !== null && !(typeof commit === "string" && COMMIT.test(commit)))
    return `commit requires the hash of a commit or null, got ${shown(commit)}`;
  for (const [name, part] of Object.entries({ nodes, design })) {
    if (!isRecord(part)) return `${name} requires an object, got ${shown(part)}`;
    const missing = SECTIONS.find((section) => !Object.hasOwn(part, section));
    if (missing !== undefined) return `${name} lacks ${missing}`;
    const other = Object.keys(part).find((section) => !(SECTIONS as readonly string[]).includes(section));
    if (other !== undefined) return `${name} has a section ${shown(other)} that no lock has`;
  }
  for (const section of SECTIONS) {
    const node = (nodes as Record<string, unknown>)[section];
    if (!isHash(node)) return `nodes.${section} requires a hash, got ${shown(node)}`;
    const leaves = (design as Record<string, unknown>)[section];
    if (!isRecord(leaves)) return `design.${section} requires an object, got ${shown(leaves)}`;
    for (const [name, leaf] of Object.entries(leaves))
      if (!LEAVES[section](leaf)) return `design.${section}, ${shown(name)}: it cannot be ${shown(leaf)}`;
  }
  return null;
}
