import { amount, caption } from "../../tables/captions.ts";
import type { Annotated } from "./annotated.ts";

/** Annotators of this name are programs. */
const SCRIPTED = "scripted-";
/** Agents and judges whose name begins so are programs of known behaviour. */
const EMBEDDED = "embedded/";

/** How annotations are made, for a table that has none. */
const HOW =
  "candor annotate export draws episodes for people to label, and candor annotate import reads their files back.";

/** What a table of human validation stands on, or that there is nothing yet and how to make it. */
export function standsOn({ annotators, episodes, unmatched, otherConditions }: Annotated): string {
  const elsewhere =
    otherConditions === 0
      ? ""
      : `${amount(otherConditions, "label")} of other conditions than base left out.`;
  if (annotators.length === 0 && otherConditions > 0) return elsewhere;
  if (annotators.length === 0) return `No annotations yet: this table is empty. ${HOW}`;
  const scripted = annotators.filter((name) => name.startsWith(SCRIPTED)).length;
  return caption(
    `${amount(episodes.length, "episode")} labelled by ${amount(annotators.length, "annotator")}.`,
    scripted === 0
      ? ""
      : `${scripted === annotators.length ? "All annotators here" : `Annotators named ${SCRIPTED}…`} are programs with stated error rates, not people.`,
    episodes.some(({ model }) => model.startsWith(EMBEDDED))
      ? "Agents named embedded/… are scripted, not language models."
      : "",
    unmatched === 0
      ? ""
      : `${amount(unmatched, "label")} left out of episodes that this run does not have or that were played anew since.`,
    elsewhere,
  );
}
