import { value } from "../pipeline/describe.ts";
import { counted, grouped } from "../pipeline/quantities.ts";
import type { AskedOutside, JournalState } from "../prereg/verify/report.ts";
import { printable, shown } from "../tables/untrusted.ts";
import type { Style } from "./command.ts";
import { listed } from "./verify-text.ts";

const MOST_ASKED = 3;

/** A journal against the plan; and of answers outside the design, who was asked what. */
export function journalLines(journal: JournalState, style: Style): string[] {
  const { file, answers, planned, answered, unplanned, outside } = journal;
  const others = outside.reduce((sum, each) => sum + each.answers, 0);
  const parts = [
    `${grouped(answered)} of ${counted(planned, "different planned request")} answered`,
    `${grouped(planned - answered)} not yet`,
  ];
  if (unplanned > others)
    parts.push(
      `${counted(unplanned - others, "answer")} to requests that the lock does not list (later turns, judges, today's design, or recorded before the freeze)`,
    );
  if (others > 0) parts.push(style.bad(`${counted(others, "answer")} outside the design`));
  const told = outside.slice(0, MOST_ASKED).map((each) => `  ${askedOutside(each)}`);
  const more = outside.length - told.length;
  return [
    `journal  ${printable(file)}, ${counted(answers, "answer")}: ${parts.join(", ")}`,
    ...lossLines(journal, style),
    ...lineLines(journal, style),
    ...told,
    ...(more > 0 ? [`  and ${counted(more, "other way")} of asking; --json lists all`] : []),
  ];
}

/** Lines that were rewritten, and who says that it answered. */
function lineLines({ lines: { foreign, untold, served } }: JournalState, style: Style): string[] {
  const lines = foreign.first.join(", ") + (foreign.count > foreign.first.length ? ", …" : "");
  const rewritten =
    foreign.count === 0
      ? []
      : [
          `  ${style.bad(`${counted(foreign.count, "answer")} ${foreign.count === 1 ? "does" : "do"} not fit ${foreign.count === 1 ? "its key" : "their keys"}`)} (line ${lines}): whom was asked, or what, was rewritten after it was recorded`,
        ];
  if (untold > 0)
    rewritten.push(
      `  ${style.warn(`${counted(untold, "answer")} ${untold === 1 ? "does" : "do"} not say whom was asked, or what`)}: nothing can be held against ${untold === 1 ? "its key" : "their keys"}`,
    );
  const others = Object.entries(served).filter(([asked, names]) =>
    Object.keys(names).some((name) => name !== asked),
  );
  const told = others.map(
    ([asked, names]) =>
      `  asked ${printable(asked)}, answered by ${Object.entries(names)
        .map(([name, count]) => `${printable(name)} (${grouped(count)})`)
        .join(", ")}`,
  );
  return [...rewritten, ...told];
}

/** What a journal once held: answers are only ever added. */
function lossLines({ answers, atFreeze, gone, made }: JournalState, style: Style): string[] {
  const lines: string[] = [];
  if (answers < atFreeze) {
    const what = gone ? "the journal is gone" : "answers are gone from the journal";
    lines.push(`  ${style.bad(what)}: when the design was frozen it held ${counted(atFreeze, "answer")}`);
  }
  if (made.length > 0)
    lines.push(
      `  ${style.bad("the journal is gone")}: artifacts here were made with its answers (${listed(made)})`,
    );
  return lines;
}

/** Whom somebody asked what, outside the design. */
function askedOutside({ model, params, example, answers }: AskedOutside): string {
  const of = model === null ? "somebody" : printable(model);
  const told = Object.entries(params).map(([name, each]) => `${printable(name)} ${value(each)}`);
  const such = example === null ? "" : `, such as ${shown(example)}`;
  return `${counted(answers, "answer")} of ${[of, ...told].join(", ")}${such}`;
}
