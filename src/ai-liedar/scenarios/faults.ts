import { byteOrder } from "../../tables/canonical.ts";

/** Something wrong in a scenario file. Line and column begin at 1. */
export interface ScenarioFault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** What is required, what came, what to do: one line. */
  readonly message: string;
}

/** One line for people: `file:line:column: message`. */
export function explainFault({ file, line, column, message }: ScenarioFault): string {
  return `${file}:${line}:${column}: ${message}`;
}

/** Faults by file in byte order, then by place. */
export function inOrder(faults: readonly ScenarioFault[]): ScenarioFault[] {
  return [...faults].sort(
    (a, b) =>
      byteOrder(a.file, b.file) || a.line - b.line || a.column - b.column || byteOrder(a.message, b.message),
  );
}
