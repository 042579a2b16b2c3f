import { excerpts } from "./excerpts.ts";
import type { FileRebuild } from "./report.ts";

/** What differs between two texts, such as figures and renderings of tables: its first line that does. */
export function compareTexts(here: Buffer, rebuilt: Buffer): Pick<FileRebuild, "change" | "fault" | "first"> {
  const was = here.toString("utf8");
  const is = rebuilt.toString("utf8");
  if (was === is)
    return { change: "bytes", fault: "bytes that are no UTF-8 text stand in one of them", first: null };
  if (was.replaceAll("\r\n", "\n") === is.replaceAll("\r\n", "\n"))
    return { change: "bytes", fault: "line endings alone differ", first: null };
  return { change: "text", fault: null, first: firstLine(was, is) };
}

function firstLine(before: string, after: string): FileRebuild["first"] {
  const a = before.split("\n");
  const b = after.split("\n");
  const at = a.findIndex((line, index) => line !== b[index]);
  const line = at === -1 ? a.length : at;
  const [was, is] = excerpts(a[line] ?? null, b[line] ?? null);
  return { kind: "line", line: line + 1, was, is };
}
