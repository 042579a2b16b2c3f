import type { Table } from "apache-arrow";
import { type Cell, displayTable } from "./display.ts";
import type { TableSchema } from "./schema.ts";
import { printable } from "./untrusted.ts";

/**
 * A table as a Markdown pipe table with the caption as a paragraph under it. Numbers stand to the right, a
 * missing value is the column's null text or –. Texts are shown as they are: whatever could be markup, a link
 * or a line of its own is escaped, in cells and caption alike.
 *
 * @param caption plain text, or null for none
 * @throws TypeError as displayTable
 */
export function toMarkdown(table: Table, schema: TableSchema, caption: string | null): string {
  const { headings, rows } = displayTable(table, schema);
  const lines = [headings.map(({ text }) => markdownText(text)), ...rows.map((row) => row.map(cellText))];
  const widths = headings.map((_, i) => Math.max(3, ...lines.map((line) => characters(line[i] as string))));
  const row = (cells: readonly string[]): string => `| ${cells.map((text, i) => pad(text, i)).join(" | ")} |`;
  const pad = (text: string, i: number): string => {
    const space = " ".repeat((widths[i] as number) - characters(text));
    return headings[i]?.isNumeric === true ? space + text : text + space;
  };
  const rule = headings.map(({ isNumeric }, i) => {
    const dashes = "-".repeat((widths[i] as number) - 1);
    return isNumeric ? `${dashes}:` : `${dashes}-`;
  });
  const [head = [], ...body] = lines;
  const text = [row(head), `| ${rule.join(" | ")} |`, ...body.map(row)].join("\n");
  return caption === null || caption.trim() === "" ? `${text}\n` : `${text}\n\n${paragraph(caption)}\n`;
}

function cellText(cell: Cell): string {
  if (cell.kind === "number") return cell.text;
  return cell.kind === "missing" && cell.text === undefined ? "–" : markdownText(cell.text ?? "");
}

/**
 * Text as Markdown that shows it: control and invisible characters spelled out, HTML, tables, code, emphasis,
 * links, bare addresses, mentions and formulas disarmed.
 */
export function markdownText(text: string): string {
  return (
    printable(text)
      .replace(/[\\`*~|[\]$]/g, "\\$&")
      .replace(/&/g, "&amp;")
      .replace(/</g, "&lt;")
      .replace(/>/g, "&gt;")
      .replace(/@/g, "&#64;")
      // An underscore inside a word is no markup: N_hat stays readable.
      .replace(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\_")
      .replace(/:(?=\/\/)/g, "&#58;")
      .replace(/\b(www)\./gi, "$1&#46;")
  );
}

/** A paragraph that stays one: not a heading, a list, a rule or code. */
function paragraph(text: string): string {
  const line = markdownText(text.trim().replace(/\s*\n\s*/g, " "));
  return line.replace(/^(?:[#+=-]|\d+(?=[.)]))/, (start) =>
    /^\d/.test(start) ? `&#${start.charCodeAt(0)};${start.slice(1)}` : `\\${start}`,
  );
}

function characters(text: string): number {
  return [...text].length;
}
