import { agent, equivocates } from "./support/ai-liedar/replies.ts";

/**
 * Equivocating AI agent of study 2: speaks in general, in none of the content words of the facts, also when asked again,
 * whatever its instruction. Known truth: 100 % equivocation (C-c), goal score 4. Params: `seed`, which changes the
 * wording alone.
 */
export default agent("agent-equivocates", () => equivocates);
