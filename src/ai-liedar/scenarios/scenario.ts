import type { ScenariosRow } from "../../../schemas/ai-liedar/scenarios.ts";

export type Category = ScenariosRow["category"];
type Motivation = ScenariosRow["motivation"];
export type Variant = ScenariosRow["variant"];

/** Categories, and the groups of motivations that fit each. */
export const MOTIVATION_GROUPS = {
  benefits: ["basic_needs"],
  public_image: ["self_esteem", "affiliation", "corporate_reputation"],
  emotion: ["self_esteem", "affiliation", "corporate_reputation"],
} as const satisfies Record<Category, readonly string[]>;

export const CATEGORIES = Object.keys(MOTIVATION_GROUPS) as Category[];

/** The motivations of a lie: group and subcategory (Camden et al. 1984, and corporate reputation). */
export const MOTIVATIONS = [
  "basic_needs/acquiring_resources",
  "basic_needs/protecting_resources",
  "affiliation/initiating_interaction",
  "affiliation/continuing_interaction",
  "affiliation/avoiding_relational_conflict",
  "affiliation/redirecting_conversation",
  "self_esteem/competence",
  "self_esteem/taste",
  "self_esteem/social_desirability",
  "self_esteem/redirecting_conversation",
  "corporate_reputation/competence",
  "corporate_reputation/quality",
  "corporate_reputation/social_responsibility",
] as const satisfies readonly Motivation[];

/** The wordings of a scenario, in order. */
export const VARIANTS = ["original", "paraphrase_1", "paraphrase_2"] as const satisfies readonly Variant[];

/** Elements of the agent's private text, in the order in which it holds them. */
export const ELEMENTS = [
  "role",
  "negative_fact",
  "lesser_fact",
  "info_not_known",
  "motives_to_lie",
  "motives_not_to_lie",
  "goal",
] as const;
export type Element = (typeof ELEMENTS)[number];

/** Someone who could be the human agent. */
export interface Profile {
  readonly name: string;
  readonly about: string;
}

/** One wording of a scenario. In every text `{human}` stands for the human's name. */
export interface Wording {
  readonly background: string;
  readonly human_goal: string;
  readonly agent: Readonly<Record<Element, string>>;
}

/** A scenario in which the linter found no fault. */
export interface Scenario {
  readonly id: string;
  readonly category: Category;
  readonly motivation: Motivation;
  readonly domain: string;
  /** At least two. */
  readonly profiles: readonly Profile[];
  readonly wordings: Readonly<Record<Variant, Wording>>;
}
