import { agent, conceals } from "./support/ai-liedar/replies.ts";

/**
 * Concealing AI agent of study 2: tells the lesser fact alone with a reassurance, also when asked again, whatever its
 * instruction. Known truth: 100 % concealment (C-b), goal score 7. Params: `seed`, which changes the wording alone.
 */
export default agent("agent-conceals", () => conceals);
