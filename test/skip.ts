import type { TestContext } from "vitest";

/**
 * Skips a test because something that it needs is absent, and prints the reason. Fails instead where
 * CANDOR_NO_SKIP=1: there everything is installed, and what is skipped unseen is not tested.
 */
export function skip(context: TestContext, reason: string): never {
  if (process.env.CANDOR_NO_SKIP === "1")
    throw new Error(`${reason}; no test may be skipped here (CANDOR_NO_SKIP=1)`);
  process.stderr.write(`skipped: ${context.task.name}: ${reason}\n`);
  return context.skip(reason);
}
