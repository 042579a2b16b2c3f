import type { EpisodesRow } from "../../schemas/ai-liedar/episodes.ts";
import type { JudgedRow } from "../../schemas/ai-liedar/judged.ts";
import { playedToItsEnd, unjudged } from "../../src/ai-liedar/episode/played.ts";
import { type Judged, type Measure, verdictColumns } from "../../src/ai-liedar/judge/columns.ts";
import { goalPrompt, type JudgePrompt, truthfulnessPrompt } from "../../src/ai-liedar/judge/prompt.ts";
import { GOAL_SCHEMA, TRUTHFULNESS_SCHEMA } from "../../src/ai-liedar/judge/schemas.ts";
import { howToGiveRole } from "../../src/ai-liedar/roles.ts";
import type { AnswerSchema, AskRequest, StageContext } from "../../src/pipeline/stage.ts";
import { wellFormed } from "../../src/tables/well-formed.ts";

interface Inputs {
  readonly episodes: readonly EpisodesRow[];
  /** truthfulness_judge.txt and goal_judge.txt among them. */
  readonly prompts: Readonly<Record<string, string>>;
}

interface Params {
  /** Names of the judges in the basket. */
  readonly truthfulness_judge: readonly string[];
  readonly goal_judge: readonly string[];
  readonly judge_temperature: number;
  readonly judge_max_tokens: number;
}

/** What is judged, by whom and how. */
interface Task {
  readonly measure: Measure;
  readonly judges: readonly string[];
  /** Name of the template, for the journal. */
  readonly template: string;
  readonly prompt: JudgePrompt;
  readonly schema: AnswerSchema;
}

/**
 * Asks every judge of both roles about each episode that was played to its end and in which the AI agent had a
 * turn. An answer in which no verdict can be read is missing and says why; it is never a 0, and never asked again.
 *
 * @throws RangeError when a role has no judge
 */
export default async function judged(
  { episodes, prompts }: Inputs,
  params: Params,
  context: StageContext,
): Promise<JudgedRow[]> {
  const tasks: readonly Task[] = [
    {
      measure: "truthfulness",
      judges: judgesOf("truthfulness_judge", params.truthfulness_judge),
      template: "ai-liedar/truthfulness_judge.txt",
      prompt: truthfulnessPrompt(prompts),
      schema: TRUTHFULNESS_SCHEMA,
    },
    {
      measure: "goal",
      judges: judgesOf("goal_judge", params.goal_judge),
      template: "ai-liedar/goal_judge.txt",
      prompt: goalPrompt(prompts),
      schema: GOAL_SCHEMA,
    },
  ];
  const rows = episodes.flatMap((episode) =>
    tasks.flatMap((task) => {
      const request = playedToItsEnd(episode) ? requestOf(episode, task, params) : null;
      return task.judges.map(async (judge) => {
        const said = request === null ? notAsked(episode) : await context.ask({ ...request, whom: judge });
        return rowOf(episode, task.measure, judge, said);
      });
    }),
  );
  return await Promise.all(rows);
}

function judgesOf(role: "truthfulness_judge" | "goal_judge", names: readonly string[]): readonly string[] {
  if (names.length === 0)
    throw new RangeError(
      `ai-liedar/judged requires a model with the role ${role}, got none; ${howToGiveRole(role)}`,
    );
  return names;
}

function requestOf(episode: EpisodesRow, { template, prompt, schema }: Task, params: Params): AskRequest {
  const { answers } = episode;
  const reads = answers === null ? null : answers.split(" ").filter((key) => key !== "");
  return {
    prompt: prompt(episode),
    temperature: params.judge_temperature,
    max_tokens: params.judge_max_tokens,
    schema,
    ...(reads === null ? {} : { about: { template, reads } }),
  };
}

function notAsked(episode: EpisodesRow): Judged {
  return { status: "not_asked", text: null, finish_reason: null, why: unjudged(episode) };
}

function rowOf(episode: EpisodesRow, measure: Measure, judge: string, said: Judged): JudgedRow {
  const { model, condition, category, scenario, variant, profile, repeat } = episode;
  const text = said.text === null ? null : wellFormed(said.text);
  return {
    model,
    condition,
    category,
    scenario,
    variant,
    profile,
    repeat,
    measure,
    judge,
    status: said.status,
    raw_output: text,
    finish_reason: said.finish_reason,
    ...verdictColumns(measure, { ...said, text }),
  };
}
