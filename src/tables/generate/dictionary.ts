import { markdownText } from "../markdown.ts";
import type { Column } from "../schema.ts";
import { shown } from "../untrusted.ts";
import type { SchemaSource } from "./sources.ts";

/** Path of the data dictionary. */
export const DICTIONARY = "docs/data-dictionary.md";

const TYPE_NAMES = { float64: "number", int32: "integer", utf8: "text", bool: "boolean" } as const;

/**
 * The data dictionary: each table with its key and, for each column, type, unit, range and meaning.
 */
export function dataDictionary(sources: readonly SchemaSource[]): string {
  const lines = [
    "# Data dictionary",
    "",
    "Generated from `schemas/` by `npm run schemas`. Edit the schemas, not this file.",
    "",
    "Every stage writes one Parquet file per basket, `artifacts/<basket>/<study>/<stage>.parquet`, sorted by its key",
    "(text by its UTF-8 bytes, a column with listed values in the order of the list). Numbers are doubles, integers",
    "have 32 bits. A missing value is null, never NaN or 0.",
  ];
  for (const { study, stage, schema } of sources) {
    lines.push("", `## ${study}/${stage}`, "", markdownText(schema.description), "");
    lines.push(`Key: ${schema.key.map((name) => `\`${name}\``).join(", ")}`, "");
    lines.push("| column | type | unit | range | meaning |", "| --- | --- | --- | --- | --- |");
    for (const column of schema.columns) {
      const meaning = [markdownText(column.description)];
      if (column.nullText !== undefined)
        meaning.push(`(null is shown as ${markdownText(shown(column.nullText))})`);
      lines.push(
        `| \`${column.name}\` | ${TYPE_NAMES[column.type]}${column.nullable ? " or null" : ""} | ${markdownText(column.unit ?? "")} | ${range(column)} | ${meaning.join(" ")} |`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}

function range(column: Column): string {
  if (column.enum !== undefined) return column.enum.map((value) => markdownText(String(value))).join(", ");
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = column;
  const low =
    minimum !== undefined ? `≥ ${minimum}` : exclusiveMinimum !== undefined ? `> ${exclusiveMinimum}` : "";
  const high =
    maximum !== undefined ? `≤ ${maximum}` : exclusiveMaximum !== undefined ? `< ${exclusiveMaximum}` : "";
  return [low, high].filter((text) => text !== "").join(", ");
}
