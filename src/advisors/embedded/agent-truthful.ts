import { agent, tells } from "./support/ai-liedar/replies.ts";

/**
 * Truthful AI agent of study 2: states the negative fact as it stands whenever it is asked, whatever its instruction.
 * Known truth: 100 % truthful (B-a), goal score 2. Params: `seed`, which changes the wording alone.
 */
export default agent("agent-truthful", () => tells);
