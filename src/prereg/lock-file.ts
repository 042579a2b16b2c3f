import { Failure } from "../pipeline/failure.ts";
import { byteOrder, canonicalJson } from "../tables/canonical.ts";
import { printable, shorten, shown } from "../tables/untrusted.ts";
import { jsonFault } from "./json-fault.ts";
import { type Design, LOCK_FORMAT, type Lock } from "./lock.ts";
import { checkLockShape } from "./lock-shape.ts";
import { nodesOf, rootOf, SECTIONS } from "./merkle.ts";

/** The lock of a design. */
export function lockOf(basket: string, design: Design, commit: string | null): Lock {
  const nodes = nodesOf(design);
  return { format: LOCK_FORMAT, basket, root: rootOf(basket, nodes), commit, nodes, design };
}

/** Text of a lock: one spelling, sections and leaves in byte order, one leaf a line, so that a diff reads well. */
export function renderLock(lock: Lock): string {
  const { format, basket, root, commit, nodes, design } = lock;
  const head = Object.entries({ format, basket, root, commit }).map(
    ([name, value]) => ` ${JSON.stringify(name)}: ${canonicalJson(value)},\n`,
  );
  const sections = SECTIONS.map((name) => `  ${JSON.stringify(name)}: ${members(design[name], "   ", "  ")}`);
  return `{\n${head.join("")} "nodes": ${members(nodes, "  ", " ")},\n "design": {\n${sections.join(",\n")}\n }\n}\n`;
}

function members(record: Readonly<Record<string, unknown>>, indent: string, end: string): string {
  const entries = Object.entries(record).sort((a, b) => byteOrder(a[0], b[0]));
  if (entries.length === 0) return "{}";
  const lines = entries.map(([name, value]) => `${indent}${JSON.stringify(name)}: ${canonicalJson(value)}`);
  return `{\n${lines.join(",\n")}\n${end}}`;
}

/**
 * Reads a lock and checks it against itself: its spelling, the node of each section and the root.
 *
 * @param file its path, for messages
 * @throws Failure that says what is wrong and where
 */
export function readLock(bytes: Uint8Array, file: string): Lock {
  const fail = (what: string): never => {
    throw new Failure("damaged", `${printable(file)} ${what}`);
  };
  const text = decoded(bytes) ?? fail("is not UTF-8 text, so it is no lock that candor freeze wrote");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { line, column } = jsonFault(text);
    fail(`is not JSON: line ${line}, column ${column}; bring the file back as it was committed`);
  }
  const { format } = (typeof value === "object" && value !== null ? value : {}) as { format?: unknown };
  if (format === undefined)
    fail(
      "is no lock: it has no format; name a file that candor freeze wrote, such as prereg/embedded.lock.json",
    );
  if (format !== LOCK_FORMAT) {
    fail(
      `has format ${shown(format)}, and this version of candor reads format ${LOCK_FORMAT}; ` +
        "verify it with the version that wrote it (the commit that it names), or freeze anew",
    );
  }
  const fault = checkLockShape(value);
  if (fault !== null) fail(`is no whole lock: ${fault}`);
  const lock = value as Lock;
  const line = firstOtherLine(text, renderLock(lock));
  if (line !== null) {
    fail(
      `was changed since it was frozen: line ${line.number} is not as candor freeze writes it ` +
        `(${line.is}, where ${line.wanted} should stand); bring the file back as it was committed`,
    );
  }
  checkHashes(lock, fail);
  return lock;
}

/** Compares what the lock states with what its content gives. */
function checkHashes(lock: Lock, fail: (what: string) => never): void {
  const nodes = nodesOf(lock.design);
  const stated = lock.root;
  const computed = rootOf(lock.basket, nodes);
  const roots = `the lock states the root ${shown(stated)}, and its content gives ${computed}`;
  const others = SECTIONS.filter((section) => nodes[section] !== lock.nodes[section]);
  if (others.length > 0) {
    const told = others.map(
      (section) =>
        `${section} (stated ${shortHash(lock.nodes[section])}, computed ${shortHash(nodes[section])})`,
    );
    fail(
      `was changed since it was frozen: its hashes do not fit section ${told.join(", ")}; ${roots}; ` +
        "bring the file back as it was committed",
    );
  }
  if (stated !== computed)
    fail(`was changed since it was frozen: the root or the basket's name is another one; ${roots}`);
}

/** As much of a hash as people compare. */
function shortHash(of: unknown): string {
  return typeof of === "string" ? printable(shorten(of, 23)) : shown(of);
}

/** Text of bytes, or null where they are not UTF-8. A byte order mark stays, and is then no JSON. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function firstOtherLine(
  text: string,
  rendered: string,
): { number: number; is: string; wanted: string } | null {
  if (text === rendered) return null;
  const [lines, wanted] = [text.split("\n"), rendered.split("\n")];
  let i = 0;
  while (lines[i] === wanted[i]) i++;
  return { number: i + 1, is: around(lines[i], wanted[i]), wanted: around(wanted[i], lines[i]) };
}

/** A line from a little before it differs from another one. */
function around(line: string | undefined, other: string | undefined): string {
  if (line === undefined) return "the end of the file";
  let same = 0;
  while (same < line.length && line[same] === other?.[same]) same++;
  return shown(line.slice(Math.max(0, same - 20)));
}
