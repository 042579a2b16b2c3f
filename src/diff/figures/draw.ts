// Entry of the thread that draws figures: a figure that never gets done is stopped with its thread.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import { parentPort } from "node:worker_threads";
import { initWasm, Resvg, type ResvgRenderOptions } from "@resvg/resvg-wasm";
import { PNG } from "pngjs";
import type { DrawAnswer, Drawn, DrawTask, Undrawn } from "./protocol.ts";

/** Most pixels of a figure: sixteen times the largest of ours. */
const MAX_PIXELS = 8 * 1024 * 1024;

/** Colours as their four bytes lie in memory, red first; 32-bit integers with a sign are the quickest numbers. */
const OPAQUE = 0xff000000 | 0;

/** Vermilion of Okabe and Ito: told from the pale grey of what is equal by its darkness alone. */
const MARK = 0xff005ed5 | 0;

/** A bright green. */
const BEYOND = 0xff02ff01 | 0;

const resolve = createRequire(import.meta.url).resolve;
// The renderer is done before better code for it would be compiled, which keeps a second processor busy.
setFlagsFromString("--liftoff-only");
const ready = initWasm(readFileSync(resolve("@resvg/resvg-wasm/index_bg.wasm")));
const font = (name: string) => new Uint8Array(readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
/** Its condensed cut has about the widths of the fonts that figures name. */
const FAMILY = "DejaVu Sans Condensed";

/** Without a font that it knows the renderer leaves text out silently; so every family is mapped to one that is here. */
const OPTIONS: ResvgRenderOptions = {
  background: "#ffffff",
  font: {
    fontBuffers: ["DejaVuSansCondensed", "DejaVuSansCondensed-Bold", "DejaVuSansCondensed-Oblique"].map(font),
    defaultFontFamily: FAMILY,
    sansSerifFamily: FAMILY,
    serifFamily: FAMILY,
    cursiveFamily: FAMILY,
    fantasyFamily: FAMILY,
    monospaceFamily: FAMILY,
  },
};

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

parentPort?.on("message", async ({ id, a, b }: DrawTask) => {
  await ready;
  const start = performance.now();
  const result = compare(a, b);
  const answer: DrawAnswer = { id, result, ms: performance.now() - start };
  parentPort?.postMessage(answer);
});

function compare(svgA: string, svgB: string): Drawn | Undrawn {
  const [was, is] = [draw(svgA), draw(svgB)];
  if (typeof was === "string") return { kind: "undrawn", side: "a", why: was };
  if (typeof is === "string") return { kind: "undrawn", side: "b", why: is };
  const width = Math.max(was.width, is.width);
  const height = Math.max(was.height, is.height);
  const marked = new PNG({ width, height });
  const [a, b] = [onSheet(was, width, height), onSheet(is, width, height)];
  const differing = mark(a, b, asPixels(marked.data));
  return { kind: "drawn", width, height, differing, image: PNG.sync.write(marked, { filterType: 0 }) };
}

/**
 * Draws where two pictures of one size differ, what is equal as a pale trace. Every pixel that is not the same counts,
 * edges too: what is let pass here would be hidden from the reader. Returns how many differ.
 */
function mark(a: Int32Array, b: Int32Array, out: Int32Array): number {
  let differing = 0;
  for (let pixel = 0; pixel < a.length; pixel++) {
    const was = a[pixel] as number;
    if (was !== b[pixel]) {
      differing++;
      out[pixel] = MARK;
    } else {
      const grey = (77 * (was & 255) + 150 * ((was >> 8) & 255) + 29 * ((was >> 16) & 255)) >> 8;
      const trace = 255 - ((255 - grey) >> 2);
      out[pixel] = OPAQUE | (trace << 16) | (trace << 8) | trace;
    }
  }
  return differing;
}

/** Four bytes a pixel as one number each. */
function asPixels(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

/** A figure as pixels; a text says why it cannot be drawn. */
function draw(svg: string): Picture | string {
  let figure: InstanceType<typeof Resvg> | null = null;
  try {
    figure = new Resvg(svg, OPTIONS);
    const [width, height] = [Math.round(figure.width), Math.round(figure.height)];
    if (!(width >= 1 && height >= 1)) return "has no size";
    if (width * height > MAX_PIXELS) return `is ${width} × ${height} pixels large, too large to draw`;
    const image = figure.render();
    const picture = { width: image.width, height: image.height, pixels: image.pixels };
    image.free();
    return picture;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `is no SVG that can be drawn: ${why.replace(/^SVG data parsing failed cause /u, "")}`;
  } finally {
    figure?.free();
  }
}

/**
 * A picture in the upper left corner of a sheet. Where the sheet goes beyond it there is a colour that no figure
 * has, so that what only the larger of two shows counts as different.
 */
function onSheet({ width, height, pixels }: Picture, wide: number, high: number): Int32Array {
  if (width === wide && height === high) return asPixels(pixels);
  const sheet = new Int32Array(wide * high).fill(BEYOND);
  for (let y = 0; y < height; y++) sheet.set(asPixels(pixels).subarray(y * width, (y + 1) * width), y * wide);
  return sheet;
}
