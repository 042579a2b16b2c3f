import type { Json } from "../pipeline/canonical.ts";
import { value } from "../pipeline/describe.ts";
import { nearest } from "../pipeline/load.ts";
import { counted, grouped } from "../pipeline/quantities.ts";
import type { RebuildReport } from "../prereg/rebuild/report.ts";
import { tellRebuild } from "../prereg/rebuild/tell.ts";
import { EDITOR_LINE } from "../prereg/verify/deviations.ts";
import type { Leaf, RequestState, StageVerdict, Verification } from "../prereg/verify/report.ts";
import { printable, shorten } from "../tables/untrusted.ts";
import type { Style } from "./command.ts";
import { headLines } from "./verify-head.ts";
import { journalLines } from "./verify-journals.ts";
import { sourceLines } from "./verify-sources.ts";
import { declarationsYaml, describeLeaf, listed, plannedText } from "./verify-text.ts";
import { verdictLine } from "./verify-verdict.ts";

/**
 * Everything that verifying a lock found, for a terminal: what was frozen first, then what differs.
 *
 * @param project which project that is; null where it goes without saying
 */
export function tellVerification(
  found: Verification,
  rebuild: RebuildReport | null,
  style: Style,
  project: string | null,
): string {
  const lines = [
    ...(project === null ? [] : [`project  ${project}`]),
    ...headLines(found, style),
    ...stageLines(found, style),
    ...leafLines(found, style),
    ...sourceLines(found.sources, style),
    ...requestLines(found, style),
    ...found.journals.flatMap((journal) => journalLines(journal, style)),
    ...deviationLines(found, style),
    ...(rebuild === null ? [NOT_REBUILT] : tellRebuild(rebuild)),
    verdictLine(found, rebuild, style),
  ];
  return `${lines.join("\n")}\n`;
}

/** That the definitions are as frozen says nothing yet of the tables. */
const NOT_REBUILT = "artifacts not looked at: `candor verify --rebuild` makes them anew and compares";

const MOST_STAGES = 6;

function stageLines({ stages, leaves }: Verification, style: Style): string[] {
  const count = (test: (stage: StageVerdict) => boolean) => stages.filter(test).length;
  const identical = count(({ change }) => change === "identical");
  if (identical === stages.length)
    return [`stages   ${style.good(`all ${counted(stages.length, "stage")} identical`)}`];
  const parts = [
    [identical, "identical"],
    [count(({ change }) => change === "same-behaviour"), "with the same behaviour and another text"],
    [count(({ change, declared }) => change === "deviation" && declared), "deviating as declared"],
    [count(({ change, declared }) => change === "deviation" && !declared), "deviating"],
  ] as const;
  const summary = parts.flatMap(([n, what]) => (n === 0 ? [] : [`${grouped(n)} ${what}`])).join(", ");
  const lines = groupsOf(stages, leaves).map(({ label, addresses: of, ids }) => {
    const names = ids.length === stages.length ? "every stage" : listed(ids, MOST_STAGES);
    return `  ${LABELS[label](style)}  ${names}  ${style.dim(`(${listed(of)})`)}`;
  });
  const below = stages.filter(({ change, above }) => change !== "deviation" && above.length > 0);
  if (below.length > 0) {
    lines.push(
      `  ${style.dim(
        `${counted(below.length, "stage")} not among the deviations ${below.length === 1 ? "takes" : "take"} rows that follow from them: ${listed(
          below.map(({ stage }) => stage),
          MOST_STAGES,
        )}`,
      )}`,
    );
  }
  return [`stages   ${summary}`, ...lines];
}

const LABELS = {
  same: (style: Style) => style.dim("same behaviour"),
  declared: (style: Style) => style.warn("declared      "),
  deviation: (style: Style) => style.bad("deviation     "),
} as const;

interface StageGroup {
  readonly label: keyof typeof LABELS;
  readonly addresses: readonly string[];
  readonly ids: string[];
}

/** Stages that are not identical, those together that the same leaves touch; deviations first. */
function groupsOf(stages: readonly StageVerdict[], leaves: readonly Leaf[]): StageGroup[] {
  const groups = new Map<string, StageGroup>();
  for (const { stage, change, declared, leaves: of } of stages) {
    if (change === "identical") continue;
    const label = change === "same-behaviour" ? "same" : declared ? "declared" : "deviation";
    const shown = of.filter((address) => label === "same" || deviatingIn(leaves, address, stage));
    const name = JSON.stringify([label, shown]);
    const group = groups.get(name) ?? { label, addresses: shown, ids: [] };
    group.ids.push(stage);
    groups.set(name, group);
  }
  const order = ["deviation", "declared", "same"];
  return [...groups.values()].sort((a, b) => order.indexOf(a.label) - order.indexOf(b.label));
}

