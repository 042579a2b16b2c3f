import { type DiffOptions, diff } from "../diff/diff.ts";
import { renderHtml } from "../diff/render/html.ts";
import { renderMarkdown } from "../diff/render/markdown.ts";
import { renderText } from "../diff/render/text.ts";
import type { DiffReport } from "../diff/report.ts";
import { type ExitCode, styleFor, type World } from "./command.ts";
import { checkIsNoInput, writeOut } from "./out-file.ts";

export type DiffFormat = "text" | "markdown" | "html" | "json";

export interface DiffCommandOptions {
  readonly format: DiffFormat;
  readonly basket?: string;
  readonly key?: readonly string[];
  readonly absolute: number;
  readonly relative: number;
  readonly samples?: number;
  readonly drawSeconds: number;
  /** Most characters of the Markdown. */
  readonly limit?: number;
  readonly out?: string;
}

/** Rows and cells per table where the user does not say: what a reader of each format bears. */
const SAMPLES: Readonly<Record<DiffFormat, number>> = { text: 10, markdown: 20, html: 200, json: 1000 };

/** Prints what differs between two artifact trees, table files or revisions; exit 1 where anything does. */
export async function diffCommand(
  world: World,
  a: string,
  b: string,
  options: DiffCommandOptions,
): Promise<ExitCode> {
  const { format, absolute, relative, out } = options;
  const asked: DiffOptions = {
    basket: options.basket,
    key: options.key,
    tolerance: { absolute, relative },
    drawSeconds: options.drawSeconds,
    samples: options.samples ?? SAMPLES[format],
    signal: world.signal,
  };
  if (out !== undefined) checkIsNoInput(out, [a, b]);
  const report = await diff(world.engine.root, a, b, asked);
  const text = rendered(report, options, out === undefined && isColoured());
  if (out === undefined) world.out(text);
  else {
    writeOut(out, text);
    world.err(`wrote ${out}: ${report.equal ? "nothing differs" : "there are differences"}\n`);
  }
  return report.equal ? 0 : 1;
}

function rendered(report: DiffReport, { format, limit }: DiffCommandOptions, onTerminal: boolean): string {
  switch (format) {
    case "text":
      return renderText(report, onTerminal ? { style: styleFor(true), width: terminalWidth() } : {});
    case "markdown":
      return renderMarkdown(report, limit === undefined ? {} : { limit });
    case "html":
      return renderHtml(report);
    case "json":
      return `${JSON.stringify(report, null, 1)}\n`;
  }
}

/** Whether the report goes to a terminal that shows colours; the colours of other messages are about standard error. */
function isColoured(): boolean {
  return (process.stdout.isTTY ?? false) && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb";
}

function terminalWidth(): number {
  return process.stdout.columns ?? 100;
}
