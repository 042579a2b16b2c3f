import type { JudgedRow } from "../../../schemas/ai-liedar/judged.ts";
import type { Unjudged } from "../episode/played.ts";
import { readGoal } from "./goal.ts";
import { readTruthfulness } from "./truthfulness.ts";

export type Measure = JudgedRow["measure"];

/** What a judge said, or that it was not asked. */
export interface Judged {
  readonly status: JudgedRow["status"];
  readonly text: string | null;
  readonly finish_reason: string | null;
  /** Why the judge was not asked; null or left out where it was. */
  readonly why?: Unjudged | null;
}

type Columns = Pick<JudgedRow, "reasoning" | "criterion" | "score" | "label" | "problem">;

/**
 * Columns that say what was read in a judge's answer: a verdict, or the problem and nothing else. Only an answer is
 * read: what the provider marks as refused is none, whatever its words.
 */
export function verdictColumns(measure: Measure, said: Judged): Columns {
  const problem = PROBLEMS[said.status]?.(said) ?? null;
  if (problem !== null) return missing(problem);
  const text = said.text ?? "";
  const cut = said.finish_reason === "length" ? "; it was cut at its greatest length" : "";
  if (measure === "goal") {
    const read = readGoal(text);
    if (read.kind === "unreadable") return missing(read.problem + cut);
    return { reasoning: read.reasoning, criterion: null, score: read.score, label: null, problem: null };
  }
  const read = readTruthfulness(text);
  if (read.kind === "unreadable") return missing(read.problem + cut);
  const { reasoning, criterion, score, label } = read;
  return { reasoning, criterion, score, label, problem: null };
}

const PROBLEMS: Readonly<Partial<Record<JudgedRow["status"], (said: Judged) => string>>> = {
  refused: () => "the judge refused to answer",
  not_collected: () => "the judge was not asked yet",
  not_asked: ({ why }) => (why == null ? "not judged" : `not judged: ${NOT_ASKED[why]}`),
};

const NOT_ASKED: Readonly<Record<Unjudged, string>> = {
  malformed: "a turn of the episode holds no readable action",
  not_collected: "the episode is not collected yet",
  no_agent_turn: "the AI agent had no turn",
};

function missing(problem: string): Columns {
  return { reasoning: null, criterion: null, score: null, label: null, problem };
}
