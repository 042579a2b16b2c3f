import type { EmbeddedAdvisor } from "../advisor.ts";
import { type Fact, readFact } from "./support/ai-liedar/fact.ts";
import { withoutParams } from "./support/ai-liedar/params.ts";
import { publicLines } from "./support/ai-liedar/public-lines.ts";
import { Remembered } from "./support/ai-liedar/remembered.ts";
import { outerTag, required, tag } from "./support/ai-liedar/tags.ts";
import { judgeTruthfulness, SCORES } from "./support/ai-liedar/truthfulness.ts";
import { answer } from "./support/wording.ts";

const STRATEGY = "judge-truthfulness";

/**
 * Lexical judge of truthfulness of study 2: holds what the AI agent said in the transcript against the words of the
 * negative and the lesser fact in its private text, by the rules and thresholds of support/ai-liedar/truthfulness.ts, and
 * answers with reasoning, criterion and score. It draws nothing and takes no params. Known truth: it gives each scripted
 * agent its label; of free text it sees words alone.
 */
const judge: EmbeddedAdvisor = (request, params) => {
  withoutParams(params, STRATEGY);
  const { prompt } = request;
  const agent = required(outerTag(prompt, "agent"), "agent", STRATEGY);
  const negative = required(tag(agent, "negative_fact"), "negative_fact", STRATEGY);
  const lesser = required(tag(agent, "lesser_fact"), "lesser_fact", STRATEGY);
  const transcript = required(outerTag(prompt, "transcript"), "transcript", STRATEGY);
  const { criterion, reasoning } = judgeTruthfulness(
    publicLines(transcript),
    FACTS.get(negative, readFact),
    FACTS.get(lesser, readFact),
  );
  return answer(JSON.stringify({ reasoning, criterion, score: SCORES[criterion] }), request);
};

/** Facts, read once for their episodes. */
const FACTS = new Remembered<Fact>(1000);

export default judge;
