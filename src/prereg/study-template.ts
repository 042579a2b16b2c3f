import type { Json } from "../pipeline/canonical.ts";
import { Failure } from "../pipeline/failure.ts";
import { nearest } from "../pipeline/load.ts";
import { printable, shown } from "../tables/untrusted.ts";
import { valueText } from "./value-text.ts";

/** File of the text that a study's part of a readable design is made of, relative to the project. */
export function studyTemplate(study: string): string {
  return `data/preregistration/${study}.md`;
}

/** What a template is filled from. */
export interface TemplateValues {
  /** Params of the study's stages. */
  readonly params: Readonly<Record<string, Json>>;
  /** By name: whether a part that is marked with it stands. */
  readonly conditions: Readonly<Record<string, boolean>>;
}

/** `{{name}}`, `{{name.member}}`; `{{#name}}`, `{{^name}}` and `{{/name}}` around a part. */
const MARK = /\{\{([#^/]?)([^{}]*)\}\}/gu;

/**
 * Fills a template: `{{param}}` and `{{param.member}}` are a param's value in words; what stands between
 * `{{#imported}}` and `{{/imported}}` is there where the condition holds, with `^` in place of `#` where it does not.
 * A line that holds nothing but such a mark leaves no line behind.
 *
 * @param file its path, for messages
 * @throws Failure that lists each mark that cannot be filled, with line and column
 */
export function fillTemplate(text: string, file: string, values: TemplateValues): string {
  const faults: string[] = [];
  const fault = (at: number, message: string): void => {
    const before = text.slice(0, at).split("\n");
    faults.push(`${file}:${before.length}:${[...before[before.length - 1]!].length + 1}: ${message}`);
  };
  const open: { readonly name: string; readonly at: number; readonly stands: boolean }[] = [];
  let out = "";
  let from = 0;
  const keep = (until: number): void => {
    const part = text.slice(from, until);
    if (open.every(({ stands }) => stands)) out += part;
    // What is left of a mark that is none: {{ without }}, or braces inside.
    const stray = part.indexOf("{{");
    if (stray !== -1) fault(from + stray, "{{ begins a placeholder that does not end; close it with }}");
  };
  for (const mark of text.matchAll(MARK)) {
    const [whole, sign, inner] = mark as unknown as [string, string, string];
    const name = inner.trim();
    const at = mark.index;
    const alone = sign !== "" && isAlone(text, at, whole.length);
    keep(alone ? lineStart(text, at) : at);
    if (sign === "/") {
      const last = open.pop();
      if (last?.name !== name)
        fault(
          at,
          `${shownMark(whole)} ends what is not begun${last ? `: {{#${last.name}}} is still open` : ""}`,
        );
    } else if (sign !== "") {
      if (!Object.hasOwn(values.conditions, name))
        fault(at, `unknown condition ${shown(name)}; known: ${Object.keys(values.conditions).join(", ")}`);
      open.push({ name, at, stands: (values.conditions[name] ?? false) === (sign === "#") });
    } else if (open.every(({ stands }) => stands)) {
      const value = lookUp(values.params, name);
      if (value === undefined) fault(at, unknown(whole, name, values.params));
      else out += valueText(value);
    }
    from = alone ? lineEnd(text, at + whole.length) : at + whole.length;
  }
  keep(text.length);
  for (const { name, at } of open)
    fault(at, `the part that {{#${name}}} begins does not end with {{/${name}}}`);
  if (faults.length > 0) throw new Failure("definition", faults.join("\n"));
  return out;
}

/** Names of all placeholders of a template, those of parts that do not stand included. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(MARK)].filter(([, sign]) => sign === "").map(([, , name]) => name!.trim());
}

function lookUp(params: TemplateValues["params"], name: string): Json | undefined {
  let value: Json | undefined = params;
  for (const part of name.split(".")) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const members = value as Readonly<Record<string, Json>>;
    value = Object.hasOwn(members, part) ? members[part] : undefined;
  }
  return value;
}

function unknown(whole: string, name: string, params: TemplateValues["params"]): string {
  const [first = "", ...rest] = name.split(".");
  const param = params[first];
  const members =
    rest.length > 0 && typeof param === "object" && param !== null && !Array.isArray(param)
      ? Object.keys(param).map((member) => `${first}.${member}`)
      : Object.keys(params);
  const hint = nearest(name, members, `the study's params: ${Object.keys(params).join(", ") || "none"}`);
  return `unknown placeholder ${shownMark(whole)}: no stage of the study declares it in this basket; ${hint}`;
}

function shownMark(whole: string): string {
  return printable(whole.length > 60 ? `${whole.slice(0, 59)}…` : whole);
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

function isAlone(text: string, at: number, length: number): boolean {
  const before = text.slice(lineStart(text, at), at);
  const after = /^[^\n]*/u.exec(text.slice(at + length))![0];
  return before.trim() === "" && after.trim() === "";
}

/** Behind the line feed that ends the line, or the end of the text. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}
