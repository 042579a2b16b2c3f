import type { Json } from "../pipeline/canonical.ts";
import { EMBEDDING } from "../pipeline/definition.ts";
import { asksModels } from "../pipeline/plan.ts";
import { counted, grouped } from "../pipeline/quantities.ts";
import { byteOrder } from "../tables/canonical.ts";
import { markdownText } from "../tables/markdown.ts";
import { printable } from "../tables/untrusted.ts";
import { answersAtFreeze, frozenWhen } from "./answers.ts";
import { type Design, type FrozenStage, type Lock, paramOfStudy } from "./lock.ts";
import { promptTexts } from "./prompt-texts.ts";
import { fillTemplate, studyTemplate } from "./study-template.ts";
import { listText, valueText } from "./value-text.ts";

/** What the text of every frozen design begins with. */
export const DESIGN_HEADING = "# Frozen design of basket";

/**
 * A lock for people: what was fixed and when, the study in words, and every number, all from the lock and the studies'
 * templates.
 *
 * @param lockName name of the lock's file, which stands beside it
 * @param textOf text of a file of the project by its path; null where there is none
 * @throws Failure where a template cannot be filled
 */
export function renderDesign(lock: Lock, lockName: string, textOf: (file: string) => string | null): string {
  const { basket, design } = lock;
  const sections = [
    `${DESIGN_HEADING} ${markdownText(basket)}`,
    whenAndWhat(lock, lockName),
    `## What would be a deviation\n\n${DEVIATIONS}`,
    `## Who answers\n\n${models(design)}`,
    `## What is asked\n\n${requests(design)}`,
    ...promptTexts(design, textOf),
    ...studies(design).map((study) => studyText(study, design, textOf)),
    `## Every param\n\n${params(design)}`,
    `## Every stage\n\n${stages(design)}`,
    `## Code and inputs\n\n${code(design)}`,
  ];
  return `${sections.map((section) => section.trimEnd()).join("\n\n")}\n`;
}

const DEVIATIONS = `Another param, prompt, model or setting of a model; other code, packages or row schemas that change what runs; a stage that
came or went; requests other than those fixed here. No deviation: comments, types and formatting, descriptions in schemas, prices, rate
limits, names of key variables, the order of maps in YAML. \`candor verify\` tells them apart leaf by leaf, and a deviation may be
declared with its reason in \`prereg/<basket>.deviations.yaml\`; docs/preregistration.md of the project has the rules.`;

/** Studies of a frozen design, as the basket names them. */
export function studies({ basket }: Design): string[] {
  return Array.isArray(basket.studies) ? basket.studies.map(String) : [];
}

function whenAndWhat({ root, commit, design }: Lock, lockName: string): string {
  const journals = Object.entries(design.answers).filter(([, count]) => count > 0);
  const { tree } = design;
  const when = [
    `**Frozen ${frozenWhen(design.answers)}.**`,
    ...(journals.length === 0
      ? ["No journal of the basket held an answer."]
      : [
          `Recorded by then: ${listText(journals.map(([file, n]) => `${markdownText(file)} ${grouped(n)}`))}.`,
        ]),
    ...(isComputed(design)
      ? ["All of its senders are computed: their answers could be known at any time, before and after."]
      : []),
  ];
  const lines = [
    `Root, to register and to compare with: \`${root}\``,
    "",
    when.join(" "),
    "",
    treeText(tree, commit),
    "",
    `\`${lockName.replaceAll("`", "")}\` holds all of it leaf by leaf; \`candor verify\` compares it with the project of today.`,
    "This text is made from it: the values of params are those that the code runs with; what is fixed in code is told in words,",
    "and the code itself by its hashes.",
  ];
  return lines.join("\n");
}

/** Whether every answer is computed, so that there is no data to wait for. */
export function isComputed({ models, answers }: Design): boolean {
  const { answers: recorded } = answersAtFreeze(answers);
  return recorded === 0 && Object.values(models).every((model) => memberOf(model, "provider") === "embedded");
}

