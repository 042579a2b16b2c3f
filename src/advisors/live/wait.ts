import type { Halt } from "./halt.ts";

/** A timer takes no longer waits than 24.8 days, and long ones drift: a long wait is made of several. */
const LONGEST_TIMER_MS = 60 * 60 * 1000;

/**
 * Waits until performance.now() reaches `until`, however far that is, or the halt comes. Jumps of the clock on the
 * wall move nothing.
 *
 * @param onStart takes the way to end this wait early
 */
export function waitUntil(until: number, halt: Halt, onStart?: (end: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    let callOff = (): void => {};
    const end = (): void => {
      clearTimeout(timer);
      callOff();
      resolve();
    };
    const step = (): void => {
      const left = until - performance.now();
      if (left <= 0) end();
      else timer = setTimeout(step, Math.min(Math.ceil(left), LONGEST_TIMER_MS));
    };
    onStart?.(end);
    callOff = halt.onHalt(end);
    if (halt.why === null) step();
  });
}
