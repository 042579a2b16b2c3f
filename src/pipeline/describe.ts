import { printable, shorten } from "../tables/untrusted.ts";
import type { Reason } from "./staleness.ts";

/** One reason in a few words. */
export function describe(reason: Reason): string {
  const { kind, path, was, is } = reason;
  switch (kind) {
    case "never-run":
      return "never run";
    case "forced":
      return "forced";
    case "code":
      return "its code changed";
    case "engine":
      return "the engine's own code changed";
    case "params":
      return `param ${path.replace(/^params\./u, "")} changed from ${value(was)} to ${value(is)}`;
    case "inputs":
      return inputChange(path, was, is);
    case "schema":
      return "its schema changed";
    case "map":
      return `its map changed from ${value(was)} to ${value(is)}`;
    case "sliced":
      return `it is cut by input ${value(is)} and no longer by ${value(was)}`;
    case "ask":
      return `the column that names whom it asks changed from ${value(was)} to ${value(is)}`;
    case "beside":
      return "which models it asks in a role changed";
    case "answerers":
      return answererChange(path, was, is);
    case "answers":
      return is === null
        ? "it is not known which recorded answers it needs"
        : "recorded answers that it looks up changed";
    case "partial":
      return is === true
        ? "it goes on without answers that are missing"
        : "it was made by a partial run, without answers that were missing";
    case "gaps":
      return "the answers that are missing above it are others";
    case "format":
    case "slice":
      return "its key was made by another version, or was edited by hand";
    case "not-here":
      return "it has not run on this machine yet";
    case "manifest":
      return `the manifest says another ${path.split(".").at(-1)} of it than came out: edited by hand`;
    case "outputs":
      return "its list of outputs changed";
    case "output-missing":
      return `${path} is missing`;
    case "output-changed":
      return `${path} is not what was written: edited by hand, or left by a run that did not end`;
    case "writer":
      return "the code or presentation that writes its files changed";
    case "upstream":
      return `${path} is not fresh`;
    default:
      return kind satisfies never;
  }
}

/** All reasons of a stage on one line, the first three and how many more. */
export function describeAll(reasons: readonly Reason[]): string {
  const texts = [...new Set(reasons.map(describe))];
  const more = texts.length > 3 ? `; and ${texts.length - 3} more` : "";
  return texts.slice(0, 3).join("; ") + more;
}

function inputChange(path: string, was: unknown, is: unknown): string {
  const [, name, kind, ...rest] = path.split(".");
  if (kind === "files") {
    const file = printable(rest.join("."));
    if (was === null) return `file ${file} is new in input ${name}`;
    if (is === null) return `file ${file} is gone from input ${name}`;
    return `file ${file} changed`;
  }
  if (kind === "journal") return `the records of input ${name} changed`;
  if (was === null) return `input ${name} is new`;
  if (is === null) return `input ${name} was removed`;
  return `the rows of input ${name} changed`;
}

function answererChange(path: string, was: unknown, is: unknown): string {
  // A model's name may hold dots: the last part is ours.
  const name = path.replace(/^answerers\.(beside )?/u, "").replace(/\.(code|settings(\..*)?)$/u, "");
  if (was === null) return `model ${printable(name)} is new`;
  if (is === null) return `model ${printable(name)} was removed`;
  if (path.endsWith(".code")) return `the code that answers for ${printable(name)} changed`;
  return `the settings of ${printable(name)} changed from ${value(was)} to ${value(is)}`;
}

/** Text that may hold names and values of unknown origin, safe to print; its lines and tabs stay. */
export function printableLines(text: string): string {
  return text.replace(/[^\n\t]+/gu, printable);
}

export function value(of: unknown): string {
  return shorten(printable(JSON.stringify(of)), 60);
}
