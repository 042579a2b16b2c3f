import type { FigureDifference } from "../report.ts";
import { UnreadableFile } from "../sides/side-files.ts";
import type { Drawer } from "./drawer.ts";
import { figureFault, figureText, MAX_FIGURE_BYTES } from "./figure-fault.ts";

/** How two figures of one path differ, drawn where both can be. They are known to differ in their bytes. */
export async function compareFigures(
  path: string,
  a: Uint8Array | UnreadableFile,
  b: Uint8Array | UnreadableFile,
  drawer: Drawer,
): Promise<FigureDifference> {
  const texts = { a: shownText(a), b: shownText(b) };
  const unreadable = (fault: string): FigureDifference => ({
    path,
    change: "unreadable",
    fault,
    ...texts,
    pixels: null,
  });
  const faults = [whose("A", faultOf(a)), whose("B", faultOf(b))].filter((fault) => fault !== null);
  if (faults.length > 0) return unreadable(faults.join("; "));
  const drawn = await drawer.compare(texts.a!, texts.b!);
  if (drawn.kind === "given-up") return unreadable(drawn.why);
  if (drawn.kind === "undrawn") return unreadable(whose(drawn.side === "a" ? "A" : "B", drawn.why)!);
  const { width, height, differing, image } = drawn;
  return {
    path,
    change: differing === 0 ? "text" : "pixels",
    fault: null,
    ...texts,
    pixels: { width, height, differing, image: Buffer.from(image).toString("base64") },
  };
}

/** A figure that one side lacks. */
export function loneFigure(
  path: string,
  change: "added" | "removed",
  bytes: Uint8Array | UnreadableFile,
): FigureDifference {
  const fault = faultOf(bytes);
  const [a, b] = change === "added" ? [null, shownText(bytes)] : [shownText(bytes), null];
  return { path, change, fault: fault === null ? null : `it ${fault}`, a, b, pixels: null };
}

function faultOf(bytes: Uint8Array | UnreadableFile): string | null {
  return bytes instanceof UnreadableFile ? `cannot be read: ${bytes.why}` : figureFault(bytes);
}

function whose(side: "A" | "B", fault: string | null): string | null {
  return fault === null ? null : `the one in ${side} ${fault}`;
}

/** The text that a report carries: bytes that are no UTF-8 are replaced, a huge one is left out. */
function shownText(bytes: Uint8Array | UnreadableFile): string | null {
  if (bytes instanceof UnreadableFile || bytes.length > MAX_FIGURE_BYTES) return null;
  return figureText(bytes) ?? Buffer.from(bytes).toString("utf8");
}
