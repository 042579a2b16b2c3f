import { createHash } from "node:crypto";
import { counted } from "../../pipeline/quantities.ts";
import type { DiffReport, FigureDifference, Side, TableDifference } from "../report.ts";
import { figureHtml } from "./html-figure.ts";
import { STYLE } from "./html-style.ts";
import { list, tableHtml } from "./html-table.ts";
import { Html, html } from "./html-text.ts";
import {
  byCause,
  extentText,
  figureText,
  fileText,
  followText,
  isCompared,
  reasonTexts,
  sideText,
  stageText,
  tableText,
  toleranceText,
  verdict,
} from "./words.ts";

/** So many tables or figures are open when the page is; more are closed. */
const OPEN = 12;
/** Place in the page of the stages that follow from others. */
const FOLLOWING = "stages-following";

/**
 * A report as one page that needs nothing else: no network, no script. Its policy lets the browser load no
 * more than the pictures inside it and run nothing, and every text that came from files is escaped.
 */
export function renderHtml(report: DiffReport): string {
  // Only the style of this very text is let in.
  const hash = createHash("sha256").update(STYLE).digest("base64");
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const title = report.equal ? `Artifacts are ${verdict(report)}` : `Artifacts differ: ${extentText(report)}`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
${opening(report)}</header>
<main>
${overview(report)}${stageReasons(report.stages)}${tables(report.tables)}${figures(report.figures)}${files(report)}</main>
</body>
</html>
`;
  return page.toString();
}

function opening(report: DiffReport): Html {
  const tolerance = toleranceText(report.tolerance);
  return html`<dl class="sides">${side("a", report.a)}${side("b", report.b)}</dl>
${tolerance === null ? null : html`<p>Tolerance: ${tolerance}.</p>\n`}${report.notes.map((note) => html`<p class="note">${note}</p>\n`)}`;
}

function side(name: "a" | "b", given: Side): Html {
  return html`<dt><span class="side side-${name}">${name.toUpperCase()}</span></dt><dd class="path">${sideText(given)}</dd>`;
}

/** Everything that differs, one a line, with links to the details. */
function overview(report: DiffReport): Html | null {
  const stages = byCause(report.stages);
  const row = (kind: string, name: string, text: string, to: string | null) =>
    html`<tr><td class="kind">${kind}</td><th scope="row" class="path">${to === null ? name : html`<a href="#${to}">${name}</a>`}</th><td>${text}</td></tr>\n`;
  const rows = [
    ...stages.own.map((stage, i) =>
      row("stage", stage.stage, stageText(stage), reasonTexts(stage).length > 0 ? `stage-${i + 1}` : null),
    ),
    ...(stages.following.length > 0 ? [row("stages", "…", followText(stages), FOLLOWING)] : []),
    ...report.tables.map((table, i) =>
      row("table", table.path, tableText(table), isCompared(table) ? `table-${i + 1}` : null),
    ),
    ...report.figures.map((figure, i) =>
      row(
        "figure",
        figure.path,
        figureText(figure),
        figure.change === "unreadable" ? null : `figure-${i + 1}`,
      ),
    ),
    ...report.files.map((file) => row("file", file.path, fileText(file), null)),
  ];
  if (rows.length === 0) return null;
  return html`<h2>What differs</h2>
<div class="scroll wide"><table class="cards">
<thead><tr><th scope="col" class="kind">kind</th><th scope="col">name</th><th scope="col">difference</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>
`;
}

function stageReasons(all: DiffReport["stages"]): Html | null {
  const stages = byCause(all);
  if (all.every((stage) => reasonTexts(stage).length === 0) && stages.following.length === 0) return null;
  const parts = stages.own.map((stage, i) =>
    reasonTexts(stage).length === 0
      ? null
      : html`<h3 id="stage-${i + 1}" class="path">${stage.stage}</h3>\n${list(reasonTexts(stage))}`,
  );
  const names = stages.following.map(
    (stage) => html`<li><span class="path">${stage.stage}</span>: ${stageText(stage)}</li>`,
  );
  const following =
    names.length === 0
      ? null
      : html`<details id="${FOLLOWING}"><summary>${followText(stages)}</summary>\n<ul>${names}</ul>\n</details>\n`;
  return html`<h2>Stages: why their definitions differ</h2>\n${parts}${following}`;
}

function tables(all: readonly TableDifference[]): Html | null {
  const compared = all.filter(isCompared).length;
  if (compared === 0) return null;
  const parts = all.map((table, i) =>
    isCompared(table)
      ? fold(`table-${i + 1}`, table.path, tableText(table), compared, tableHtml(table))
      : null,
  );
  return html`<h2>Tables</h2>\n${parts}`;
}

function figures(all: readonly FigureDifference[]): Html | null {
  const parts = all.map((figure, i) => {
    const shown = figureHtml(figure);
    return shown === null
      ? null
      : fold(`figure-${i + 1}`, figure.path, figureText(figure), all.length, shown);
  });
  return parts.every((part) => part === null)
    ? null
    : html`<h2>Figures</h2>\n<p class="dim">A click enlarges a picture.</p>\n${parts}`;
}

function fold(id: string, name: string, text: string, among: number, content: Html): Html {
  return html`<details id="${id}"${among <= OPEN ? html` open` : null}><summary><span class="path">${name}</span>: ${text}</summary>
${content}</details>
`;
}

function files(report: DiffReport): Html | null {
  const { tables: t, figures: f, files: o } = report.same;
  if (report.equal || t + f + o === 0) return null;
  return html`<p class="dim">Equal on both sides: ${counted(t, "table")}, ${counted(f, "figure")}, ${counted(o, "other file")}.</p>\n`;
}
