import type { Hash, Json } from "../pipeline/canonical.ts";

/** Version of the lock's layout. A lock of another one is refused, never guessed at. */
export const LOCK_FORMAT = 2;

/** `prereg/<basket>.lock.json`: what was fixed, and when seen from the data. */
export interface Lock {
  readonly format: typeof LOCK_FORMAT;
  readonly basket: string;
  /** Short form of the Merkle root, to paste into a registry. */
  readonly root: string;
  /** Last commit that changed anything outside prereg/; null without git. It stands beside the root, not in it. */
  readonly commit: string | null;
  /** Node of each section of the design: what the root is the hash of. */
  readonly nodes: Readonly<Record<keyof Design, Hash>>;
  readonly design: Design;
}

/** Everything that is frozen, cut by kind, each leaf under a name. A leaf's address is `<section>.<name>`. */
export interface Design {
  /** Answers recorded at that moment, by journal (path in the project); empty or all 0: before the data. */
  readonly answers: Readonly<Record<string, number>>;
  /** `studies`, `imported`, `embedding`. */
  readonly basket: Readonly<Record<string, Json>>;
  /** `worker`, `writer`: code that runs, sorts, joins and writes; `key_format`. */
  readonly engine: Readonly<Record<string, Json>>;
  /** Files under data/ that stages take, by path. */
  readonly files: Readonly<Record<string, Hash>>;
  /**
   * Code that runs stages and asks models and is in no bundle, by path: `code` as it compiles by itself, `text` the file
   * as it is; `package-lock.json` with `code` over the packages that are installed to run.
   */
  readonly machinery: Readonly<Record<string, { readonly code: Hash; readonly text: Hash }>>;
  /** Who answers, by name: what can change an answer. */
  readonly models: Readonly<Record<string, Json>>;
  /** npm packages in any stage's bundle, by place below node_modules → version; and `esbuild`, `typescript settings` (hash of tsconfig.json). */
  readonly packages: Readonly<Record<string, string>>;
  /** Value of every param that a stage of the basket declares; who serves a study in a role stands under `<study>/<role>`. */
  readonly params: Readonly<Record<string, Json>>;
  /** Planned requests that depend on no answer: `<stage> <slice as canonical JSON>` → keys in byte order; the slice has a member `asks` where another model is asked than the one that its column names. */
  readonly requests: Readonly<Record<string, readonly Hash[]>>;
  /** Rows of the stages above those that ask, and of imported records: inputs that are fixed already. */
  readonly rows: Readonly<Record<string, Hash>>;
  /** Row schemas by file: `rows` without what changes no row, `text` the file as it is. */
  readonly schemas: Readonly<Record<string, { readonly rows: Hash; readonly text: Hash }>>;
  /** Source files in any stage's module graph, by path: SHA-256 of the file as it is. */
  readonly sources: Readonly<Record<string, Hash>>;
  readonly stages: Readonly<Record<string, FrozenStage>>;
  /** `git`: hash of git's tree without prereg/, null without git; `clean`; `changed`: paths that are not as committed. */
  readonly tree: Readonly<Record<string, Json>>;
}

/** Name of a frozen param that has another value in each study. */
export function paramOfStudy(study: string, name: string): string {
  return `${study}/${name}`;
}

/** One stage by what it names; what the names stand for are leaves of their own. */
export interface FrozenStage {
  readonly module: string;
  /** Bundle. */
  readonly code: Hash;
  /** Models that it may ask, by name: the bundle of an embedded one, null for one whose answers are recorded. */
  readonly answerers: Readonly<Record<string, Hash | null>>;
  readonly params: readonly string[];
  /** Input name → `stage:<id>`, `files:<pattern>` or `journal:<kind>`. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly schema: string | null;
  readonly map: readonly string[];
  /** Input whose groups are the slices; null for a stage that is not mapped. */
  readonly sliced: string | null;
  readonly ask: string | null;
  readonly askRoles: readonly string[];
  readonly onDemand: boolean;
  readonly outputs: readonly string[];
  /** Files of its module graph, embedded senders' included. */
  readonly sources: readonly string[];
  readonly packages: readonly string[];
}
