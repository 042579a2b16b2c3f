import { type Hash, hashRecord } from "../pipeline/canonical.ts";
import { byteOrder } from "../tables/canonical.ts";
import { type Design, LOCK_FORMAT } from "./lock.ts";

/**
 * The tree of hashes over a design, in three levels, each hash that of a record (`hashRecord`: SHA-256 over the
 * record's name, a line feed, the length of its canonical JSON in bytes, a line feed, and that JSON):
 *
 * - leaf: name `candor leaf`, record `{"address": "<section>.<name>", "value": …}`;
 * - node of a section: name `candor section`, record `{"leaves": {<name>: <leaf>, …}, "section": …}`;
 * - root: name `candor root`, record `{"basket": …, "format": …, "nodes": {<section>: <node>, …}}`.
 *
 * The names keep the levels apart, the lengths what stands side by side, and canonical JSON sorts members, so the
 * order in which a design was put together does not matter.
 */
export type Nodes = Readonly<Record<keyof Design, Hash>>;

/** Sections of a design in byte order. */
export const SECTIONS = [
  "answers",
  "basket",
  "engine",
  "files",
  "machinery",
  "models",
  "packages",
  "params",
  "requests",
  "rows",
  "schemas",
  "sources",
  "stages",
  "tree",
] as const satisfies readonly (keyof Design)[];

/** Hash of one leaf: its address and its value. */
export function leafOf(section: string, name: string, value: unknown): Hash {
  return hashRecord("candor leaf", { address: `${section}.${name}`, value });
}

/** Hash of one section. */
export function nodeOf(section: string, leaves: Readonly<Record<string, unknown>>): Hash {
  const hashes = Object.entries(leaves).map(([name, value]) => [name, leafOf(section, name, value)] as const);
  return hashRecord("candor section", { leaves: Object.fromEntries(hashes), section });
}

/** Hash of every section of a design. */
export function nodesOf(design: Design): Nodes {
  return Object.fromEntries(SECTIONS.map((section) => [section, nodeOf(section, design[section])])) as Nodes;
}

/** The whole root of a basket's design. */
function wholeRoot(basket: string, nodes: Nodes): Hash {
  const sorted = Object.entries(nodes).sort((a, b) => byteOrder(a[0], b[0]));
  return hashRecord("candor root", { basket, format: LOCK_FORMAT, nodes: Object.fromEntries(sorted) });
}

/** Digits and small letters without i, l, o and u: what is copied by eye is not misread. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** What a short root begins with. The digit is the version of this spelling. */
const ROOT_PREFIX = "cdr1-";

/**
 * Short form of the root, to paste into a registry: the first 160 bits of the whole root, five at a time and the
 * highest first, as 32 digits and letters. To find another design with the same takes 2^160 tries, and two designs
 * with equal ones 2^80.
 */
export function rootOf(basket: string, nodes: Nodes): string {
  const bytes = Buffer.from(wholeRoot(basket, nodes).slice("sha256:".length, "sha256:".length + 40), "hex");
  let text = ROOT_PREFIX;
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += LETTERS[(held >> bits) & 31];
    }
    held &= 31;
  }
  return text;
}
