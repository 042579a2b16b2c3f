import type { FigureDifference } from "../report.ts";
import { type Html, html } from "./html-text.ts";
import { relativeText } from "./numbers.ts";

/** Longest SVG that is put into the page. */
const LONGEST = 4_000_000;

/**
 * A figure of both sides and where they differ, side by side; the one that has the focus takes the whole width.
 * An SVG is only ever the source of an image: there it runs no script and loads nothing. What could not be read
 * is not shown.
 */
export function figureHtml(figure: FigureDifference): Html | null {
  if (figure.change === "unreadable") return null;
  const { a, b, pixels, path } = figure;
  const sides =
    figure.change === "text"
      ? [drawing(null, b ?? a, `${path} on both sides`)]
      : [drawing("a", a, `${path} of A`), drawing("b", b, `${path} of B`)];
  return html`<div class="figures">${sides}${pixels === null || figure.change !== "pixels" ? null : difference(pixels, path)}</div>\n`;
}

function drawing(side: "a" | "b" | null, svg: string | null, alt: string): Html | null {
  if (svg === null) return null;
  const label = side === null ? "both" : side.toUpperCase();
  const caption = html`<figcaption><span class="side${side === null ? "" : ` side-${side}`}">${label}</span></figcaption>`;
  if (svg.length > LONGEST) {
    return html`<figure>${caption}<p>too large to be shown: ${String(svg.length)} characters</p></figure>`;
  }
  const data = Buffer.from(svg, "utf8").toString("base64");
  return html`<figure tabindex="0">${caption}<img alt="${alt}" src="data:image/svg+xml;base64,${data}"></figure>`;
}

function difference(pixels: NonNullable<FigureDifference["pixels"]>, path: string): Html {
  const { width, height, differing, image } = pixels;
  const share = relativeText(differing / Math.max(1, width * height));
  // The image is ours, but a report may come from a file.
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/u.test(image);
  const shown = isBase64
    ? html`<img alt="pixels that differ in ${path}" src="data:image/png;base64,${image}">`
    : html`<p>no picture of the difference</p>`;
  return html`<figure tabindex="0"><figcaption><span class="side">difference</span> <span class="dim">${share} of the pixels</span></figcaption>${shown}</figure>`;
}
