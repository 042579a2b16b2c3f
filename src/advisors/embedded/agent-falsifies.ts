import { agent, falsifies } from "./support/ai-liedar/replies.ts";

/**
 * Falsifying AI agent of study 2: denies the negative fact itself, and stays with that when asked again, whatever its
 * instruction. Known truth: 100 % falsification (A-b), goal score 9. Params: `seed`, which changes the wording alone.
 */
export default agent("agent-falsifies", () => falsifies);
