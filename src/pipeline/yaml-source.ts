import type { ErrorObject } from "ajv";
import Ajv from "ajv/dist/2020.js";
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, type Scalar, visit } from "yaml";
import { Failure } from "./failure.ts";
import type { Faults, ValuePath } from "./yaml.ts";

/**
 * A YAML file read for use: its value, and for every part of it the line and column, so that whatever is
 * found wrong later can be shown where it stands.
 */
export class YamlSource implements Faults {
  readonly file: string;
  readonly value: unknown;
  readonly #text: string;
  readonly #lines = new LineCounter();
  readonly #document: Document.Parsed;
  readonly #faults: { offset: number; length: number; message: string }[] = [];

  /** Parses `text`; throws a definition Failure that lists every YAML error with its place. */
  constructor(file: string, text: string) {
    this.file = file;
    this.#text = text;
    this.#document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false, uniqueKeys: true });
    for (const error of [...this.#document.errors, ...this.#document.warnings]) {
      this.#faults.push({
        offset: error.pos[0],
        length: error.pos[1] - error.pos[0],
        message: yamlMessage(error.message),
      });
    }
    visit(this.#document, { Scalar: (_, node) => this.#checkScalar(node) });
    this.throwFaults();
    try {
      this.value = this.#document.toJS({ maxAliasCount: 100 });
    } catch (error) {
      throw new Failure("definition", `${file}: ${(error as Error).message}`);
    }
  }

  get any(): boolean {
    return this.#faults.length > 0;
  }

  /** Notes a fault at a part of the value, or at the key of that part. All are thrown together by throwFaults. */
  fault(at: ValuePath, message: string, on: "value" | "key" = "value"): void {
    const range = this.#rangeOf(at, on);
    this.#faults.push({ offset: range[0], length: range[1] - range[0], message });
  }

  /** `file:line:column` of a part of the value. */
  place(at: ValuePath, on: "value" | "key" = "value"): string {
    return this.#placeOf(this.#rangeOf(at, on)[0]);
  }

  /** Checks the value against a JSON Schema and notes each fault at its place. */
  checkSchema(schema: object): void {
    const validate = new Ajv({ allErrors: true, strict: false, verbose: true }).compile(schema);
    if (validate(this.value)) return;
    const seen = new Set<string>();
    for (const error of mostTelling(validate.errors ?? [])) {
      const at = pathOf(error, this.value);
      const fault = schemaMessage(error, at);
      const text = JSON.stringify([at, fault.message]);
      if (!seen.has(text)) this.fault(fault.at, fault.message, fault.on);
      seen.add(text);
    }
  }

  /** Throws a definition Failure with every fault that was noted, in the order of the file. */
  throwFaults(): void {
    if (this.#faults.length === 0) return;
    const faults = [...this.#faults].sort((a, b) => a.offset - b.offset);
    throw new Failure("definition", faults.map((fault) => this.#show(fault)).join("\n"));
  }

  /** A value must mean the same to every reader: JSON knows no infinity, and a double no more than 53 bits. */
  #checkScalar({ value, range, source }: Scalar): void {
    const fault = (message: string) => {
      const [start, end] = range ?? [0, 1];
      this.#faults.push({ offset: start, length: end - start, message });
    };
    if (typeof value === "number") {
      if (!Number.isFinite(value)) fault(`${source} is not a finite number`);
      else if (Number.isInteger(value) && !Number.isSafeInteger(value))
        fault(`${source} does not fit a double exactly; quote it`);
    } else if (value !== null && typeof value !== "string" && typeof value !== "boolean") {
      fault("only text, numbers, true, false and null can stand here; quote it");
    }
  }

  #show({ offset, length, message }: { offset: number; length: number; message: string }): string {
    const { line, col } = this.#lines.linePos(offset);
    const lines = this.#text.split(/\r?\n/u);
    const text = withoutSecrets(lines[line - 1] ?? "", lines[line - 2]);
    const gutter = String(line);
    const width = Math.max(1, Math.min(length, text.length - col + 1));
    return (
      `${this.#placeOf(offset)}: ${message}\n` +
      `  ${gutter} | ${text}\n` +
      `  ${" ".repeat(gutter.length)} | ${text.slice(0, col - 1).replace(/[^\t]/gu, " ")}${"^".repeat(width)}`
    );
  }

  #placeOf(offset: number): string {
    const { line, col } = this.#lines.linePos(offset);
    return `${this.file}:${line}:${col}`;
  }

  #rangeOf(at: ValuePath, on: "value" | "key"): readonly [number, number] {
    for (let depth = at.length; depth >= 0; depth--) {
      const parent = depth === 0 ? null : this.#document.getIn(at.slice(0, depth - 1), true);
      const wantsKey = on === "key" && depth === at.length;
      if (wantsKey && (isMap(parent) || depth === 1)) {
        const map = isMap(parent) ? parent : this.#document.contents;
        const pair = isMap(map)
          ? map.items.find((item) => isScalar(item.key) && item.key.value === at[depth - 1])
          : undefined;
        if (pair !== undefined && isNode(pair.key) && pair.key.range)
          return [pair.key.range[0], pair.key.range[1]];
      }
      const node = depth === 0 ? this.#document.contents : this.#document.getIn(at.slice(0, depth), true);
      if (isNode(node) && node.range) {
        const end = isScalar(node) ? node.range[1] : this.#endOfLine(node.range[0], node.range[1]);
        return [node.range[0], end];
      }
    }
    return [0, 1];
  }

