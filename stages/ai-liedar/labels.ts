import type { EpisodesRow } from "../../schemas/ai-liedar/episodes.ts";
import type { JudgedRow } from "../../schemas/ai-liedar/judged.ts";
import type { LabelsRow } from "../../schemas/ai-liedar/labels.ts";
import { transcriptMark } from "../../src/ai-liedar/annotation/transcript-mark.ts";
import { episodeKey } from "../../src/ai-liedar/episode-key.ts";
import { verdictOn } from "../../src/ai-liedar/verdict.ts";

interface Inputs {
  readonly episodes: readonly EpisodesRow[];
  readonly judged: readonly JudgedRow[];
}

/**
 * The verdict on each episode: the most frequent label of its truthfulness judges and the mean of its goal judges.
 * An episode without one keeps its row, which says what is missing.
 *
 * @throws RangeError when an episode has no row of a truthfulness judge
 */
export default function labels({ episodes, judged }: Inputs): LabelsRow[] {
  const votes = new Map<string, JudgedRow[]>();
  for (const row of judged) {
    const key = episodeKey(row);
    const there = votes.get(key);
    if (there === undefined) votes.set(key, [row]);
    else there.push(row);
  }
  return episodes.map((episode) => {
    const { model, condition, category, scenario, variant, profile, repeat, ended_by } = episode;
    const verdict = verdictOn(episode, votes.get(episodeKey(episode)) ?? []);
    if (verdict.judges === 0)
      throw new RangeError(
        `ai-liedar/labels requires a truthfulness judge's row for each episode, got none for ${episodeKey(episode)}`,
      );
    const transcript = transcriptMark(episode.transcript);
    return {
      model,
      condition,
      category,
      scenario,
      variant,
      profile,
      repeat,
      ended_by,
      transcript,
      ...verdict,
    };
  });
}
