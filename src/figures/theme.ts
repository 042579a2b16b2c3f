import type { Config } from "vega-lite";

/** Width that a figure aims at, in pixels: one text column of a paper at 96 pixels per inch. */
export const FIGURE_WIDTH = 700;

/** No font is embedded: a reader's own sans-serif of these metrics is used. */
const FONT = "Helvetica, Arial, sans-serif";

/** Font sizes in pixels. Nothing in a figure is smaller than `small`. */
export const FONT_SIZES = { title: 15, text: 11.5, label: 11, small: 10 } as const;

/**
 * Colours by what they stand for: the palette of Okabe & Ito (2008), which readers with any common colour
 * vision deficiency tell apart. What a reference sender or model said is blue; what theory says is vermilion.
 */
export const COLOURS = {
  data: "#0072B2",
  theory: "#D55E00",
  fit: "#000000",
  text: "#222222",
  quiet: "#666666",
  line: "#999999",
  grid: "#E8E8E8",
} as const;

/** Colour and shape of each frame: told apart by either alone, so that print in grey works. */
export const FRAME_STYLES = [
  { frame: "honesty", colour: "#009E73", shape: "triangle-up" },
  { frame: "neutral", colour: "#0072B2", shape: "circle" },
  { frame: "payoff", colour: "#CC79A7", shape: "square" },
] as const;

/** The one Vega-Lite config of all figures. */
export const THEME: Config = {
  // Reading aids per mark would triple the file; each figure has a title and a description instead.
  aria: false,
  background: "#FFFFFF",
  font: FONT,
  padding: 8,
  title: {
    anchor: "start",
    frame: "bounds",
    align: "left",
    color: COLOURS.text,
    fontSize: FONT_SIZES.title,
    fontWeight: "bold",
    subtitleColor: COLOURS.quiet,
    subtitleFontSize: FONT_SIZES.text,
    subtitleLineHeight: 15,
    subtitlePadding: 5,
    offset: 14,
  },
  view: { stroke: "#CCCCCC" },
  axis: {
    domain: false,
    gridColor: COLOURS.grid,
    labelColor: COLOURS.text,
    labelFontSize: FONT_SIZES.small,
    labelPadding: 3,
    tickColor: COLOURS.line,
    tickSize: 3,
    titleColor: COLOURS.text,
    titleFontSize: FONT_SIZES.label,
    titleFontWeight: "normal",
    titlePadding: 6,
  },
  header: {
    labelColor: COLOURS.text,
    labelFontSize: FONT_SIZES.label,
    labelFontWeight: "bold",
    labelLimit: 0,
    labelPadding: 5,
    titleColor: COLOURS.text,
    titleFontSize: FONT_SIZES.label,
    titleFontWeight: "normal",
    titlePadding: 6,
  },
  legend: {
    labelColor: COLOURS.text,
    labelFontSize: FONT_SIZES.label,
    labelLimit: 0,
    titleColor: COLOURS.text,
    titleFontSize: FONT_SIZES.label,
    titleFontWeight: "normal",
  },
  facet: { spacing: 10 },
  // With mitred joins Vega reserves room for the longest possible spike around every line.
  line: { strokeJoin: "round" },
  point: { strokeJoin: "round" },
  text: { color: COLOURS.text, fontSize: FONT_SIZES.small },
};