function treeText(tree: Design["tree"], commit: string | null): string {
  if (tree.clean === null)
    return "The project was in no git repository: what it held is told by the hashes alone.";
  const changed = Array.isArray(tree.changed) ? tree.changed.map(String) : [];
  const at = commit === null ? "nothing committed yet" : `commit \`${commit}\``;
  const hash = tree.git === null ? "" : ` (git tree without prereg/: \`${String(tree.git)}\`)`;
  if (tree.clean === true) return `The project was as committed: ${at}${hash}.`;
  const shownPaths = changed.slice(0, MOST_PATHS).map(markdownText);
  const more = changed.length - shownPaths.length;
  return (
    `**The project was not as committed**: ${at}${hash}. Other than committed ${changed.length === 1 ? "was" : "were"} ` +
    `${listText(more > 0 ? [...shownPaths, `${grouped(more)} more`] : shownPaths)}.`
  );
}

const MOST_PATHS = 40;

function models({ models, basket }: Design): string {
  const rows = Object.entries(models).map(([name, model]) => [
    markdownText(name),
    providerText(model),
    settingsText(memberOf(model, "params")),
  ]);
  const embedding = memberOf(basket.embedding ?? null, "model");
  const texts =
    embedding === undefined
      ? "Sentence embeddings are computed (hashed character trigrams)."
      : `Sentence embeddings: ${valueText(embedding)}.`;
  return `${table(["model", "who that is", "settings"], rows)}\n\n${texts}`;
}

/** Settings that the basket gives; those of the stages stand in the study's text. */
function settingsText(params: Json | undefined): string {
  const none = typeof params !== "object" || params === null || Object.keys(params).length === 0;
  return none ? "those of the study, below" : valueText(params);
}

function providerText(model: Json): string {
  const provider = memberOf(model, "provider");
  if (provider === "embedded")
    return `reference sender ${valueText(memberOf(model, "strategy") ?? null)}, computed`;
  if (provider === "imported") return "an imported log";
  const [id, url] = [memberOf(model, "model"), memberOf(model, "base_url")];
  return `${valueText(id ?? null)} by ${valueText(provider ?? null)}, ${url === undefined ? "its own address" : asCode(url)}`;
}

/** An address or a path as it is; what would end the code is left out. */
function asCode(value: Json): string {
  return `\`${printable(String(value)).replaceAll("`", "").replaceAll("|", "\\|")}\``;
}

/** What is planned to be asked, by stage and model. */
function requests({ requests, stages, basket }: Design): string {
  const counts = new Map<string, { stage: string; model: string; parts: number; keys: Set<string> }>();
  for (const [name, keys] of Object.entries(requests)) {
    const { stage, values } = partOf(name);
    const column = stages[stage]?.ask ?? null;
    const model = String(values.asks ?? (column === null ? "" : (values[column] ?? column)));
    const id = JSON.stringify([stage, model]);
    const count = counts.get(id) ?? { stage, model, parts: 0, keys: new Set() };
    count.parts++;
    for (const key of keys) count.keys.add(key);
    counts.set(id, count);
  }
  const rows = [...counts.values()].map(({ stage, model, parts, keys }) => [
    markdownText(stage),
    markdownText(model),
    grouped(parts),
    grouped(keys.size),
  ]);
  const all = new Set(Object.values(requests).flat()).size;
  const planned = new Set([...counts.values()].map(({ stage }) => stage));
  const later = Object.entries(stages).filter(([id, stage]) => asksModels(stage) && !planned.has(id));
  const imported = Array.isArray(basket.imported) ? basket.imported.map(String) : [];
  const parts = [
    rows.length === 0
      ? "No request is planned."
      : `${counted(all, "request")} ${all === 1 ? "is" : "are"} fixed, each by the hash of all that can change its answer; of a conversation its first one.\n\n` +
        table(["stage", "model", "slices", "requests"], rows, 2),
    ...(later.length === 0
      ? []
      : [
          `What these ask depends on answers and is fixed by their code alone: ${listText(later.map(([id]) => markdownText(id)))}.`,
        ]),
    ...(imported.length === 0
      ? []
      : [
          `The answers of ${listText(imported.map(markdownText))} are an imported log, which was there before.`,
        ]),
  ];
  return parts.join("\n\n");
}

