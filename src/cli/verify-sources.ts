import { printableLines } from "../pipeline/describe.ts";
import { counted } from "../pipeline/quantities.ts";
import type { SourceDiff } from "../prereg/verify/report.ts";
import { printable } from "../tables/untrusted.ts";
import type { Style } from "./command.ts";

/** Lines of one source's diff, and sources, that a terminal gets. */
const MOST_LINES = 60;
const MOST_SOURCES = 10;

/** Diffs of sources, those that may change a result first; long ones are cut. */
export function sourceLines(sources: readonly SourceDiff[], style: Style): string[] {
  if (sources.length === 0) return [];
  const sorted = [...sources].sort(
    (a, b) => Number(b.change === "deviation") - Number(a.change === "deviation"),
  );
  const lines = sorted
    .slice(0, MOST_SOURCES)
    .flatMap((source) => [
      "",
      `${source.change === "deviation" ? style.bad("deviation") : style.dim("same behaviour")}  ${printable(source.file)}`,
      ...(source.patch === null ? [`  no diff: ${source.unavailable}`] : patchLines(source.patch, style)),
    ]);
  const more = sources.length - MOST_SOURCES;
  if (more > 0) lines.push("", `and ${counted(more, "more source")}; --json has every diff whole`);
  return [...lines, ""];
}

function patchLines(patch: string, style: Style): string[] {
  const lines = patch.replace(/\n$/u, "").split("\n");
  const shown = lines.slice(0, MOST_LINES).map((line) => {
    const text = `  ${printableLines(line)}`;
    if (line.startsWith("+")) return style.good(text);
    if (line.startsWith("-")) return style.bad(text);
    return text;
  });
  const more = lines.length - MOST_LINES;
  return more > 0 ? [...shown, `  … ${counted(more, "more line")}; --json has the whole diff`] : shown;
}
