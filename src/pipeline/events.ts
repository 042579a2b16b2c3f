import type { Reason } from "./staleness.ts";

/** All that a run can tell. Every display is a function of these. */
export type RunEvent =
  | { readonly kind: "waiting"; readonly holder: string }
  | {
      readonly kind: "started";
      readonly basket: string;
      readonly stages: number;
      readonly skippedStudies: readonly string[];
    }
  | { readonly kind: "stage-started"; readonly stage: string; readonly reasons: readonly Reason[] }
  | { readonly kind: "slices"; readonly stage: string; readonly done: number; readonly of: number }
  | { readonly kind: "stage-ended"; readonly outcome: StageOutcome }
  | { readonly kind: "restored"; readonly file: string; readonly why: "missing" | "changed" }
  | { readonly kind: "removed"; readonly file: string }
  | { readonly kind: "left"; readonly file: string }
  | { readonly kind: "differs"; readonly stage: string }
  | { readonly kind: "damaged"; readonly file: string };

export interface StageOutcome {
  readonly stage: string;
  /** missing: answers that it looks up were not collected yet. */
  readonly state: "ran" | "fresh" | "missing" | "failed" | "stale";
  readonly slices: { readonly ran: number; readonly fresh: number };
  readonly reasons: readonly Reason[];
  /** Milliseconds from the first of its tasks to the last of its files. */
  readonly ms: number;
  /** What failed or is missing, for a person; only where state is "failed" or "missing". */
  readonly failure?: string;
}