  #endOfLine(start: number, end: number): number {
    const newline = this.#text.indexOf("\n", start);
    return newline === -1 ? end : Math.min(end, newline);
  }
}

/** Names of what is secret, with the colon behind them. */
const SECRET_NAME = String.raw`\b(?:[\w-]*[_-])?(?:key|apikey|key_variable|secret|password|token|authorization)["']?\s*:\s*`;
const SECRET_VALUE = new RegExp(`(${SECRET_NAME})([^,}]+)`, "giu");
const SECRET_BEFORE = new RegExp(`${SECRET_NAME}$`, "iu");

/**
 * A line for showing: what stands where a key or password would is not printed, unless it is a variable's name.
 *
 * @param before the line before it, which may name what stands here
 */
function withoutSecrets(line: string, before = ""): string {
  if (SECRET_BEFORE.test(before)) return line.replace(/\S/gu, "…");
  return withoutCredentials(
    line.replace(SECRET_VALUE, (whole, name: string, value: string) =>
      /^[A-Z][A-Z0-9_]*\s*$/u.test(value) ? whole : name + "…".repeat(value.length),
    ),
  );
}

/** Text without user names, passwords and queries of the addresses in it. */
function withoutCredentials(text: string): string {
  const dots = (part: string) => "…".repeat(part.length);
  return text
    .replace(/(:\/\/)([^\s/"']*)@/gu, (_, start: string, user: string) => `${start}${dots(user)}@`)
    .replace(/(:\/\/[^\s?#"']*[?#])([^\s"']*)/gu, (_, start: string, query: string) => start + dots(query));
}

function yamlMessage(message: string): string {
  return message === "Map keys must be unique"
    ? "this key stands here a second time; keys must be unique"
    : message;
}

/** Where a schema fault stands, as keys and indices: array positions become numbers. */
function pathOf(error: ErrorObject, root: unknown): (string | number)[] {
  const path: (string | number)[] = [];
  let value = root;
  for (const raw of error.instancePath.split("/").slice(1)) {
    const key = raw.replaceAll("~1", "/").replaceAll("~0", "~");
    const step = Array.isArray(value) ? Number(key) : key;
    path.push(step);
    value = (value as Record<string | number, unknown> | undefined)?.[step];
  }
  return path;
}

/** Leaves out what only says that an alternative failed where a fault deeper in the value says why. */
function mostTelling(errors: readonly ErrorObject[]): ErrorObject[] {
  const plain = errors.filter((error) => error.keyword !== "if");
  return plain.filter(
    (error) =>
      !(
        (error.keyword === "anyOf" || error.keyword === "oneOf") &&
        plain.some((other) => other !== error && other.instancePath.startsWith(`${error.instancePath}/`))
      ),
  );
}

function schemaMessage(
  error: ErrorObject,
  at: (string | number)[],
): { at: (string | number)[]; on: "value" | "key"; message: string } {
  const what = at.length === 0 ? "the file" : at.join(".");
  const isKey = at.at(-1) === "key_variable";
  const got = isKey ? "something else" : withoutCredentials(shown(error.data));
  if (error.keyword === "additionalProperties") {
    const key = String((error.params as { additionalProperty: string }).additionalProperty);
    const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
    const hint = known.length === 0 ? "" : `; known here: ${known.join(", ")}`;
    return { at: [...at, key], on: "key", message: `unknown key "${key}"${hint}` };
  }
  if (error.keyword === "propertyNames" || error.propertyName !== undefined) {
    const key = String(error.propertyName ?? (error.params as { propertyName: string }).propertyName);
    return {
      at: [...at, key],
      on: "key",
      message: `"${key}" is not a valid name here: ${error.message ?? error.keyword}`,
    };
  }
  if (error.keyword === "enum") {
    const allowed = (error.params as { allowedValues: unknown[] }).allowedValues.map((value) =>
      JSON.stringify(value),
    );
    return { at, on: "value", message: `${what} must be one of ${allowed.join(", ")}, got ${got}` };
  }
  const note = (error.parentSchema as { $comment?: string } | undefined)?.$comment;
  return {
    at,
    // A value that must not be shown may stand on a line of its own.
    on: isKey ? "key" : "value",
    message: `${what} ${error.message ?? "is not valid"}, got ${got}${note ? `; ${note}` : ""}`,
  };
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
