import { createHash } from "node:crypto";
import type { Project } from "../project.ts";
import { answer, type Behaviour, byRequest } from "../providers/behaviours.ts";
import { toyProject } from "../toy.ts";

/** Episodes of each subject, and turns of each: the human's and the subject's, in turn. */
export const EPISODES = 3;
export const TURNS = 4;

const TABLE = "schema: schemas/toy/squared.schema.json, renderings: [csv]";
const PIPELINE = `params: { count: ${EPISODES} }
roles: [human, judge]
stages:
  toy/numbers: { module: stages/toy/numbers.ts, params: [models, count], output: toy/numbers.parquet, schema: schemas/toy/numbers.schema.json }
  toy/squared: { module: stages/toy/squared.ts, inputs: { numbers: toy/numbers }, params: [human], map: [group], ask: group, ask_roles: [human], output: toy/squared.parquet, ${TABLE} }
  toy/judged: { module: stages/toy/judged.ts, inputs: { squared: toy/squared }, params: [judge], map: [group], ask_roles: [judge], output: toy/judged.parquet, ${TABLE} }
`;

/** A human and a subject speak in turn, the human first; each is told all that was said before. "bye" ends it. */
const TALK = `export default async ({ numbers }: any, { human }: any, context: any) =>
  Promise.all(numbers.map(async ({ group, index }: any) => {
    const said: string[] = ["talk " + index];
    while (said.length <= ${TURNS} && said.at(-1) !== "bye") {
      const before = said.slice(0, -1).map((content, i) => ({ role: i === 0 ? "system" : (said.length - i) % 2 === 0 ? "assistant" : "user", content }));
      const whom = said.length % 2 === 1 ? { whom: human[0] } : {};
      const { text, status } = await context.ask({ prompt: said.at(-1), before, temperature: 0, max_tokens: 8, ...whom });
      if (status === "not_collected") return { group, index, y: -1, seed: "" };
      said.push(text);
    }
    return { group, index, y: said.length - 1, seed: said.slice(1).join("|") };
  }));
`;

/** A judge reads each episode that came to its end. */
const JUDGED = `export default async ({ squared }: any, { judge }: any, context: any) =>
  Promise.all(squared.map(async ({ group, index, y, seed }: any) => {
    if (y < 0) return { group, index, y, seed };
    const { text } = await context.ask({ prompt: "judge " + seed, temperature: 0, max_tokens: 4, whom: judge[0] });
    return { group, index, y, seed: text ?? "" };
  }));
`;

const embedded = (says: string) =>
  `export default ({ prompt, before = [] }: any) => ({ text: ${says}, finish_reason: "stop" });\n`;

/** Scripted agents: a human who says the number of turns before, a subject that repeats, a judge. */
export const SCRIPTED: Readonly<Record<string, string>> = {
  "src/advisors/embedded/script-human.ts": embedded('"h" + before.length'),
  "src/advisors/embedded/script-subject.ts": embedded('"s" + prompt'),
  "src/advisors/embedded/script-judge.ts": embedded('"ok"'),
};

export const REHEARSAL =
  "rehearsal: { toy: { subject: script-subject, human: script-human, judge: script-judge } }\n";

/** The toy study as episodes of two models that a third one judges; `entries` are the basket's models. */
export function episodesProject(entries: readonly string[], more = "", pipeline = ""): Project {
  return toyProject({
    ...SCRIPTED,
    "pipeline.yaml": PIPELINE.replace("stages:", `${pipeline}stages:`),
    "data/baskets/talks.yaml": `name: talks\nstudies: [toy]\n${more}models:\n${entries.join("")}`,
    "stages/toy/numbers.ts": `export default (_: object, { models, count }: any) =>
      models.flatMap((group: string) => Array.from({ length: count }, (_, index) => ({ group, index, x: index })));\n`,
    "stages/toy/squared.ts": TALK,
    "stages/toy/judged.ts": JUDGED,
  });
}

/** Answers that depend on who is asked, and on all that was said before. */
export const echo: Behaviour = byRequest(({ text, path }) =>
  answer(createHash("sha256").update(`${path} ${text}`).digest("hex").slice(0, 6)),
);