function deviatingIn(leaves: readonly Leaf[], address: string, stage: string): boolean {
  return leaves.some((leaf) => leaf.address === address && leaf.deviating.includes(stage));
}

function leafLines({ leaves, stages, deviations }: Verification, style: Style): string[] {
  if (leaves.length === 0) return [];
  const reasons = new Map(deviations.declared.map(({ address, reason }) => [address, reason]));
  const lines = leaves.flatMap((leaf) => {
    const reason = reasons.get(leaf.address);
    const label =
      leaf.change === "same-behaviour"
        ? style.dim("same behaviour, different text")
        : reason === undefined
          ? style.bad("deviation")
          : style.warn("deviation, declared");
    const out = [`  ${printable(leaf.address)}: ${describeLeaf(leaf)} (${label})`];
    if (leaf.change === "deviation" && isHash(leaf.was) && isHash(leaf.is))
      out.push(style.dim(`    ${shortHash(leaf.was)} → ${shortHash(leaf.is)}`));
    const touched = leaf.change === "deviation" ? leaf.deviating : leaf.stages;
    if (leaf.section !== "stages" && touched.length > 0)
      out.push(style.dim(`    in ${touched.length === stages.length ? "every stage" : listed(touched)}`));
    if (reason !== undefined) out.push(`    declared: ${printable(reason)}`);
    return out;
  });
  return [`leaves   ${counted(leaves.length, "leaf", "leaves")} not as frozen`, ...lines];
}

function isHash(of: Json): of is string {
  return typeof of === "string" && /^sha256:[0-9a-f]{64}$/u.test(of);
}

function shortHash(hash: string): string {
  return `${hash.slice(0, "sha256:".length + 12)}…`;
}

function requestLines({ requests, rows }: Verification, style: Style): string[] {
  if (requests.length === 0) return [];
  const planned = plannedText(requests);
  if (requests.every(({ recomputed, fault }) => !recomputed && fault === null))
    return [`requests ${planned}, as frozen: nothing that they follow from deviates`];
  const made = rows.map(
    ({ stage, same }) =>
      `  ${printable(stage)}: made anew, its rows are ${same ? "those that were frozen" : style.warn("others than those that were frozen")}`,
  );
  return [
    `requests ${planned} when it was frozen; what they follow from deviates, so they were planned anew`,
    ...made,
    ...requests.flatMap((each) => requestState(each, style)),
  ];
}

const MOST_SLICES = 5;

function requestState(
  { stage, frozen, recomputed, fault, same, gone, added, slices }: RequestState,
  style: Style,
): string[] {
  const name = `  ${printable(stage)}: `;
  if (fault !== null)
    return [`${name}${style.bad("could not be planned anew")}: ${printable(shorten(fault, 300))}`];
  if (!recomputed) return [`${name}${grouped(frozen)} as frozen`];
  if (gone + added === 0) return [`${name}${style.good(`all ${grouped(same)} the same`)}`];
  const shown = slices
    .slice(0, MOST_SLICES)
    .map(
      (slice) =>
        `    ${printable(shorten(JSON.stringify(slice.slice), 120))}: ${grouped(slice.same)} the same, ${grouped(slice.gone)} gone, ${grouped(slice.added)} new`,
    );
  const more = slices.length - shown.length;
  return [
    `${name}${style.warn(`${grouped(same)} the same, ${grouped(gone)} gone, ${grouped(added)} new`)}`,
    ...shown,
    ...(more > 0 ? [`    and ${counted(more, "more slice")}; --json lists all`] : []),
  ];
}

function deviationLines({ deviations, leaves }: Verification, style: Style): string[] {
  const { file, undeclared, stale } = deviations;
  const lines = stale.map(({ address, why, declared, is }) =>
    why === "no difference"
      ? `${style.warn("stale")}    ${file} declares ${printable(address)}, where nothing deviates: ${nearest(address, undeclared, "remove the entry")}`
      : `${style.warn("stale")}    ${file} declares ${printable(address)} with the value ${value(declared)}, and it is ${value(is)}: this is not declared`,
  );
  if (undeclared.length === 0) return lines;
  const open = leaves.filter(({ address }) => undeclared.includes(address));
  lines.push(
    `to declare ${open.length === 1 ? "it" : "them"}, put this into ${file} with a reason for each:`,
    "",
    // Of a file that is begun with it.
    ...(deviations.declared.length + stale.length === 0 ? [`  ${EDITOR_LINE}`] : []),
    ...declarationsYaml(open)
      .trimEnd()
      .split("\n")
      .map((line) => `  ${line}`),
    "",
  );
  return lines;
}
