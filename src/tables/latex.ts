import type { Table } from "apache-arrow";
import { type Cell, displayTable } from "./display.ts";
import type { TableSchema } from "./schema.ts";
import { printable } from "./untrusted.ts";

/**
 * A table as a LaTeX float with booktabs rules (the document needs `\usepackage{booktabs}` and nothing else).
 * Numbers stand to the right with a true minus sign, a missing value is the column's null text or a dash. The
 * file is ASCII and compiles with any engine, whatever the cells hold.
 *
 * @param caption plain text, or null for none
 * @param name name of the table; its label is `tab:` and the name, with `-` for all but letters and digits
 * @throws TypeError as displayTable
 */
export function toLatex(table: Table, schema: TableSchema, caption: string | null, name: string): string {
  const { headings, rows } = displayTable(table, schema);
  const line = (cells: readonly string[]): string => `    ${cells.map(guarded).join(" & ")} \\\\`;
  return [
    "\\begin{table}",
    "  \\centering",
    `  \\caption{${latexText((caption ?? "").trim().replace(/\s*\n\s*/g, " "))}}`,
    `  \\label{tab:${name.replace(/[^A-Za-z0-9]/g, "-")}}`,
    `  \\begin{tabular}{${headings.map(({ isNumeric }) => (isNumeric ? "r" : "l")).join("")}}`,
    "    \\toprule",
    line(headings.map(({ text }) => latexText(text))),
    "    \\midrule",
    ...rows.map((row) => line(row.map(cellText))),
    "    \\bottomrule",
    "  \\end{tabular}",
    "\\end{table}",
    "",
  ].join("\n");
}

function cellText(cell: Cell): string {
  if (cell.kind === "number") return cell.text.replace(/^-/, "$-$");
  return cell.kind === "missing" && cell.text === undefined ? "--" : latexText(cell.text ?? "");
}

/** `\\` before a row would take its `[` or `*` as an argument. */
function guarded(cell: string): string {
  return /^[[*]/.test(cell) ? `{}${cell}` : cell;
}

const SPECIAL: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "#": "\\#",
  "%": "\\%",
  _: "\\_",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  // The upright quotes would need a font encoding or a package.
  '"': "''",
  "`": "\\`{}",
  // Two in a row would join into a quote or a dash.
  "'": "'{}",
  "-": "-{}",
};

/** What our own texts use beyond ASCII. */
const SYMBOLS: Readonly<Record<string, string>> = {
  "–": "--",
  "—": "---",
  "−": "$-$",
  "×": "$\\times$",
  "±": "$\\pm$",
  "·": "$\\cdot$",
  "…": "\\ldots{}",
  "‘": "`",
  "’": "'",
  "“": "``",
  "”": "''",
  "≤": "$\\leq$",
  "≥": "$\\geq$",
  "≠": "$\\neq$",
  "≈": "$\\approx$",
  "→": "$\\rightarrow$",
  "∞": "$\\infty$",
  "√": "$\\surd$",
  "²": "$^2$",
  "³": "$^3$",
  "°": "$^\\circ$",
  α: "$\\alpha$",
  β: "$\\beta$",
  γ: "$\\gamma$",
  δ: "$\\delta$",
  ε: "$\\epsilon$",
  λ: "$\\lambda$",
  μ: "$\\mu$",
  π: "$\\pi$",
  σ: "$\\sigma$",
  τ: "$\\tau$",
  ω: "$\\omega$",
  Δ: "$\\Delta$",
  Σ: "$\\Sigma$",
  ß: "\\ss{}",
  ø: "\\o{}",
  Ø: "\\O{}",
  æ: "\\ae{}",
  Æ: "\\AE{}",
  ł: "\\l{}",
  Ł: "\\L{}",
  "\u00a0": "~",
};

const ACCENTS: Readonly<Record<string, string>> = {
  "\u0300": "`",
  "\u0301": "'",
  "\u0302": "^",
  "\u0303": "~",
  "\u0304": "=",
  "\u0307": ".",
  "\u0308": '"',
  "\u030a": "r",
  "\u030b": "H",
  "\u030c": "v",
  "\u0327": "c",
};

/**
 * Text as ASCII LaTeX that shows it: special characters escaped, accented Latin letters and the signs of our
 * own texts as commands, control and invisible characters spelled out, anything else as its code point (U+4E2D).
 */
export function latexText(text: string): string {
  let out = "";
  for (const composed of printable(text).normalize("NFC")) {
    const symbol = SYMBOLS[composed];
    if (symbol !== undefined) {
      out += symbol;
      continue;
    }
    // An accented letter is a letter and its accents, known or not.
    const parts = composed.normalize("NFD");
    const isLatin = /^[A-Za-z]./u.test(parts) || ACCENTS[composed] !== undefined;
    for (const char of isLatin ? parts : composed) out = withCharacter(out, char);
  }
  return out;
}

function withCharacter(out: string, char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x80) return out + (SPECIAL[char] ?? char);
  const accent = ACCENTS[char];
  if (accent === undefined || !/[A-Za-z]$/.test(out)) {
    return `${out}\\texttt{U+${code.toString(16).toUpperCase().padStart(4, "0")}}`;
  }
  const letter = out.slice(-1);
  // Accents go over a dotless i or j; a cedilla goes under.
  const base = (letter === "i" || letter === "j") && accent !== "c" ? `\\${letter}` : letter;
  return `${out.slice(0, -1)}\\${accent}{${base}}`;
}
