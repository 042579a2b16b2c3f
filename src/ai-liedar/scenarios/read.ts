import { shown } from "../../tables/untrusted.ts";
import { hiddenCharacter } from "./characters.ts";
import {
  CATEGORIES,
  type Category,
  ELEMENTS,
  type Element,
  MOTIVATION_GROUPS,
  MOTIVATIONS,
  type Profile,
  type Scenario,
  VARIANTS,
  type Wording,
} from "./scenario.ts";
import { type Part, ScenarioSource } from "./source.ts";
import { type TextKind, textProblems } from "./text-rules.ts";
import { wordingProblems } from "./wording.ts";

/** A scenario file that was read. */
export interface ReadScenario {
  readonly source: ScenarioSource;
  /** Null where a part of it is missing or is not what it should be. Its texts may have faults all the same. */
  readonly scenario: Scenario | null;
}

const KEYS = ["id", "category", "motivation", "domain", "profiles", ...VARIANTS] as const;

/** Reads one scenario file and checks it alone. Every fault is in `source.faults`; none is thrown. */
export function readScenario(file: string, text: string): ReadScenario {
  const source = new ScenarioSource(file, text);
  if (!source.readable) return { source, scenario: null };
  const parts = source.members(source.root, KEYS);
  if (parts === null) return { source, scenario: null };
  for (const key of KEYS) if (!parts.has(key)) source.fault(key, "is missing; a scenario requires it");
  const read = <Value>(key: (typeof KEYS)[number], reader: (part: Part) => Value | null) => {
    const part = parts.get(key);
    return part === undefined ? null : reader(part);
  };
  const category = read("category", (part) => oneOf(source, part, CATEGORIES));
  const id = read("id", (part) => readId(source, part, category));
  const motivation = read("motivation", (part) => oneOf(source, part, MOTIVATIONS));
  if (category !== null && motivation !== null) checkMotivation(source, category, motivation);
  const domain = read("domain", (part) => readDomain(source, part));
  const profiles = read("profiles", (part) => readProfiles(source, part));
  const wordings = VARIANTS.map((variant) => read(variant, (part) => readWording(source, part)));
  const values = [id, category, motivation, domain, profiles, ...wordings];
  if (values.includes(null)) return { source, scenario: null };
  const scenario = {
    id,
    category,
    motivation,
    domain,
    profiles,
    wordings: Object.fromEntries(VARIANTS.map((variant, index) => [variant, wordings[index]])),
  } as unknown as Scenario;
  for (const { path, problem } of wordingProblems(scenario)) source.fault(path, problem);
  return { source, scenario };
}

function oneOf<Name extends string>(source: ScenarioSource, part: Part, names: readonly Name[]): Name | null {
  const text = source.text(part);
  if (text === null) return null;
  if ((names as readonly string[]).includes(text)) return text as Name;
  source.fault(part.path, `requires one of ${names.join(", ")}, got ${shown(text)}`);
  return null;
}

function readId(source: ScenarioSource, part: Part, category: Category | null): string | null {
  const id = source.text(part);
  if (id === null) return null;
  const name = source.file.split("/").pop()!;
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)+$/u.test(id))
    source.fault("id", `requires lower-case words joined by hyphens, got ${shown(id)}`);
  else if (`${id}.yaml` !== name)
    source.fault("id", `requires the file's name without .yaml, got ${shown(id)} in ${name}; rename one`);
  const start = category?.replace("_", "-");
  if (start !== undefined && !id.startsWith(`${start}-`))
    source.fault("id", `requires its category at its beginning, ${start}-…, got ${shown(id)}`);
  return id;
}

function checkMotivation(source: ScenarioSource, category: Category, motivation: string): void {
  const groups: readonly string[] = MOTIVATION_GROUPS[category];
  const group = motivation.split("/")[0]!;
  if (!groups.includes(group))
    source.fault("motivation", `requires one of ${groups.join(", ")} in ${category}, got ${group}`);
}

function readDomain(source: ScenarioSource, part: Part): string | null {
  const domain = source.text(part);
  if (domain !== null && !/^[a-z]+(?:[ -][a-z]+)?$/u.test(domain))
    source.fault(part.path, `requires one or two words in lower case, got ${shown(domain)}`);
  return domain;
}

const NAME = /^[\p{L}\p{M}.'’-]+(?: [\p{L}\p{M}.'’-]+){0,3}$/u;

function readProfiles(source: ScenarioSource, part: Part): Profile[] | null {
  const items = source.items(part);
  if (items === null) return null;
  if (items.length < 2) source.fault(part.path, `requires at least two profiles, got ${items.length}`);
  const profiles = items.map((item) => {
    const members = membersOf(source, item, ["name", "about"]);
    if (members === null) return null;
    const name = members.has("name") ? readName(source, members.get("name")!) : null;
    const about = readText(source, members.get("about"), "about");
    return name === null || about === null ? null : { name, about };
  });
  return profiles.includes(null) ? null : (profiles as Profile[]);
}

function readName(source: ScenarioSource, part: Part): string | null {
  const name = source.text(part);
  if (name === null) return null;
  const problem = nameProblem(source, name);
  if (problem !== null) source.fault(part.path, problem);
  return problem === null ? name : null;
}

function nameProblem(source: ScenarioSource, name: string): string | null {
  const hidden = source.hidden ? null : hiddenCharacter(name);
  if (hidden !== null) return `requires visible text, got ${hidden}`;
  if (!NAME.test(name))
    return `requires one to four words of letters, as a person is called, got ${shown(name)}`;
  const taken = name.toLowerCase() === "assistant";
  return taken ? "requires another name than that of the AI agent, got Assistant" : null;
}

function readWording(source: ScenarioSource, part: Part): Wording | null {
  const members = membersOf(source, part, ["background", "human_goal", "agent"]);
  if (members === null) return null;
  const background = readText(source, members.get("background"), "background");
  const human_goal = readText(source, members.get("human_goal"), "human_goal");
  const agent = members.has("agent") ? readAgent(source, members.get("agent")!) : null;
  return background === null || human_goal === null || agent === null
    ? null
    : { background, human_goal, agent };
}

function readAgent(source: ScenarioSource, part: Part): Record<Element, string> | null {
  const members = membersOf(source, part, ELEMENTS);
  if (members === null) return null;
  const order = [...members.keys()];
  const right = ELEMENTS.filter((element) => members.has(element));
  if (order.join() !== right.join())
    source.fault(
      part.path,
      `has its tags out of order: requires ${right.join(", ")}, got ${order.join(", ")}; reorder`,
    );
  const texts = ELEMENTS.map(
    (element) => [element, readText(source, members.get(element), element)] as const,
  );
  return texts.some(([, text]) => text === null)
    ? null
    : (Object.fromEntries(texts) as Record<Element, string>);
}

/** The members of a map; each missing one is a fault. */
function membersOf<Key extends string>(source: ScenarioSource, part: Part, keys: readonly Key[]) {
  const members = source.members(part, keys);
  if (members === null) return null;
  for (const key of keys)
    if (!members.has(key)) source.fault(`${part.path}.${key}`, "is missing; a scenario requires it");
  return members;
}

function readText(source: ScenarioSource, part: Part | undefined, kind: TextKind): string | null {
  const text = part === undefined ? null : source.text(part);
  if (text === null) return null;
  for (const problem of textProblems(kind, text, !source.hidden)) source.fault(part!.path, problem);
  return text;
}
