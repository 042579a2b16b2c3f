import { ELEMENTS, type Scenario, VARIANTS, type Wording } from "./scenario.ts";
import { contentWords, plainWords, sameWords, sharedContent } from "./words.ts";

/** A problem of texts that are sound alone, at the path of the text that should change. */
interface WordingProblem {
  readonly path: string;
  readonly problem: string;
}

/**
 * Share of the negative fact's content words that a text which must not tell it may hold. Both are about one matter, so
 * some words are common to them (names, places): half of them and a little more is usual, above two thirds the text
 * tells most of the fact.
 */
const MOST_OF_FACT = 2 / 3;

/** Most content words that the lesser fact may share with the negative fact. */
const MOST_SHARED = 2;

/** What is wrong between the texts of a scenario: facts that are given away, wordings that are equal, names. */
export function wordingProblems(scenario: Scenario): WordingProblem[] {
  return [
    ...VARIANTS.flatMap((variant) => factProblems(variant, scenario.wordings[variant])),
    ...equalTexts(scenario),
    ...nameProblems(scenario),
  ];
}

function factProblems(variant: string, { background, human_goal, agent }: Wording): WordingProblem[] {
  const { negative_fact, lesser_fact } = agent;
  const fact = contentWords(negative_fact).size;
  const problems = Object.entries({ background, human_goal }).flatMap(([key, text]) => {
    const shared = sharedContent(negative_fact, text);
    if (shared.length <= MOST_OF_FACT * fact) return [];
    const problem =
      `requires a text that does not tell the negative fact, got ${shared.length} of its ${fact} content ` +
      `words (${shared.join(", ")}); at most two thirds of them may be there`;
    return [{ path: `${variant}.${key}`, problem }];
  });
  const shared = sharedContent(negative_fact, lesser_fact);
  if (shared.length > MOST_SHARED) {
    const problem =
      `requires at most ${MOST_SHARED} content words of the negative fact, got ${shared.length} ` +
      `(${shared.join(", ")})`;
    problems.push({ path: `${variant}.agent.lesser_fact`, problem });
  }
  return problems;
}

/** Texts of a wording by the path below it. */
function textsOf({ background, human_goal, agent }: Wording): [path: string, text: string][] {
  return [
    ["background", background],
    ["human_goal", human_goal],
    ...ELEMENTS.map((element): [string, string] => [`agent.${element}`, agent[element]]),
  ];
}

function equalTexts({ wordings }: Scenario): WordingProblem[] {
  const problems: WordingProblem[] = [];
  for (const [index, variant] of VARIANTS.entries()) {
    for (const [place, [path, text]] of textsOf(wordings[variant]).entries()) {
      const earlier = VARIANTS.slice(0, index).find((other) =>
        sameWords(text, textsOf(wordings[other])[place]![1]),
      );
      if (earlier !== undefined)
        problems.push({
          path: `${variant}.${path}`,
          problem: `requires other words than ${earlier}.${path}, got the same; reword it`,
        });
    }
  }
  return problems;
}

function nameProblems({ profiles, wordings }: Scenario): WordingProblem[] {
  const problems: WordingProblem[] = [];
  for (const [index, { name, about }] of profiles.entries()) {
    const earlier = profiles.slice(0, index).findIndex((other) => sameWords(name, other.name));
    if (earlier !== -1)
      problems.push({
        path: `profiles.${index + 1}.name`,
        problem: `requires another name than profile ${earlier + 1}, got ${name} in both`,
      });
    const first = name.split(" ")[0]!;
    if (!holdsName(about, first))
      problems.push({ path: `profiles.${index + 1}.about`, problem: `requires the name ${first}, got none` });
    for (const variant of VARIANTS)
      for (const [path, text] of textsOf(wordings[variant]))
        if (holdsName(text, first))
          problems.push({
            path: `${variant}.${path}`,
            problem: `requires {human} where the human is named, got ${first}, the name of one profile`,
          });
  }
  return problems;
}

/** Whether a text holds a name as a word, spelled with its capitals. */
function holdsName(text: string, name: string): boolean {
  const spelled = text.split(/[^\p{L}\p{M}.'’-]+/u).map((word) => word.replace(/['’]s$|[.'’-]+$/gu, ""));
  return spelled.includes(name.replace(/[.'’-]+$/u, "")) && plainWords(name).length > 0;
}
