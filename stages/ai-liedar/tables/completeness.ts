import type { EpisodesRow } from "../../../schemas/ai-liedar/episodes.ts";
import type { LabelsRow } from "../../../schemas/ai-liedar/labels.ts";
import type { CompletenessRow } from "../../../schemas/ai-liedar/tables/completeness.ts";
import { byCondition } from "../../../src/ai-liedar/rates/by-condition.ts";
import { type Cast, castSentence, scriptedSentence } from "../../../src/ai-liedar/rates/cast.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, counted } from "../../../src/tables/captions.ts";

interface Inputs {
  readonly episodes: readonly Pick<
    EpisodesRow,
    "model" | "condition" | "ended_by" | "turns" | "malformed_human" | "malformed_agent"
  >[];
  readonly labels: readonly LabelsRow[];
}

/** How the episodes ended, and why verdicts are missing. */
export default function completeness(
  { episodes, labels }: Inputs,
  params: Cast,
): CaptionedTable<CompletenessRow> {
  const labelled = byCondition(labels);
  const rows = byCondition(episodes).map(({ model, condition, rows: played }): CompletenessRow => {
    const own = labelled.find((group) => group.model === model && group.condition === condition)?.rows ?? [];
    const ended = (by: EpisodesRow["ended_by"]) => played.filter((row) => row.ended_by === by).length;
    const lacking = (why: LabelsRow["missing"]) => own.filter((row) => row.missing === why).length;
    const sum = (column: "turns" | "malformed_human" | "malformed_agent") =>
      played.reduce((total, row) => total + row[column], 0);
    return {
      model,
      condition,
      episodes: played.length,
      human_left: ended("human_left"),
      agent_left: ended("agent_left"),
      turn_limit: ended("turn_limit"),
      silence: ended("silence"),
      malformed: ended("malformed"),
      not_collected: ended("not_collected"),
      turns: sum("turns"),
      malformed_human: sum("malformed_human"),
      malformed_agent: sum("malformed_agent"),
      labels: own.filter((row) => row.coarse !== null).length,
      missing_malformed: lacking("malformed"),
      missing_not_collected: lacking("not_collected"),
      missing_no_agent_turn: lacking("no_agent_turn"),
      missing_unreadable: lacking("unreadable_judge"),
      missing_no_majority: lacking("no_majority"),
      fine_missing: own.filter((row) => row.coarse !== null && row.fine === null).length,
      goal_missing: own.filter((row) => row.utility === null).length,
    };
  });
  const without = rows.reduce((sum, row) => sum + row.episodes - row.labels, 0);
  return {
    rows,
    caption: caption(
      `${counted(episodes.length, "episode")}: how they ended, and which verdicts are missing and why (${without} without a label). What is missing is left out of every rate and is never 0.`,
      "Counts; no intervals.",
      castSentence(params),
      scriptedSentence(
        episodes.map((row) => row.model),
        params,
      ),
    ),
  };
}
