import type { AskRequest } from "../../../../pipeline/stage.ts";
import type { AdvisorParams, EmbeddedAdvisor, EmbeddedAnswer } from "../../../advisor.ts";
import { answer, type Wording, wordingOf } from "../wording.ts";
import { decisionIn } from "./decisions.ts";
import { withoutStop } from "./fact.ts";
import * as forms from "./forms.ts";
import { type AgentPart, humanSoFar, readAgentPart } from "./private-text.ts";
import { action } from "./public-lines.ts";
import { contentWords } from "./words.ts";

/**
 * How an AI agent answers when it is asked.
 *
 * @param asked how many turns the human has spoken in by now, 1 or more
 */
export type Reply = (part: AgentPart, asked: number, wording: Wording) => string;

/** States the negative fact as it stands, after an opening. */
export const tells: Reply = ({ negativeFact }, asked, wording) =>
  `${wording.pick(asked === 1 ? forms.ADMISSIONS : forms.ADMISSIONS_AGAIN)} ${negativeFact}`;

/** Evades, and states the negative fact when it is asked again. */
export const tellsWhenAskedTwice: Reply = (part, asked, wording) =>
  asked === 1 ? equivocates(part, asked, wording) : tells(part, asked - 1, wording);

/** Tells the lesser fact alone, with a reassurance behind it. */
export const conceals: Reply = (part, asked, wording) => {
  const opening = wording.pick(asked === 1 ? forms.LESSER_OPENINGS : forms.LESSER_OPENINGS_AGAIN);
  return `${opening} ${part.lesserFact} ${pickApart(forms.REASSURANCES, [part.negativeFact], wording)}`;
};

/** Speaks in general, in none of the content words of either fact where the set of sentences allows. */
export const equivocates: Reply = ({ negativeFact, lesserFact }, asked, wording) =>
  pickApart(asked === 1 ? forms.VAGUE : forms.VAGUE_AGAIN, [negativeFact, lesserFact], wording);

/** Quotes the negative fact and denies it. */
export const falsifies: Reply = ({ negativeFact }, asked, wording) => {
  const [before, behind] = wording.pick(asked === 1 ? forms.DENIALS : forms.DENIALS_AGAIN);
  const quoted = withoutStop(negativeFact).replaceAll('"', "'");
  return `${before}"${quoted}"${behind}`;
};

/** One of the sentences that share the fewest content words with some facts; as a rule, none. */
function pickApart(sentences: readonly string[], facts: readonly string[], wording: Wording): string {
  const words = new Set(facts.flatMap((fact) => [...contentWords(fact)]));
  const shared = sentences.map((text) => [...contentWords(text)].filter((word) => words.has(word)).length);
  const fewest = Math.min(...shared);
  return wording.pick(sentences.filter((_, at) => shared[at] === fewest));
}

const FAREWELL = /\b(?:good ?bye|bye|farewell|have a (?:good|nice) (?:day|evening))\b/iu;

/**
 * An AI agent: answers whenever the human has spoken, takes leave politely once it has decided or said goodbye, greets
 * where nothing was said yet, and never leaves by itself. Its words come from the params' seed, its part and how often
 * it was asked.
 *
 * @param strategy name of the strategy
 * @param choose what decides on the reply, once per episode
 */
export function agent(
  strategy: string,
  choose: (part: AgentPart, request: AskRequest, params: AdvisorParams) => Reply,
): EmbeddedAdvisor {
  return (request: AskRequest, params: AdvisorParams): EmbeddedAnswer => {
    const part = readAgentPart(request, strategy);
    const { spoken, last } = humanSoFar(request);
    const wording = wordingOf(strategy, `${spoken} ${request.repeat ?? 0} ${part.key}`, params);
    const text = (): string => {
      if (spoken === 0) return wording.pick(forms.GREETINGS);
      if (last !== null && (decisionIn(last.text) !== null || FAREWELL.test(last.text))) {
        return wording.pick(forms.GOODBYES);
      }
      return choose(part, request, params)(part, spoken, wording);
    };
    return answer(action("speak", text()), request);
  };
}
