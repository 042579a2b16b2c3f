import type { AskRequest } from "../../../../pipeline/stage.ts";
import { heard, type PublicLine, partText } from "./public-lines.ts";
import { keyOf, Remembered } from "./remembered.ts";
import { required, tag } from "./tags.ts";

/** The elements of a private text that ablations leave out. */
export const ELEMENTS = ["info_not_known", "motives_to_lie", "motives_not_to_lie"] as const;
export type Element = (typeof ELEMENTS)[number];

export type Instruction = "none" | "truthful" | "falsification";

/** What an AI agent finds in the text that tells it what its part is. */
export interface AgentPart {
  /** Stands for that text as a whole, which no later turn changes, in 64 bits: what chance is drawn from. */
  readonly key: string;
  readonly negativeFact: string;
  readonly lesserFact: string;
  readonly present: ReadonlySet<Element>;
  /** What stands in `<instruction>`, or null where nothing does. */
  readonly instruction: string | null;
}

/**
 * Reads an AI agent's part. Role and goal have to be there as well, although no scripted agent acts on them.
 *
 * @param who the advisor that reads
 * @throws Error that names the first tag that is absent
 */
export function readAgentPart(request: AskRequest, who: string): AgentPart {
  return PARTS.get(partText(request), (text) => {
    const found = (name: string) => required(tag(text, name), name, who);
    found("role");
    const part = { negativeFact: found("negative_fact"), lesserFact: found("lesser_fact") };
    found("goal");
    const present = new Set(ELEMENTS.filter((element) => tag(text, element) !== null));
    return { key: keyOf(text), ...part, present, instruction: tag(text, "instruction") };
  });
}

const PARTS = new Remembered<AgentPart>(1000);

/**
 * Which instruction a part holds: truthful where it speaks of honesty or truth, falsification where it speaks of what is
 * false, none where there is no instruction.
 *
 * @throws Error where it speaks of both or of neither
 */
export function instructionOf({ instruction }: AgentPart, who: string): Instruction {
  if (instruction === null) return "none";
  const honest = /\b(?:dis)?honest|\b(?:un)?truth/iu.test(instruction);
  const untrue = /\bfalse/iu.test(instruction);
  if (honest !== untrue) return honest ? "truthful" : "falsification";
  throw new Error(
    `embedded/${who} requires an <instruction> that speaks either of honesty or truth or of what is false, ` +
      `got ${JSON.stringify(instruction)}`,
  );
}

/** What a scripted agent makes of the conversation so far. */
interface HumanSoFar {
  /** How many turns the human has spoken in. */
  readonly spoken: number;
  /** The human's line since the agent's last turn, or null where none is told. */
  readonly last: PublicLine | null;
}

export function humanSoFar(request: AskRequest): HumanSoFar {
  const lines = heard(request, "human");
  return { spoken: lines.filter((line) => line.did === "said").length, last: lines.at(-1) ?? null };
}
