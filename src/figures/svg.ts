/** Attributes of Vega's SVG that hold coordinates and sizes; all others are left as they are. */
const NUMERIC_ATTRIBUTES =
  /\b(transform|d|x|y|x1|x2|y1|y2|dx|dy|cx|cy|r|width|height|viewBox|font-size|stroke-width)="([^"]*)"/g;

/** Hints for browsers that mean nothing inside an image, and what is the default anyway. */
const SUPERFLUOUS = / (?:role|aria-[a-z]+|pointer-events)="[^"]*"| opacity="1"/g;

/** Outlines of groups that have neither a line nor a fill. */
const INVISIBLE = /<path class="(?:foreground" d="" display="none"|background" d="[^"]*")\/>/g;

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

/** What XML 1.0 cannot hold, not even escaped: most control characters, lone surrogates, two non-characters. */
const NOT_XML =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** A coordinate at two decimals of a pixel, without a negative zero. */
function shortNumber(text: string): string {
  return String(Math.round(Number(text) * 100) / 100 + 0);
}

/** Text for an element or an attribute in double quotes. */
function escapeXml(text: string): string {
  return text
    .replace(NOT_XML, "\uFFFD")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

/**
 * The file that is kept, from the SVG that Vega writes: coordinates rounded to 0.01 pixel (the last digit of
 * a float may differ between versions of Node, the picture may not), a title and a description for readers
 * who do not see it, nothing that XML forbids, one line feed at the end.
 */
export function finishSvg(svg: string, title: string, description: string): string {
  const rounded = svg
    .replace(NOT_XML, "\uFFFD")
    .replace(/<[^>]*>/g, (tag) =>
      tag
        .replace(SUPERFLUOUS, "")
        .replace(NUMERIC_ATTRIBUTES, (_, name, value) => `${name}="${value.replace(NUMBER, shortNumber)}"`),
    )
    .replace(INVISIBLE, "");
  const head = `<title>${escapeXml(title)}</title><desc>${escapeXml(description)}</desc>`;
  return `${rounded.replace(/<svg\b([^>]*)>/, (_, attributes: string) => `<svg role="img"${attributes}>${head}`).trimEnd()}\n`;
}
