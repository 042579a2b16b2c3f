/**
 * Style of the page. Orange is A and blue is B, in hues that people with any colour vision tell apart; a letter, a
 * sign and a weight say the same without colour. Nothing is struck through: digits must stay readable.
 */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1c1e21; --dim: #5a6068; --line: #d5d9de; --page: #fff; --plate: #f5f6f8;
  --was: #8a4b00; --was-plate: #fdf0dc; --is: #0b4f8a; --is-plate: #e2effb; --link: #0b4f8a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --dim: #a3aab3; --line: #3a4048; --page: #16181b;
  --plate: #202429; --was: #f5b766; --was-plate: #3a2a12; --is: #8cc4f7; --is-plate: #12304a; --link: #8cc4f7; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 84rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
p, ul { margin: .5rem 0; }
ul { padding-left: 1.25rem; }
a { color: var(--link); }
code, .path { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .9em; }
.dim { color: var(--dim); }
.sides { display: grid; grid-template-columns: max-content 1fr; gap: .25rem .75rem; margin: .5rem 0; }
.sides dt, .sides dd { margin: 0; }
.side { display: inline-block; min-width: 1.5em; padding: 0 .35em; text-align: center; font-weight: 600; border-radius: 3px; }
.side { background: var(--plate); }
.side-a, del { color: var(--was); background: var(--was-plate); }
.side-b, ins { color: var(--is); background: var(--is-plate); }
del, ins { padding: .05em .35em; border-radius: 3px; text-decoration: none; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
ins { font-weight: 600; }
del b, ins b { font-weight: inherit; text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: 2px; }
.mark { font-size: .8em; font-weight: 700; margin-right: .4em; }
.note { margin: .75rem 0; padding: .5rem .75rem; border-left: 4px solid var(--was); background: var(--plate); }
.scroll { overflow-x: auto; width: fit-content; max-width: 100%; margin: .75rem 0; border: 1px solid var(--line); border-radius: 4px; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; width: max-content; }
caption { text-align: left; white-space: nowrap; padding: .4rem .6rem; color: var(--dim); caption-side: top; }
th, td { padding: .3rem .6rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); overflow-wrap: normal; }
td, th[scope=row] { max-width: 28rem; overflow-wrap: anywhere; }
thead th { border-top: 0; background: var(--plate); white-space: nowrap; }
caption + thead th { border-top: 1px solid var(--line); }
th[scope=row] { font-weight: 400; }
.number { text-align: right; white-space: nowrap; }
.changed { white-space: nowrap; }
.changed.long { white-space: normal; min-width: 16rem; }
.changed > span { display: block; margin-bottom: .15rem; }
.same { color: var(--dim); text-align: center; }
details { margin: .75rem 0; border: 1px solid var(--line); border-radius: 4px; padding: 0 .75rem; }
summary { cursor: pointer; margin: 0 -.75rem; padding: .5rem .75rem; background: var(--plate); }
details[open] > summary { border-bottom: 1px solid var(--line); }
details > div, details > p, details > ul { margin: .75rem 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: .75rem; }
figure { margin: 0; min-width: 0; }
figure:focus { grid-column: 1 / -1; }
figure:focus img { cursor: default; }
figcaption { margin-bottom: .25rem; }
figure img { cursor: zoom-in; display: block; width: 100%; height: auto; background: #fff; border: 1px solid var(--line); }
@media (max-width: 40rem) {
  body { padding: .75rem; }
  h1 { font-size: 1.25rem; }
  th, td { padding: .25rem .4rem; }
  details { padding: 0 .5rem; }
  summary { margin: 0 -.5rem; padding: .5rem; }
  .cards, .cards tbody, .cards tr, .cards td, .cards caption { display: block; width: auto; max-width: none; }
  .cards thead, .cards .same, .cards .kind { display: none; }
  .cards tr { padding: .4rem .5rem; border-top: 1px solid var(--line); }
  .cards td, .cards th { border: 0; padding: .1rem 0; text-align: left; white-space: normal; min-width: 0; }
  .cards th { display: inline-block; max-width: none; margin-right: .75rem; }
  .cards [data-label]::before { content: attr(data-label) " "; color: var(--dim); font-size: .9em; }
  .cards .changed > span { display: inline-block; margin-right: .5rem; }
  .wide { width: auto; }
  caption { white-space: normal; }
}
@media print { details { break-inside: avoid; } }
`;
