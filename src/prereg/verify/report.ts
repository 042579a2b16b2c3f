import type { Json } from "../../pipeline/canonical.ts";
import type { Design } from "../lock.ts";
import type { JournalLines } from "./journal-scan.ts";
import type { Readable } from "./readable.ts";

/**
 * How something stands to what was frozen. same-behaviour: its text is another one (comments, types, formatting,
 * names), but nothing that runs is.
 */
export type Change = "identical" | "same-behaviour" | "deviation";

/** Section of what journals hold, which no lock has: answers that nobody planned to ask for. */
export const JOURNAL = "journal";

/** One place of the design that is not as it was frozen. */
export interface Leaf {
  /** `<section>.<name>`, and for a part of a stage `stages.<id>.<part>`. */
  readonly address: string;
  readonly section: keyof Design | typeof JOURNAL;
  /** What stands behind the section in the address. */
  readonly name: string;
  readonly change: Exclude<Change, "identical">;
  /** Null on the side that lacks it. */
  readonly was: Json;
  readonly is: Json;
  /** Stages that name it, in byte order. */
  readonly stages: readonly string[];
  /** Those of them in which it may change a result. */
  readonly deviating: readonly string[];
}

/** What was declared about a leaf. */
export interface Declared {
  readonly address: string;
  readonly reason: string;
}

/** A declaration that does not hold: the leaf has another value, or is as it was frozen. */
export interface StaleDeclaration {
  readonly address: string;
  readonly why: "another value" | "no difference";
  readonly declared: Json;
  readonly is: Json;
  readonly reason: string;
}

export interface StageVerdict {
  readonly stage: string;
  readonly change: Change;
  /** Whether every deviation of it is declared with a reason. */
  readonly declared: boolean;
  /** Addresses of the leaves that touch it. */
  readonly leaves: readonly string[];
  /** Deviating stages above it: its own definition is as its class says, but its rows follow from theirs. */
  readonly above: readonly string[];
}

/** What became of the text of a source. */
export interface SourceDiff {
  readonly file: string;
  readonly change: Exclude<Change, "identical">;
  /** Unified diff of the frozen text against today's; null where the frozen text is not to be had. */
  readonly patch: string | null;
  /** Why not; null where it is. */
  readonly unavailable: string | null;
}

/** Planned requests of one stage, and what became of them. */
export interface RequestState {
  readonly stage: string;
  /** How many were frozen: one for each time that a stage asks. */
  readonly frozen: number;
  /** How many different ones these are: what is the same is asked once, and a journal holds one answer to it. */
  readonly different: number;
  /** Whether they were planned anew today; otherwise they follow from a definition that is as it was frozen. */
  readonly recomputed: boolean;
  /** Why they could not be planned anew; null where they could, or need not be. */
  readonly fault: string | null;
  readonly same: number;
  readonly gone: number;
  readonly added: number;
  /** Slices in which they differ. */
  readonly slices: readonly {
    readonly slice: Json;
    readonly same: number;
    readonly gone: number;
    readonly added: number;
  }[];
}

/** A journal against the plan. */
export interface JournalState {
  readonly file: string;
  /** Answers that it held when the design was frozen, and that it holds now. */
  readonly atFreeze: number;
  readonly answers: number;
  /** Different frozen requests whose answers it would hold. */
  readonly planned: number;
  readonly answered: number;
  /** Answers to requests that were not planned. */
  readonly unplanned: number;
  /** Those of them that can only have been asked outside the design, by whom was asked what; the most first. */
  readonly outside: readonly AskedOutside[];
  /** When its first and its last answer came; null where no line says it. */
  readonly first: string | null;
  readonly last: string | null;
  /** What its lines say of themselves. */
  readonly lines: JournalLines;
  /** Whether there is no such file. */
  readonly gone: boolean;
  /** Stages whose artifacts here were made with its answers. */
  readonly made: readonly string[];
  /** Stages that look answers up in it. */
  readonly stages: readonly string[];
}

/** Answers that were asked for outside the design, as their lines in the journal tell it. */
export interface AskedOutside {
  /** Id as the provider names it; null where the line does not say it. */
  readonly model: string | null;
  /** Params of stage and basket. */
  readonly params: Readonly<Record<string, Json>>;
  /** One of the prompts; null where the line holds none. */
  readonly example: string | null;
  readonly answers: number;
}

/** Everything that verifying one lock found out. */
export interface Verification {
  readonly lock: string;
  readonly basket: string;
  readonly root: string;
  readonly commit: string | null;
  /** Whether git here has that commit, which then holds the tree that was frozen. */
  readonly commitFound: boolean;
  /** What became of the text that people read beside the lock. */
  readonly readable: Readable;
  readonly frozen: FrozenState;
  /** Where the project stands in git now; null without git. */
  readonly today: TreeToday | null;
  readonly date: LockDate;
  /** Worst class of all. */
  readonly change: Change;
  /** Whether every deviation is declared with a reason. */
  readonly declared: boolean;
  readonly stages: readonly StageVerdict[];
  readonly leaves: readonly Leaf[];
  readonly sources: readonly SourceDiff[];
  readonly requests: readonly RequestState[];
  /** Stages above those that ask whose rows were made anew: whether they are the frozen ones. */
  readonly rows: readonly { readonly stage: string; readonly same: boolean }[];
  readonly journals: readonly JournalState[];
  readonly deviations: {
    readonly file: string;
    readonly declared: readonly Declared[];
    readonly undeclared: readonly string[];
    readonly stale: readonly StaleDeclaration[];
  };
}

/** What was so when the design was frozen. */
export interface FrozenState {
  /** `before any data`, or after how many answers. */
  readonly when: string;
  /** Whether all senders compute their answers, so that there is no data to wait for. */
  readonly computed: boolean;
  /** Answers recorded by then, by journal. */
  readonly answers: Readonly<Record<string, number>>;
  /** Whether everything was as committed; null without git. */
  readonly clean: boolean | null;
  readonly changed: readonly string[];
  /** Hash of git's tree without prereg/; null without git. */
  readonly tree: string | null;
}

/** Where a project stands in git, prereg/ left out. */
export interface TreeToday {
  /** Last commit that changed anything; null where there is none. */
  readonly commit: string | null;
  /** Paths that are not as committed. */
  readonly changed: readonly string[];
}

/** When a lock with these very bytes was committed first. */
export interface LockDate {
  /** As git writes it; null where it never was, or that is not known. */
  readonly committed: string | null;
  /** Why it is not known; null where it is. */
  readonly unknown: string | null;
}

/** Whether nothing was put in by hand: the text beside the lock is the lock's, and journal lines fit their keys. */
export function isUntouched({ readable, journals }: Pick<Verification, "readable" | "journals">): boolean {
  return readable.state !== "edited" && journals.every(({ lines }) => lines.foreign.count === 0);
}
