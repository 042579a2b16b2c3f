import { type Hash, hashRecord, type Json } from "../../pipeline/canonical.ts";
import { byteOrder, canonicalJson } from "../../tables/canonical.ts";
import { takesFile } from "../file-pattern.ts";
import type { Design, FrozenStage } from "../lock.ts";
import { inputToday, type StagePair } from "./pairs.ts";
import type { Leaf } from "./report.ts";

/** Whether other code runs for a stage: its bundle, or that with a sender that both designs have. */
export function codeDiffers({ frozen, today }: StagePair): boolean {
  return frozen!.code !== today!.code || commonAnswerers(frozen!, today!).some(({ differs }) => differs);
}

/** Whether a sender that a stage asks came or went, with a bundle that the other design does not have. */
export function sendersDiffer({ frozen, today }: StagePair): boolean {
  const [before, now] = [embeddedIn(frozen!), embeddedIn(today!)];
  return now.some((model) => !before.includes(model)) || before.some((model) => !now.includes(model));
}

function embeddedIn({ answerers }: FrozenStage): string[] {
  return Object.keys(answerers).filter((model) => answerers[model] !== null);
}

function commonAnswerers(frozen: FrozenStage, today: FrozenStage): { model: string; differs: boolean }[] {
  return Object.keys(today.answerers)
    .filter((model) => Object.hasOwn(frozen.answerers, model))
    .map((model) => ({ model, differs: frozen.answerers[model] !== today.answerers[model] }));
}

/**
 * Leaves of a stage itself: what it names, not what stands behind the names.
 *
 * @param explained whether a source or a package says why its code is another
 */
export function stageLeaves(
  pair: StagePair,
  frozen: Design,
  today: Design,
  pairs: readonly StagePair[],
  explained: boolean,
): Leaf[] {
  if (pair.frozen === null || pair.today === null) {
    const was = pair.frozen === null ? null : closure(pair.frozen, frozen);
    const is = pair.today === null ? null : closure(pair.today, today);
    return [leaf(pair.id, pair.id, "deviation", was, is)];
  }
  const [before, now] = [pair.frozen, pair.today];
  const found: Leaf[] = [];
  const part = (name: string, change: Leaf["change"], was: Json, is: Json) => {
    if (canonicalJson(was) !== canonicalJson(is))
      found.push(leaf(pair.id, `${pair.id}.${name}`, change, was, is));
  };
  if (pair.frozenId !== pair.id)
    found.push(leaf(pair.id, pair.frozenId!, "same-behaviour", pair.frozenId, pair.id));
  if (!explained) {
    part("code", "deviation", before.code, now.code);
    for (const { model } of commonAnswerers(before, now))
      part(`answerers.${model}`, "deviation", before.answerers[model]!, now.answerers[model]!);
  }
  // Where a module lies changes nothing: its code is what counts.
  part("module", "same-behaviour", before.module, now.module);
  part("schema", sameRows(pair, frozen, today) ? "same-behaviour" : "deviation", before.schema, now.schema);
  part("map", "deviation", before.map, now.map);
  part("sliced", "deviation", before.sliced, now.sliced);
  part("ask", "deviation", before.ask, now.ask);
  part("askRoles", "deviation", before.askRoles, now.askRoles);
  part("onDemand", "deviation", before.onDemand, now.onDemand);
  // Names of files and their renderings change no row.
  part("outputs", "same-behaviour", before.outputs, now.outputs);
  const [paramsBefore, paramsNow] = [lasting(before.params, today), lasting(now.params, frozen)];
  part("params", "deviation", paramsBefore, paramsNow);
  const renamed = new Map(pairs.map(({ id, frozenId }) => [frozenId ?? id, id]));
  for (const name of [...new Set([...Object.keys(before.inputs), ...Object.keys(now.inputs)])].sort(
    byteOrder,
  )) {
    const was = before.inputs[name];
    const moved = was === undefined ? null : inputToday(was, renamed);
    part(`inputs.${name}`, "deviation", moved, now.inputs[name] ?? null);
  }
  return found;
}

function leaf(stage: string, name: string, change: Leaf["change"], was: Json, is: Json): Leaf {
  const deviating = change === "deviation" ? [stage] : [];
  return { address: `stages.${name}`, section: "stages", name, change, was, is, stages: [stage], deviating };
}

/** Params that the other design has as well: one that came or went is a leaf of its own. */
function lasting(params: readonly string[], other: Design): string[] {
  return params.filter((name) => Object.hasOwn(other.params, name)).sort(byteOrder);
}

/** Whether two schemas in different files shape rows alike. */
function sameRows({ frozen: before, today: now }: StagePair, frozen: Design, today: Design): boolean {
  const rows = (file: string | null, design: Design) => (file === null ? null : design.schemas[file]?.rows);
  return rows(before!.schema, frozen) === rows(now!.schema, today);
}

/**
 * Hash of a stage with the values of all that it names, so that what is declared of a new stage holds for what it was
 * when it was declared.
 */
function closure(stage: FrozenStage, design: Design): Hash {
  const { sources: _, packages: __, ...named } = stage;
  const pick = <T>(names: readonly string[], from: Readonly<Record<string, T>>) =>
    Object.fromEntries(names.filter((name) => Object.hasOwn(from, name)).map((name) => [name, from[name]!]));
  const inputs = Object.values(stage.inputs);
  return hashRecord("candor stage definition", {
    stage: named,
    params: pick(stage.params, design.params),
    schema: stage.schema === null ? null : (design.schemas[stage.schema]?.rows ?? null),
    files: pick(
      Object.keys(design.files).filter((file) => inputs.some((from) => takesFile(from, file))),
      design.files,
    ),
    models: pick(Object.keys(stage.answerers), design.models),
  });
}
