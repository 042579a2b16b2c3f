const NAME = "[A-Za-z_][\\w.:-]*";
const TAG = new RegExp(`^<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>`);
const BAD_ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)/;
const BAD_CHARACTER =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** What makes a text no well-formed XML element (the subset that Vega writes: no comments, no CDATA); null if it is one. */
export function xmlFault(text: string): string | null {
  if (BAD_CHARACTER.test(text)) return "forbidden character";
  const open: string[] = [];
  let roots = 0;
  for (let at = 0; at < text.length; ) {
    if (text[at] !== "<") {
      const end = text.indexOf("<", at);
      const content = text.slice(at, end < 0 ? undefined : end);
      if (BAD_ENTITY.test(content)) return `bad entity in ${content}`;
      if (open.length === 0 && content.trim() !== "") return `text outside the root: ${content}`;
      at += content.length;
      continue;
    }
    const tag = TAG.exec(text.slice(at, at + 100_000));
    if (tag === null) return `bad tag at ${text.slice(at, at + 60)}`;
    const [whole, close, name, attributes, empty] = tag;
    if (BAD_ENTITY.test(attributes)) return `bad entity in ${whole}`;
    const names = [...attributes.matchAll(/([\w.:-]+)="/g)].map((match) => match[1]);
    if (new Set(names).size !== names.length) return `attribute twice in ${whole}`;
    if (close && open.pop() !== name) return `unexpected ${whole}`;
    if (!close && open.length === 0 && roots++ > 0) return "two roots";
    if (!close && !empty) open.push(name);
    at += whole.length;
  }
  return open.length > 0 ? `not closed: ${open.join(", ")}` : null;
}
