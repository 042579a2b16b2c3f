/** Most bytes of a figure that is drawn: the largest of ours has 200 KB. */
export const MAX_FIGURE_BYTES = 8 * 1024 * 1024;

/**
 * What an SVG must not hold to be drawn. Nothing is fetched and no script runs in either case; but what is drawn
 * without them is not what the file shows elsewhere, so it is said instead. Any prefix of a name counts: what it stands
 * for is declared elsewhere.
 */
const FORBIDDEN: readonly (readonly [pattern: RegExp, what: string])[] = [
  [element("script|handler|listener"), "holds a script"],
  [/\s(?:[^\s<>"'=/:]+:)?on\w+ ?= ?["']/iu, "holds an event handler"],
  [/<!ENTITY\b/iu, "declares entities"],
  [element("foreignObject|iframe|embed|object"), "holds a foreign document"],
  [element("animate\\w*|set|discard"), "moves"],
  [/@import\b/iu, "imports a style sheet"],
  [/<\?xml-stylesheet\b/iu, "imports a style sheet"],
  [/\bhref ?= ?["'] ?(?!#|data:image\/(?:png|jpeg|gif);)[^"'\s]/iu, "refers to something outside of it"],
  [/\bxml:base ?=/iu, "refers to something outside of it"],
  [/\burl\( ?["']? ?(?!["'# ])[^)]/iu, "refers to something outside of it"],
  [/\b(?:image-set|src)\(/iu, "refers to something outside of it"],
];

function element(names: string): RegExp {
  return new RegExp(`< ?(?:[^\\s<>/:]+:)?(?:${names})\\b`, "iu");
}

/** Why a figure cannot be drawn as it stands; null where it can be tried. */
export function figureFault(bytes: Uint8Array): string | null {
  if (bytes.length > MAX_FIGURE_BYTES)
    return `has ${bytes.length} bytes; figures above ${MAX_FIGURE_BYTES} are not drawn`;
  const text = figureText(bytes);
  if (text === null) return "is not UTF-8 text";
  // Spaces are made one, so that no pattern has to look for the end of a million of them.
  const plain = readable(text).replace(/\s+/gu, " ");
  const unquoted = plain.replaceAll("&quot;", '"').replaceAll("&apos;", "'");
  return FORBIDDEN.find(([pattern]) => pattern.test(unquoted))?.[1] ?? styleFault(plain);
}

/**
 * A text with its references to characters resolved, but for those that would begin an element or end a value:
 * `&#117;rl(` means what `url(` does.
 */
function readable(text: string): string {
  return text.replace(
    /&#(?:x([0-9a-f]{1,8})|(\d{1,8}));/giu,
    (whole, hex: string | undefined, decimal: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const character = code > 0x10ffff ? "<" : String.fromCodePoint(code);
      return ["<", '"', "'"].includes(character) ? whole : character;
    },
  );
}

/** Attributes whose value is no style: what stands in them is text, a name or numbers. */
const NO_STYLE = /^(?:aria-.*|data-.*|role|id|class|d|points|transform|viewBox|xmlns.*|.*href|version)$/u;

/** A style with escapes may say `url(` and `@import` in other letters; ours have none. */
function styleFault(text: string): string | null {
  const what = "has a style written in escapes";
  for (const [, sheet] of text.matchAll(/< ?(?:[^\s<>/:]+:)?style\b([^<]*(?:<(?!\/)[^<]*)*)/giu))
    if (sheet!.includes("\\")) return what;
  for (const [, name, value] of text.matchAll(/ ([^\s<>"'=/]+) ?= ?("[^"]*"|'[^']*')/gu))
    if (value!.includes("\\") && !NO_STYLE.test(name!)) return what;
  return null;
}

/** Text of a figure; null where the bytes are no UTF-8. */
export function figureText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
