import { PANEL_NAME } from "./labels.ts";

/** Most panels side by side. */
const MOST_COLUMNS = 4;

/**
 * Facet of one panel per sender by the fields `sender` (from `panelName`) and `senderOrder`: side by side
 * with one common scale and axis up to four, then wrapped with an axis each.
 *
 * @param senders number of panels
 * @param xTitle title under the common axis
 */
export function senderFacet(senders: number, xTitle: string) {
  const sender = {
    field: "sender",
    type: "nominal",
    sort: { field: "senderOrder", op: "min" },
    header: { title: xTitle, titleOrient: "bottom", labelOrient: "top", labelExpr: PANEL_NAME },
  } as const;
  return senders <= MOST_COLUMNS
    ? { facet: { column: sender } }
    : { facet: sender, columns: MOST_COLUMNS, ...ownAxes(senders, MOST_COLUMNS) };
}

/**
 * Gives each panel of a grid its own horizontal axis when the last row is not full: a common axis would stand
 * under the empty places, far from the panels that it belongs to.
 */
export function ownAxes(panels: number, columns: number) {
  return panels > columns && panels % columns !== 0
    ? { resolve: { axis: { x: "independent" as const } } }
    : {};
}

/** Width of one panel in pixels, with `margin` pixels for what stands left of all panels. */
export function senderPanelWidth(senders: number, margin: number, width: number): number {
  const columns = Math.min(senders, MOST_COLUMNS);
  return Math.min(260, Math.floor((width - margin) / columns) - (senders > MOST_COLUMNS ? 14 : 10));
}
