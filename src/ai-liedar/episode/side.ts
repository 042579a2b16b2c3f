import type { AskRequest, Turn } from "../../pipeline/stage.ts";
import type { Wording } from "./wording.ts";

/** What is said to an agent in one request. */
export type Said = Required<Pick<AskRequest, "before" | "prompt">>;

const NOTHING_YET = "The conversation begins.";

/**
 * One side of a conversation: what an agent was told and answered. Between its turns it hears what the other does. Of a
 * turn that took several answers it later sees the question and the answer that counts.
 */
export class Side {
  readonly #wording: Wording;
  /** The system prompt, and every earlier turn of its own as question and answer. */
  readonly #past: Turn[];
  /** Public lines since its last turn. */
  #heard: string[] = [];
  /** Question of the turn that it has now. */
  #question = "";
  /** What this turn has seen so far, but for the last prompt. */
  #tried: readonly Turn[] = [];
  #prompt = "";

  constructor(wording: Wording, system: string) {
    this.#wording = wording;
    this.#past = [{ role: "system", content: system }];
  }

  hear(line: string): void {
    this.#heard.push(line);
  }

  /** Its turn comes. */
  open(turn: number): void {
    const happened = this.#heard.join("\n") || NOTHING_YET;
    this.#heard = [];
    this.#question = this.#wording.turn.fill({ turn: String(turn), happened });
    this.#tried = [];
    this.#prompt = this.#question;
  }

  /** What it is asked now. */
  get said(): Said {
    return { before: [...this.#past, ...this.#tried], prompt: this.#prompt };
  }

  /**
   * Its answer holds no action. An answer without text leaves no turn behind, since providers take no empty ones: what
   * was asked is then said again, with the problem below.
   */
  correct(answer: string, problem: string): void {
    const correction = this.#wording.correction.fill({ problem });
    if (answer.trim() === "") {
      this.#prompt = `${this.#prompt}\n\n${correction}`;
      return;
    }
    this.#tried = [
      ...this.#tried,
      { role: "user", content: this.#prompt },
      { role: "assistant", content: answer },
    ];
    this.#prompt = correction;
  }

  /** Its answer holds an action: the turn is over. */
  close(answer: string): void {
    this.#past.push({ role: "user", content: this.#question }, { role: "assistant", content: answer });
  }
}
