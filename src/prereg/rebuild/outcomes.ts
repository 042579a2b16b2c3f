import type { StageOutcome } from "../../pipeline/events.ts";
import type { StageRebuild } from "./report.ts";

/** Why a rebuild has not made a stage; null where it has. */
export function failureOf(
  id: string,
  outcomes: ReadonlyMap<string, StageOutcome>,
): Pick<StageRebuild, "state" | "failure"> | null {
  const outcome = outcomes.get(id);
  if (outcome === undefined) return { state: "failed", failure: "the rebuild did not come to it" };
  if (outcome.state === "ran" || outcome.state === "fresh") return null;
  if (outcome.failure !== undefined)
    return { state: outcome.state === "missing" ? "missing" : "failed", failure: outcome.failure };
  // Held back by a stage above: as missing, or as failed, as that one is.
  const above = outcome.reasons.map(({ path: each }) => each);
  const missing = above.every(
    (each) => outcomes.get(each)?.state !== "failed" && isHeldByMissing(each, outcomes),
  );
  return { state: missing ? "missing" : "failed", failure: `${above.join(", ")} was not made` };
}

function isHeldByMissing(id: string, outcomes: ReadonlyMap<string, StageOutcome>): boolean {
  const outcome = outcomes.get(id);
  if (outcome?.state !== "stale") return outcome?.state === "missing";
  return outcome.reasons.every(({ path: each }) => isHeldByMissing(each, outcomes));
}
