import { FAULTS, type FaultClass } from "./faults.ts";

const FATAL_IN_A_ROW = 3;
const REPEATED_IN_A_ROW = 5;

/** Tells when a model is to be given up: what fails now will fail for every later request. */
export class Breaker {
  #fatal = 0;
  #repeated = 0;
  /** Whether an answer ever came. */
  #reached = false;

  answered(): void {
    this.#fatal = 0;
    this.#repeated = 0;
    this.#reached = true;
  }

  /** Returns why the model is given up; null where it is not, or was before. */
  failed(kind: FaultClass, message: string): string | null {
    const { breaks } = FAULTS[kind];
    if (breaks === "model" && ++this.#fatal === FATAL_IN_A_ROW)
      return `${message}; given up after ${FATAL_IN_A_ROW} such errors in a row`;
    // A network that worked comes back; where nothing ever answered the address is wrong, or nobody is there.
    const repeated = breaks === "repeated" || (breaks === "unless-reached" && !this.#reached);
    if (repeated && ++this.#repeated === REPEATED_IN_A_ROW)
      return `${message}; given up after ${REPEATED_IN_A_ROW} such errors without an answer between`;
    return null;
  }
}
