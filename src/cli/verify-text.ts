import type { Json } from "../pipeline/canonical.ts";
import { describe, value } from "../pipeline/describe.ts";
import { grouped } from "../pipeline/quantities.ts";
import { PACKAGE_LOCK } from "../prereg/machinery.ts";
import { toldValue } from "../prereg/verify/deviations.ts";
import { JOURNAL, type Leaf, type RequestState } from "../prereg/verify/report.ts";
import { printable } from "../tables/untrusted.ts";
import { changedMembers } from "./verify-members.ts";

/** What became of one leaf, in a few words. */
export function describeLeaf(leaf: Leaf): string {
  const { section, was, is } = leaf;
  const name = printable(leaf.name);
  const cameOrWent = (what: string) => (was === null ? `${what} is new` : `${what} was removed`);
  const oneSided = was === null || is === null;
  switch (section) {
    case "params":
      if (oneSided) return `${cameOrWent(`param ${name}`)}: ${value(was ?? is)}`;
      if (isWhole(was) && isWhole(is)) return describe({ kind: "params", path: `params.${name}`, was, is });
      return `param ${name} changed: ${changedMembers(was, is)}`;
    case "engine":
      if (name === "writer") return "the code that writes files changed";
      if (name === "key_format") return `the format of keys changed from ${value(was)} to ${value(is)}`;
      return describe({ kind: "engine", path: name, was, is });
    case "files":
      return oneSided ? cameOrWent(`file ${name}`) : `file ${name} changed`;
    case "models":
      return oneSided
        ? describe({ kind: "answerers", path: `answerers.${leaf.name}.settings`, was, is })
        : changedMembers(was, is);
    case "packages":
      if (oneSided) return `${cameOrWent(`package ${name}`)}: ${value(was ?? is)}`;
      return `${packageName(name)} changed from ${value(was)} to ${value(is)}`;
    case "rows":
      return oneSided
        ? cameOrWent(`the imported log ${name}`)
        : `the records of the imported log ${name} changed`;
    case "schemas":
      if (oneSided) return cameOrWent(`schema ${name}`);
      return leaf.change === "deviation" ? `schema ${name} changed` : `schema ${name} has another text`;
    case "machinery":
      if (oneSided) return cameOrWent(name);
      if (name === PACKAGE_LOCK)
        return leaf.change === "deviation"
          ? "other packages are installed to run"
          : `${name} has another text`;
      return leaf.change === "deviation"
        ? `${name}, which runs stages or asks models, changed`
        : `${name} has another text`;
    case "sources":
      if (!oneSided) return `source ${name} has another text`;
      return `${was === null ? "new source" : "no longer a source"} of ${listed(leaf.change === "deviation" ? leaf.deviating : leaf.stages)}`;
    case JOURNAL:
      return `it holds ${value(is)} ${is === 1 ? "answer that was" : "answers that were"} asked for outside the design`;
    case "stages":
      return describeStageLeaf(leaf);
    default:
      return isWhole(was) && isWhole(is)
        ? `${section} ${name} changed from ${value(was)} to ${value(is)}`
        : `${section} ${name} changed: ${changedMembers(was, is)}`;
  }
}

/** Whether a value can be told in one piece: it has no members, and is not cut. */
function isWhole(of: Json): boolean {
  const json = JSON.stringify(of);
  return json.length <= 60 && (typeof of !== "object" || of === null || Array.isArray(of));
}

function packageName(name: string): string {
  return name === "esbuild" || name === "typescript settings" ? name : `package ${name}`;
}

function describeStageLeaf({ name, change, was, is, stages }: Leaf): string {
  const stage = printable(stages[0]!);
  if (is === null && name === stages[0]) return `stage ${stage} was removed`;
  if (was === null && name === stages[0]) return `stage ${stage} is new`;
  if (was === name && is === stages[0]) return `stage ${printable(name)} is called ${stage} now`;
  const part = name.slice(stages[0]!.length + 1);
  if (part === "code") return "its code changed, and no source or package says why";
  if (part.startsWith("answerers."))
    return `the code that answers for ${printable(part.slice("answerers.".length))} changed, and no source or package says why`;
  if (part === "onDemand")
    return is === true ? "it runs on demand only now" : "it no longer runs on demand only";
  const whole = isWhole(was) && isWhole(is);
  const what = PARTS[part] ?? `its ${printable(part).replace(/^inputs\./u, "input ")}`;
  const same = change === "same-behaviour" && part === "schema" ? ", with the same rows" : "";
  return `${what} changed${whole ? ` from ${value(was)} to ${value(is)}` : `: ${changedMembers(was, is)}`}${same}`;
}

const PARTS: Readonly<Record<string, string>> = {
  module: "the file of its module",
  outputs: "its list of outputs",
  schema: "the file of its schema",
  sliced: "the input that cuts it",
  ask: "the column that names whom it asks",
  params: "its list of params",
  map: "its map",
};

const MOST_LISTED = 3;

/** The first of some names or addresses, each whole, and how many more there are. */
export function listed(names: readonly string[], most = MOST_LISTED): string {
  const shown = names.slice(0, most).map((name) => printable(name));
  const more = names.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${grouped(more)} more` : "");
}

/** Entries of a deviations file for leaves, ready to paste: YAML of which every value is JSON. */
export function declarationsYaml(leaves: readonly Leaf[]): string {
  return leaves
    .map(({ address, is }) => `- leaf: ${json(address)}\n  is: ${json(toldValue(is))}\n  reason: ""\n`)
    .join("");
}

/** JSON that a terminal shows as it is and YAML reads back: what is hidden stands as an escape. */
function json(of: Json): string {
  return [...JSON.stringify(of)].map((char) => (printable(char) === char ? char : escaped(char))).join("");
}

function escaped(char: string): string {
  return [...Array(char.length).keys()]
    .map((i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, "0")}`)
    .join("");
}

/** How often stages ask, and how many different requests these are where some are the same. */
export function plannedText(requests: readonly Pick<RequestState, "frozen" | "different">[]): string {
  const sum = (of: "frozen" | "different") => requests.reduce((total, each) => total + each[of], 0);
  const [frozen, different] = [sum("frozen"), sum("different")];
  const same = frozen === different ? "" : ` (${grouped(different)} different ones, each asked once)`;
  return `${grouped(frozen)} planned${same}`;
}