/** Stage and slice of a name among the planned requests. */
export function partOf(name: string): { stage: string; values: Readonly<Record<string, Json>> } {
  const space = name.indexOf(" ");
  if (space === -1) return { stage: name, values: {} };
  const stage = name.slice(0, space);
  try {
    const values = JSON.parse(name.slice(space + 1)) as Readonly<Record<string, Json>> | null;
    return { stage, values: values ?? {} };
  } catch {
    return { stage, values: {} };
  }
}

function studyText(study: string, design: Design, textOf: (file: string) => string | null): string {
  const file = studyTemplate(study);
  const heading = `## Study ${markdownText(study)}`;
  const template = textOf(file);
  if (template === null)
    return `${heading}\n\n${markdownText(file)} does not exist: of this study there is no description in words.`;
  const { imported } = design.basket;
  const conditions = { imported: Array.isArray(imported) && imported.includes(study) };
  return `${heading}\n\n${fillTemplate(template, file, { params: paramsOf(study, design), conditions }).trim()}`;
}

/** Params that stages of a study declare, with their values. */
function paramsOf(study: string, { stages, params }: Design): Record<string, Json> {
  const front = paramOfStudy(study, "");
  const declared = Object.entries(stages)
    .filter(([id]) => id.startsWith(`${study}/`))
    .flatMap(([, stage]) => stage.params);
  return Object.fromEntries(
    [...new Set(declared)]
      .sort(byteOrder)
      .map((name) => [name.startsWith(front) ? name.slice(front.length) : name, params[name] ?? null]),
  );
}

function params({ params, stages }: Design): string {
  const rows = Object.entries(params).map(([name, value]) => {
    const takers = Object.entries(stages).filter(([, stage]) => stage.params.includes(name));
    return [markdownText(name), valueText(value), listText(takers.map(([id]) => markdownText(id)))];
  });
  return rows.length === 0
    ? "No stage declares a param."
    : table(["param", "value", "taken by"], inOrder(rows));
}

function stages({ stages }: Design): string {
  const rows = Object.entries(stages).map(([id, stage]) => [
    markdownText(id),
    markdownText(stage.module),
    listText(Object.values(stage.inputs).map((input) => asCode(input.replace(/^(stage|files):/u, "")))),
    stageNotes(stage),
  ]);
  return table(["stage", "module", "takes", ""], inOrder(rows));
}

function stageNotes({ map, ask, askRoles, onDemand }: FrozenStage): string {
  const asked = [...(ask === null || ask === EMBEDDING ? [] : [ask]), ...askRoles];
  const notes = [
    ...(map.length === 0 ? [] : [`by ${listText(map.map(markdownText))}`]),
    ...(ask === EMBEDDING ? ["embeds texts"] : []),
    ...(asked.length === 0 ? [] : [`asks the ${listText(asked.map(markdownText))}`]),
    ...(onDemand ? ["on demand"] : []),
  ];
  return notes.join("; ");
}

function code({ sources, packages, files, schemas, engine }: Design): string {
  const { esbuild, "typescript settings": _, ...inBundles } = packages;
  const listed = Object.entries(inBundles).map(([name, version]) => markdownText(`${name} ${version}`));
  const lines = [
    `- ${counted(Object.keys(sources).length, "source file")} and ${counted(Object.keys(schemas).length, "row schema")}, each by its hash, and the bundle of each stage by its own.`,
    `- Packages in the bundles: ${listText(listed)}. Bundled by esbuild ${markdownText(esbuild ?? "unknown")}.`,
    `- Files under data/: ${listText(Object.keys(files).map(asCode))}.`,
    `- Code that runs stages: \`${String(engine.worker)}\`; that writes files: \`${String(engine.writer)}\`.`,
  ];
  return lines.join("\n");
}

function memberOf(value: Json, name: string): Json | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string, Json>>)[name] : undefined;
}

/** A pipe table of Markdown; the columns from `numeric` on stand to the right. */
function table(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  numeric = heads.length,
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = heads.map((_, i) => (i < numeric ? "---" : "---:"));
  return [line(heads), line(rule), ...rows.map(line)].join("\n");
}

function inOrder(rows: readonly string[][]): string[][] {
  return [...rows].sort((a, b) => byteOrder(a[0]!, b[0]!));
}
