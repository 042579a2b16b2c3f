/** Who plays and who judges, as captions and figures tell it. */

/** Names of what is scripted begin so in every basket. */
export const EMBEDDED = "embedded/";

const SCRIPTED = "Scripted agents of known behaviour, not language models";

/** Params of a table or figure: names of basket models by role. */
export interface Cast {
  /** The human agent. */
  readonly human: readonly string[];
  readonly truthfulness_judge: readonly string[];
  readonly goal_judge: readonly string[];
}

/** Params of a table whose caption tells of intervals, too. */
export interface CastWithResamples extends Cast {
  /** Resamples behind an interval, 1 or more. */
  readonly liedar_resamples: number;
}

/** Names human and judges: "Truthfulness judges: a, b (most frequent label). Goal judge: c. Human agent: d." */
export function castSentence({ human, truthfulness_judge, goal_judge }: Cast): string {
  return [
    named("Truthfulness judge", truthfulness_judge, " (most frequent label)"),
    named("Goal judge", goal_judge, " (mean)"),
    named("Human agent", human, ""),
  ].join(" ");
}

function named(role: string, names: readonly string[], together: string): string {
  const several = names.length > 1;
  return `${role}${several ? "s" : ""}: ${names.length === 0 ? "none" : names.join(", ")}${several ? together : ""}.`;
}

/**
 * Says which of the AI agents, the human and the judges are scripted; "" where none is.
 *
 * @param models names of the AI agents, once or more each
 */
export function scriptedSentence(models: Iterable<string>, cast: Cast): string {
  const roles = [
    ["the AI agents", new Set(models)],
    ["the human agent", new Set(cast.human)],
    ["the truthfulness judge", new Set(cast.truthfulness_judge)],
    ["the goal judge", new Set(cast.goal_judge)],
  ] as const;
  const scripted = roles.flatMap(([role, names]) => {
    const own = [...names].filter((name) => name.startsWith(EMBEDDED)).length;
    if (own === 0) return [];
    return [own === names.size ? role : `${role} named embedded/…`];
  });
  if (scripted.length === 0) return "";
  const last = scripted[scripted.length - 1];
  const list = scripted.length === 1 ? last : `${scripted.slice(0, -1).join(", ")} and ${last}`;
  return `${SCRIPTED}: ${list}.`;
}
