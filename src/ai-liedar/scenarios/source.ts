import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument } from "yaml";
import { shown } from "../../tables/untrusted.ts";
import { hiddenInFile } from "./characters.ts";
import type { ScenarioFault } from "./faults.ts";

/** Most YAML errors that are told of one file: one slip makes the parser stumble many times. */
const MOST_YAML_ERRORS = 5;

/** Most hidden characters that are told of one file: one that is not UTF-8 is full of them. */
const MOST_HIDDEN = 5;

/** A value of a file, and where it stands in words: `original.agent.goal`. */
export interface Part {
  readonly path: string;
  readonly node: Node | null;
}

/**
 * A scenario file read by YAML. It gives parts of the file as what they should be, and notes for every part that is
 * something else a fault with line and column.
 */
export class ScenarioSource {
  readonly file: string;
  readonly root: Part;
  readonly faults: ScenarioFault[] = [];
  /** False where it is no YAML: what the parser made of it is then nothing to go by. */
  readonly readable: boolean;
  /** Whether hidden characters stand in the file as such; escapes may still make some. */
  readonly hidden: boolean;
  readonly #lines = new LineCounter();
  /** Where each part begins, by path. */
  readonly #offsets = new Map<string, number>([["", 0]]);

  constructor(file: string, text: string) {
    this.file = file;
    let contents: Node | null = null;
    try {
      const document = parseDocument(text, {
        lineCounter: this.#lines,
        prettyErrors: false,
        uniqueKeys: true,
      });
      for (const { pos, message } of [...document.errors, ...document.warnings].slice(0, MOST_YAML_ERRORS))
        this.#note(pos[0], yamlMessage(message));
      contents = document.contents;
    } catch (error) {
      this.#note(0, `the file cannot be read as YAML: ${String(error).split("\n")[0]}`);
    }
    this.readable = this.faults.length === 0;
    const hidden = hiddenInFile(text);
    for (const { offset, character } of hidden.slice(0, MOST_HIDDEN))
      this.#note(offset, `the file requires visible text, got ${character}`);
    this.hidden = hidden.length > 0;
    this.root = { path: "", node: contents };
  }

  /** Notes a fault at the part of that path, or at the next part above it that is there. */
  fault(path: string, message: string): void {
    let at = path;
    while (!this.#offsets.has(at)) at = at.slice(0, Math.max(0, at.lastIndexOf(".")));
    this.#note(this.#offsets.get(at)!, `${path === "" ? "the file" : path} ${message}`);
  }

  /**
   * The members of a map that must have these keys and no other. Null where the part is no map; a missing key is a
   * fault, and has no member.
   */
  members<Key extends string>(part: Part, keys: readonly Key[]): Map<Key, Part> | null {
    if (!isMap(part.node)) {
      this.fault(part.path, `requires a map of ${keys.join(", ")}, got ${described(part.node)}`);
      return null;
    }
    const members = new Map<Key, Part>();
    for (const { key, value } of part.node.items as Pair<Node, Node | null>[]) {
      const name = keyText(key);
      const path = part.path === "" ? name : `${part.path}.${name}`;
      const offset = key?.range?.[0] ?? 0;
      if (!(keys as readonly string[]).includes(name)) {
        this.#note(offset, `${path} is an unknown key; known here: ${keys.join(", ")}`);
        continue;
      }
      this.#offsets.set(path, offset);
      members.set(name as Key, { path, node: value });
    }
    return members;
  }

  /** The items of a list; null where the part is none. */
  items(part: Part): Part[] | null {
    if (!isSeq(part.node)) {
      this.fault(part.path, `requires a list, got ${described(part.node)}`);
      return null;
    }
    return part.node.items.map((item, index) => {
      const path = `${part.path}.${index + 1}`;
      const node = item as Node;
      this.#offsets.set(path, node.range?.[0] ?? 0);
      return { path, node };
    });
  }

  /** The text of a scalar; null where the part is no text. */
  text({ path, node }: Part): string | null {
    if (isScalar(node) && typeof node.value === "string") return node.value;
    this.fault(path, `requires text, got ${described(node)}`);
    return null;
  }

  #note(offset: number, message: string): void {
    const { line, col } = this.#lines.linePos(offset);
    this.faults.push({ file: this.file, line: Math.max(1, line), column: Math.max(1, col), message });
  }
}

/** A key as it is shown: as it stands where it is a name, else as JSON on one line. */
function keyText(key: Node | null): string {
  return isScalar(key) && /^[\w-]+$/u.test(String(key.value)) ? String(key.value) : shown(key);
}

function described(node: Node | null): string {
  if (isMap(node)) return "a map";
  if (isSeq(node)) return "a list";
  if (isAlias(node)) return `the alias *${node.source}; write the text out`;
  if (!isScalar(node) || node.value === null) return "nothing";
  return `${shown(node.value)}${typeof node.value === "string" ? "" : "; quote it"}`;
}

/** What the parser says, with what to do where the usual slips are behind it. */
function yamlMessage(message: string): string {
  const text = message.replace(/\s+/gu, " ");
  if (text === "Map keys must be unique") return "this key stands here a second time; remove one";
  const colon = text.startsWith("Nested mappings are not allowed");
  return colon ? `${text}; where a text holds a colon, quote it or begin it with >-` : text;
}
