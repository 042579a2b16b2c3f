import { existsSync } from "node:fs";
import type { JournalLine } from "../pipeline/answer-lines.ts";
import type { Asked, LiveModel } from "../pipeline/definition.ts";
import { readLines } from "../pipeline/line-reader.ts";
import { canonicalJson } from "../tables/canonical.ts";
import { worstOfLine } from "./cost.ts";
import { placeOf, withJournal } from "./journal/held-journal.ts";

/** What a journal holds of one model: sums over all of its answers, repetitions included. */
export interface Totals {
  answers: number;
  tokensIn: number;
  tokensOut: number;
  /** Answers of which the provider did not count the tokens, and the most that these can have. */
  withoutUsage: number;
  readonly worst: { input: number; output: number };
  /** Sum over answers with a latency, and their number. */
  latencyMs: number;
  timed: number;
}

/** Sums of a journal's answers by whom they come from; nothing where there is no journal. Throws a Failure. */
export async function totalsOf(root: string, file: string): Promise<(model: LiveModel) => Totals> {
  const sums = new Map<string, Totals>();
  const of = (asked: unknown): Totals => {
    const name = canonicalJson(asked);
    let totals = sums.get(name);
    if (totals === undefined) {
      totals = {
        answers: 0,
        tokensIn: 0,
        tokensOut: 0,
        withoutUsage: 0,
        worst: { input: 0, output: 0 },
        latencyMs: 0,
        timed: 0,
      };
      sums.set(name, totals);
    }
    return totals;
  };
  if (existsSync(placeOf(root, file)))
    await withJournal(root, file, ({ handle, size }) =>
      readLines(handle, file, { until: size, unended: true }, ({ kind, bytes, from, to }) => {
        if (kind !== "nothing") add(of, JSON.parse(bytes.toString("utf8", from, to)) as JournalLine);
      }),
    );
  return ({ asked }) => of(asked);
}

const NO_TOKENS = { input: 0, output: 0 };

function add(of: (asked: unknown) => Totals, line: JournalLine): void {
  const { asked, maybe_paid = 0 } = line;
  // Lines that were written by hand may lack what no result depends on.
  if (asked === undefined) return;
  const totals = of(asked);
  const addWorst = (times: number) => {
    const { input, output } =
      line.kind === "error" ? (line.worst ?? NO_TOKENS) : worstOfLine(asked as Asked, line.request);
    totals.worst.input += times * input;
    totals.worst.output += times * output;
  };
  if (maybe_paid > 0) addWorst(maybe_paid);
  if (line.kind === "error" || line.record === undefined) return;
  const { usage, latency_ms } = line.record;
  totals.answers++;
  totals.tokensIn += usage.input ?? 0;
  totals.tokensOut += usage.output ?? 0;
  if (usage.input === null || usage.output === null) {
    totals.withoutUsage++;
    addWorst(1);
  }
  if (latency_ms === null) return;
  totals.latencyMs += latency_ms;
  totals.timed++;
}
