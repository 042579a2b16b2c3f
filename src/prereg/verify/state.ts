import path from "node:path";
import { type Hash, hashOf, type Json } from "../../pipeline/canonical.ts";
import { readIfThere, writeAtomically } from "../../pipeline/files.ts";
import { artifactFolder } from "../../pipeline/manifest.ts";
import { canonicalJson } from "../../tables/canonical.ts";
import type { RebuildReport } from "../rebuild/report.ts";
import type { Change, Verification } from "./report.ts";

/** `artifacts/<basket>/prereg.json`: how a basket stands to its frozen design, for reports. */
export interface PreregState {
  readonly format: 1;
  readonly basket: string;
  readonly lock: string;
  readonly root: string;
  readonly commit: string | null;
  readonly frozen: {
    readonly when: string;
    readonly answers: Readonly<Record<string, number>>;
    readonly clean: boolean | null;
  };
  readonly change: Change;
  readonly declared: boolean;
  readonly stages: Readonly<
    Record<string, { readonly change: Change; readonly declared: boolean; readonly above: readonly string[] }>
  >;
  readonly deviations: readonly {
    readonly leaf: string;
    readonly was: Json;
    readonly is: Json;
    /** Null where it is not declared. */
    readonly reason: string | null;
  }[];
  /** Hash of the manifest beside it; null where there was none. */
  readonly manifest: Hash | null;
  /** What a rebuild found; null where none was asked for. */
  readonly rebuild: RebuildReport | null;
}

/** Where the state of a basket stands, relative to the project. */
export function stateFile(basket: string): string {
  return `${artifactFolder(basket)}/prereg.json`;
}

/** The state that a verification found. */
export function stateOf(root: string, found: Verification, rebuild: RebuildReport | null): PreregState {
  const manifest = readIfThere(path.join(root, artifactFolder(found.basket), "manifest.json"));
  const reasons = new Map(found.deviations.declared.map(({ address, reason }) => [address, reason]));
  const { when, answers, clean } = found.frozen;
  return {
    format: 1,
    basket: found.basket,
    // Of a lock elsewhere the name alone: the same on every machine.
    lock: path.isAbsolute(found.lock) ? path.basename(found.lock) : found.lock,
    root: found.root,
    commit: found.commit,
    frozen: { when, answers, clean },
    change: found.change,
    declared: found.declared,
    stages: Object.fromEntries(
      found.stages.map(({ stage, change, declared, above }) => [stage, { change, declared, above }]),
    ),
    deviations: found.leaves
      .filter(({ change }) => change === "deviation")
      .map(({ address, was, is }) => ({ leaf: address, was, is, reason: reasons.get(address) ?? null })),
    manifest: manifest === null ? null : hashOf(manifest),
    rebuild,
  };
}

/** Writes the state beside the artifacts: sorted, no time. Throws a disk Failure. */
export function writeState(root: string, state: PreregState): void {
  const text = `${JSON.stringify(JSON.parse(canonicalJson(state)), null, 1)}\n`;
  const file = path.join(root, stateFile(state.basket));
  if (readIfThere(file)?.toString("utf8") !== text) writeAtomically(file, text);
}
