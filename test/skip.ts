import type { TestContext } from "vitest";

/**
 * Skips a test that the machine cannot run, and prints why. Where CANDOR_NO_SKIP is set (the gate, which
 * installs all that tests need) it fails instead.
 */
export function skipBecause(context: TestContext, reason: string): never {
  if (process.env.CANDOR_NO_SKIP) throw new Error(`a test may not be skipped here: ${reason}`);
  console.log(`skipped: ${context.task.name}: ${reason}`);
  return context.skip(reason);
}
