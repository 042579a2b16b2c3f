import type { ProvidersProcess } from "../test/providers/process.ts";

/** How much is asked of the loopback provider, and how fast it answers. */
export interface Load {
  readonly calls: number;
  readonly latencyMs: number;
  readonly connections: number;
  /** Params of the basket that give this many calls: messages and one comprehension question per cell. */
  readonly params: string;
}

/** One way to put a load, by the log of the server and by the clock. */
export interface Taken {
  /** From the first request that the server saw to its last answer, in seconds. */
  readonly seconds: number;
  /** Start and end of the process included. */
  readonly wholeSeconds: number;
  readonly peakMB: number;
}

/** Puts a load and asks the server what came. Throws where not every call was answered exactly once. */
export async function taken(
  server: ProvidersProcess,
  calls: number,
  put: () => Promise<{ readonly ms: number; readonly peakMB: number }>,
): Promise<Taken> {
  await server.clear();
  const { ms, peakMB } = await put();
  const { total, answered, firstAt, lastAnsweredAt } = await server.log();
  if (total !== calls || answered !== calls)
    throw new Error(`${calls} calls were to be made, the server saw ${total} and answered ${answered}`);
  return { seconds: (lastAnsweredAt! - firstAt!) / 1000, wholeSeconds: ms / 1000, peakMB };
}
