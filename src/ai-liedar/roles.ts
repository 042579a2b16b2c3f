/** How a basket gets a model for a role of the study, for messages. */
export function howToGiveRole(role: "human" | "truthfulness_judge" | "goal_judge"): string {
  return `give a model of the basket roles: [${role}], and studies with ai-liedar where it names any`;
}
