import type { Json } from "../../pipeline/canonical.ts";
import { EMBEDDING } from "../../pipeline/definition.ts";
import { byteOrder, canonicalJson } from "../../tables/canonical.ts";
import { takesFile } from "../file-pattern.ts";
import type { Design, FrozenStage } from "../lock.ts";
import { pairStages, type StagePair } from "./pairs.ts";
import type { Leaf } from "./report.ts";
import { codeDiffers, sendersDiffer, stageLeaves } from "./stage-leaves.ts";

/**
 * Every leaf in which today's design is not the frozen one, in byte order of addresses. How many answers there are and
 * what git holds are no part of it: they are to change. Requests follow from the rest, and so do rows but those of
 * imported logs, which today's design must hold.
 *
 * @param sameCode sources that are known to give the code that they gave, though their text is another one
 */
export function compareDesigns(
  frozen: Design,
  today: Design,
  sameCode: ReadonlySet<string> = new Set(),
): Leaf[] {
  const pairs = pairStages(frozen.stages, today.stages);
  const leaves = SECTIONS.flatMap((section) => sectionLeaves(section, frozen, today, pairs, sameCode));
  const explained = new Set(
    leaves
      .filter(({ section }) => section === "sources" || section === "packages")
      .flatMap(({ deviating }) => deviating),
  );
  for (const pair of pairs) leaves.push(...stageLeaves(pair, frozen, today, pairs, explained.has(pair.id)));
  return leaves.sort((a, b) => byteOrder(a.address, b.address));
}

/** Sections whose leaves are values under a name, each held by some stages. */
const SECTIONS = [
  "basket",
  "engine",
  "files",
  "machinery",
  "models",
  "packages",
  "params",
  "rows",
  "schemas",
  "sources",
] as const;
type Section = (typeof SECTIONS)[number];

function sectionLeaves(
  section: Section,
  frozen: Design,
  today: Design,
  pairs: readonly StagePair[],
  sameCode: ReadonlySet<string>,
): Leaf[] {
  const before: Readonly<Record<string, Json>> = frozen[section];
  const now: Readonly<Record<string, Json>> = today[section];
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort(byteOrder);
  return names.flatMap((name) => {
    // Rows of stages follow from their definitions; what was imported is an input.
    if (section === "rows" && Object.hasOwn(frozen.stages, name)) return [];
    const was = own(before, name);
    const is = own(now, name);
    if (was !== undefined && is !== undefined && same(was, is)) return [];
    const holders = pairs.filter((pair) => holds(section, name, pair, was, is));
    const lasting = holders.filter(isLasting);
    // What came or went with a stage is told by that stage.
    if ((was === undefined || is === undefined) && holders.length > 0 && lasting.length === 0) return [];
    return [leafOf(section, name, was ?? null, is ?? null, holders, sameCode)];
  });
}

/** Sources that came or went with stages that alone hold them: no leaves, for the stage is one, but texts to be shown. */
export function sourcesOfStages(frozen: Design, today: Design): Leaf[] {
  const pairs = pairStages(frozen.stages, today.stages);
  const names = [...new Set([...Object.keys(frozen.sources), ...Object.keys(today.sources)])].sort(byteOrder);
  return names.flatMap((name) => {
    const [was, is] = [own(frozen.sources, name) ?? null, own(today.sources, name) ?? null];
    if (was !== null && is !== null) return [];
    const holders = pairs.filter((pair) => holds("sources", name, pair, was ?? undefined, is ?? undefined));
    if (holders.length === 0 || holders.some(isLasting)) return [];
    return [leafOf("sources", name, was, is, holders, new Set())];
  });
}

function leafOf(
  section: Section,
  name: string,
  was: Json,
  is: Json,
  holders: readonly StagePair[],
  sameCode: ReadonlySet<string>,
): Leaf {
  const leaf = { address: `${section}.${name}`, section, name, stages: holders.map(({ id }) => id) };
  const deviation = (deviating: readonly StagePair[]): Leaf => ({
    ...leaf,
    change: "deviation",
    was,
    is,
    deviating: deviating.map(({ id }) => id),
  });
  const sameBehaviour = (): Leaf => ({ ...leaf, change: "same-behaviour", was, is, deviating: [] });
  if (section === "sources" || section === "packages") {
    if (section === "sources" && sameCode.has(name)) return sameBehaviour();
    const isNewOrGone = was === null || is === null;
    const deviating = holders.filter((pair) =>
      isLasting(pair) ? codeDiffers(pair) || (isNewOrGone && sendersDiffer(pair)) : isNewOrGone,
    );
    return deviating.length === 0 ? sameBehaviour() : deviation(deviating);
  }
  if (section === "schemas" || section === "machinery") {
    const part = section === "schemas" ? "rows" : "code";
    const [before, now] = [was, is] as readonly Readonly<Record<string, string>>[];
    if (before?.[part] === now?.[part])
      return { ...sameBehaviour(), was: before?.text ?? null, is: now?.text ?? null };
    return { ...deviation(holders), was: before?.[part] ?? null, is: now?.[part] ?? null };
  }
  // Studies and imported logs are sets.
  if (section === "basket" && sameMembers(was, is)) return sameBehaviour();
  return deviation(holders);
}

/** Whether a stage, frozen or today's, names a leaf of a section. */
function holds(
  section: Section,
  name: string,
  pair: StagePair,
  was: Json | undefined,
  is: Json | undefined,
): boolean {
  const either = (test: (stage: FrozenStage) => boolean) =>
    [pair.frozen, pair.today].some((stage) => stage !== null && test(stage));
  switch (section) {
    case "engine":
      return name !== "writer" || either(({ schema }) => schema !== null);
    case "files":
      return either(({ inputs }) => Object.values(inputs).some((from) => takesFile(from, name)));
    // It runs every stage, and what it changes is told apart from what is defined otherwise.
    case "machinery":
      return false;
    case "models":
      return either(({ answerers }) => Object.hasOwn(answerers, name));
    case "packages":
      return BUILD_TOOLS.has(name) || either(({ packages }) => packages.includes(name));
    case "params":
      return either(({ params }) => params.includes(name));
    case "rows":
      return (
        either(({ inputs }) => Object.values(inputs).includes(`journal:${name.split(" ").at(-1)}`)) &&
        name.includes(`/${studyOf(pair.id)}.jsonl `)
      );
    case "schemas":
      return either(({ schema }) => schema === name);
    case "sources":
      return either(({ sources }) => sources.includes(name));
    case "basket":
      if (name === EMBEDDING)
        return either(({ ask, params }) => ask === EMBEDDING || params.includes(EMBEDDING));
      // Stages come and go with their studies.
      if (name === "studies" || name === "imported")
        return isLasting(pair) && inStudies(pair.id, was) !== inStudies(pair.id, is);
      return true;
    default:
      return section satisfies never;
  }
}

/** What every bundle is made with: no stage names it. */
const BUILD_TOOLS: ReadonlySet<string> = new Set(["esbuild", "typescript settings"]);

function inStudies(id: string, studies: Json | undefined): boolean {
  return Array.isArray(studies) && studies.includes(studyOf(id));
}

function studyOf(id: string): string {
  return id.split("/")[0]!;
}

function isLasting({ frozen, today }: StagePair): boolean {
  return frozen !== null && today !== null;
}

function own(record: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Whether two values are the same to every reader. */
export function same(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

function sameMembers(a: Json, b: Json): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return false;
  return same([...a].map(String).sort(byteOrder), [...b].map(String).sort(byteOrder));
}
