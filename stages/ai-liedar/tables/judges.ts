import type { JudgedRow } from "../../../schemas/ai-liedar/judged.ts";
import type { LabelsRow } from "../../../schemas/ai-liedar/labels.ts";
import type { JudgesRow } from "../../../schemas/ai-liedar/tables/judges.ts";
import { type EpisodeKey, episodeKey } from "../../../src/ai-liedar/episode-key.ts";
import { type Cast, castSentence, scriptedSentence } from "../../../src/ai-liedar/rates/cast.ts";
import type { CaptionedTable } from "../../../src/pipeline/stage.ts";
import { caption, counted, countMissing, missing } from "../../../src/tables/captions.ts";
import { distinctTexts, shareOfPresent } from "../../../src/tables/summary.ts";

interface Inputs {
  readonly judged: readonly (EpisodeKey &
    Pick<JudgedRow, "measure" | "judge" | "status" | "label" | "score">)[];
  readonly labels: readonly LabelsRow[];
}

const MEASURES = ["truthfulness", "goal"] as const;

/** What each judge answered, and on how many episodes truthfulness judges are of one mind. */
export default function judges({ judged, labels }: Inputs, params: Cast): CaptionedTable<JudgesRow> {
  const unanimity = new Map(labels.map((row) => [episodeKey(row), row.unanimous]));
  const rows = MEASURES.flatMap((measure) => {
    const asked = judged.filter((row) => row.measure === measure);
    return distinctTexts(asked, (row) => row.judge).map((judge): JudgesRow => {
      const own = asked.filter((row) => row.judge === judge);
      const status = (name: JudgedRow["status"]) => own.filter((row) => row.status === name).length;
      const readable = own.filter((row) => (measure === "goal" ? row.score : row.label) !== null);
      const agreed = measure === "goal" ? [] : readable.map((row) => unanimity.get(episodeKey(row)) ?? null);
      const share = shareOfPresent(agreed);
      return {
        measure,
        judge,
        episodes: own.length,
        verdicts: readable.length,
        unreadable: own.length - readable.length - status("not_collected") - status("not_asked"),
        empty: status("empty"),
        refused: status("refused"),
        not_collected: status("not_collected"),
        not_asked: status("not_asked"),
        compared: agreed.filter((value) => value !== null).length,
        unanimous: share === null ? null : share * 100,
      };
    });
  });
  return {
    rows,
    caption: caption(
      `Verdicts on ${counted(labels.length, "episode")}. Answers without a readable verdict are missing values, counted here; no intervals.`,
      "unanimous: share of the episodes with two or more readable verdicts on which all have the same coarse label.",
      missing(countMissing(rows, ["unanimous"]), whyWithoutAgreement(params.truthfulness_judge.length, rows)),
      castSentence(params),
      scriptedSentence(
        labels.map((row) => row.model),
        params,
      ),
    ),
  };
}

/** Why agreement lacks for some judges; of goal judges there is none. */
function whyWithoutAgreement(truthfulnessJudges: number, rows: readonly JudgesRow[]): string {
  if (truthfulnessJudges < 2) return "agreement needs two truthfulness judges";
  return rows.some((row) => row.compared > 0)
    ? "agreement is of truthfulness judges, where two verdicts can be read"
    : "agreement is of truthfulness judges, and on no episode can the verdicts of two be read";
}
