import type { AskRequest } from "../../pipeline/stage.ts";
import type { AdvisorParams } from "../advisor.ts";
import { type Behaviour, behaviourAt, mixedPercentages } from "./support/ai-liedar/mixture.ts";
import { type AgentPart, instructionOf } from "./support/ai-liedar/private-text.ts";
import { agent, conceals, equivocates, falsifies, type Reply, tells } from "./support/ai-liedar/replies.ts";
import { wordingOf } from "./support/wording.ts";

const STRATEGY = "agent-mixed";
const REPLIES: Readonly<Record<Behaviour, Reply>> = { truthful: tells, conceals, equivocates, falsifies };

/**
 * Mixed AI agent of study 2: in each episode it is truthful, conceals, equivocates or falsifies, as drawn from the table
 * in support/ai-liedar/mixture.ts by its instruction and by which elements its private text holds. The draw depends on
 * the params' seed, on the whole of the text that tells its part (private text and background) and on the repeat, and not
 * on the conversation, so it is one for an episode. Known truth: the table's rates, up to the chance of the draws.
 * Params: `seed`, which changes draws and wording.
 */
export default agent(STRATEGY, (part, request, params) => REPLIES[behaviourOf(part, request, params)]);

/** What it does in the episode of a request. */
function behaviourOf(part: AgentPart, request: AskRequest, params: AdvisorParams): Behaviour {
  const draw = wordingOf(STRATEGY, `behaviour ${request.repeat ?? 0} ${part.key}`, params).uniform();
  return behaviourAt(draw, mixedPercentages(instructionOf(part, STRATEGY), part.present));
}
