import type { Engine } from "../pipeline/plan.ts";

/** What a command needs of the world. One place makes it; commands print through it and never exit. */
export interface World {
  readonly engine: Engine;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether standard error is a terminal that shows progress. */
  readonly terminal: boolean;
  readonly style: Style;
  readonly signal: AbortSignal;
}

/** Colours, or the text as it is. */
export interface Style {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly dim: (text: string) => string;
}

/** 0 yes; 1 no (stale, differs, some missing); 2 could not. */
export type ExitCode = 0 | 1 | 2;

export function styleFor(coloured: boolean): Style {
  const paint = (code: number) => (text: string) => (coloured ? `\u001b[${code}m${text}\u001b[39m` : text);
  return { good: paint(32), bad: paint(31), warn: paint(33), dim: paint(90) };
}
