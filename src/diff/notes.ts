import { counted } from "../pipeline/quantities.ts";
import { byteOrder } from "../tables/canonical.ts";
import { printable } from "../tables/untrusted.ts";
import type { ByHash } from "./by-hash.ts";
import type { CheckedSide } from "./checked-side.ts";
import type { StageDifference } from "./report.ts";

/** How many paths a sentence names. */
const NAMED = 5;

/** What the reader must know of both sides besides the differences. */
export function notesOf(
  a: CheckedSide,
  b: CheckedSide,
  stages: readonly StageDifference[],
  hashes: ByHash,
): string[] {
  return [
    ...withoutManifest(a, b),
    ...sideNotes("A", a),
    ...sideNotes("B", b),
    ...baskets(a, b),
    ...impossible(stages),
    ...byHash(a, b, hashes),
  ];
}

/** Folders of tables need none; of artifacts its lack is worth knowing. */
function withoutManifest(a: CheckedSide, b: CheckedSide): string[] {
  if (a.files.side.kind === "file") return [];
  const [inA, inB] = [a, b].map(({ manifest, fault }) => manifest !== null || fault !== null);
  if (inA && inB) return [];
  const lacking = inA || inB ? `${inA ? told("B", b) : told("A", a)} holds no` : "neither side holds a";
  return [`${lacking} manifest.json: definitions are not compared`];
}

function told(name: "A" | "B", { files }: CheckedSide): string {
  return `${name} (${printable(files.side.given)})`;
}

function sideNotes(name: "A" | "B", side: CheckedSide): string[] {
  const notes: string[] = [];
  if (side.files.side.kind === "file") return [];
  if (side.fault !== null)
    notes.push(
      `the manifest of ${told(name, side)} cannot be read: ${printable(side.fault)}; definitions are not compared`,
    );
  // Where no Parquet is kept rows are compared by their CSV, or by their hashes: see below.
  const lacking = side.lacking();
  if (lacking.length > 0)
    notes.push(
      `${told(name, side)} lacks ${counted(lacking.length, "file")} that its manifest lists: ${named(lacking)}`,
    );
  const edited = side.edited();
  if (edited.length > 0)
    notes.push(
      `${counted(edited.length, "file")} of ${told(name, side)} ${edited.length === 1 ? "is" : "are"} not what its manifest says (edited by hand, or the manifest was): ${named(edited)}`,
    );
  const { unlisted } = side.files;
  if (unlisted.length > 0)
    notes.push(
      `${counted(unlisted.length, "path")} in ${told(name, side)} cannot be read (permission denied, or a second file of that name): ${named(unlisted)}`,
    );
  if (side.files.skipped.length > 0)
    notes.push(`links in ${told(name, side)} are not followed: ${named(side.files.skipped)}`);
  return notes;
}

function baskets(a: CheckedSide, b: CheckedSide): string[] {
  const [x, y] = [a.manifest?.basket, b.manifest?.basket];
  return x === undefined || y === undefined || x === y
    ? []
    : [`A is of basket ${printable(x)} and B of basket ${printable(y)}`];
}

/** A stage is a function of its definition: other rows from the same one tell of a fault. */
function impossible(stages: readonly StageDifference[]): string[] {
  const found = stages.filter(({ change }) => change === "rows").map(({ stage }) => stage);
  return found.length === 0
    ? []
    : [
        `rows differ though the definition is the same, which must not happen: ${named(found)}; a manifest was edited by hand, ` +
          "or the stage does not give the same twice (`candor verify --rebuild` tells)",
      ];
}

/** Tables that a side holds no file of: their hashes are all that there is. */
function byHash(a: CheckedSide, b: CheckedSide, { same, differing, unknown }: ByHash): string[] {
  const notes: string[] = [];
  if (same.length > 0)
    notes.push(
      `${counted(same.length, "table")} ${same.length === 1 ? "was" : "were"} compared by the hashes of the manifests alone, which are equal: ${named(same)}`,
    );
  if (differing.length > 0)
    notes.push(
      `${counted(differing.length, "table")} of which only hashes are here ${differing.length === 1 ? "differs" : "differ"} in rows: ${named(differing)}`,
    );
  if (unknown.length > 0)
    notes.push(
      `${counted(unknown.length, "table")} cannot be compared, for want of files or of hashes that are theirs: ${named(unknown)}`,
    );
  const wanted = [...differing, ...unknown];
  if (wanted.length === 0) return notes;
  return [...notes, ...lackOf("A", a, wanted), ...lackOf("B", b, wanted)];
}

function lackOf(name: "A" | "B", side: CheckedSide, wanted: readonly string[]): string[] {
  if (wanted.every((path) => side.has(path))) return [];
  const { howToBuild } = side.files;
  return [
    howToBuild === null
      ? `their Parquet files are not in ${name}: \`make all\` makes them`
      : `git holds no Parquet files for ${name}; to compare rows ${howToBuild}`,
  ];
}

function named(paths: readonly string[]): string {
  const shown = [...paths].sort(byteOrder).slice(0, NAMED).map(printable).join(", ");
  return paths.length > NAMED ? `${shown} and ${paths.length - NAMED} more` : shown;
}
