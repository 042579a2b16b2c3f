import path from "node:path";
import { Failure } from "../pipeline/failure.ts";
import { counted } from "../pipeline/quantities.ts";
import { frozenWhen } from "../prereg/answers.ts";
import { isComputed } from "../prereg/design-text.ts";
import { type Frozen, freezeBasket } from "../prereg/freeze.ts";
import { printable } from "../tables/untrusted.ts";
import type { ExitCode, World } from "./command.ts";
import { checkIsFile } from "./out-file.ts";
import { Progress } from "./progress.ts";

export interface FreezeCommandOptions {
  readonly basket: string;
  readonly out?: string;
  readonly replace?: boolean;
  readonly json?: boolean;
  readonly jobs: number;
}

/** Freezes the design of a basket, and prints the root to register. */
export async function freeze(world: World, options: FreezeCommandOptions): Promise<ExitCode> {
  const progress = new Progress(world);
  try {
    const frozen = await freezeBasket(world.engine, {
      basket: options.basket,
      out: options.out === undefined ? null : outFile(options.out),
      replace: options.replace ?? false,
      jobs: options.jobs,
      report: (event) => progress.show(event),
      signal: world.signal,
    });
    progress.end();
    world.out(options.json ? `${JSON.stringify(summary(frozen), null, 1)}\n` : describe(frozen, world));
    return 0;
  } finally {
    progress.end();
  }
}

function summary({ lock, file, text, state }: Frozen) {
  const { basket, root, commit, design } = lock;
  return {
    basket,
    root,
    state,
    file,
    text,
    frozen: frozenWhen(design.answers),
    answers: design.answers,
    requests: plannedCount(design.requests),
    commit,
    tree: design.tree,
  };
}

const MOST_PATHS = 10;

function describe({ lock, file, text, state }: Frozen, { style }: World): string {
  const { design, commit } = lock;
  const lines = [
    `root     ${style.good(lock.root)}${state === "unchanged" ? " (frozen before, unchanged)" : ""}`,
    `lock     ${printable(file)}`,
    `to read  ${printable(text)}`,
    `frozen   ${frozenWhen(design.answers)}${isComputed(design) ? " (its senders are computed: there is none to wait for)" : ""}`,
    `planned  ${counted(plannedCount(design.requests), "request")} in ${counted(Object.keys(design.requests).length, "slice")}`,
    ...treeLines(design.tree, commit).map((line, i) => `${i === 0 ? "tree     " : "         "}${line}`),
  ];
  if (state === "written")
    lines.push(`commit both files, and register the root where others date it (OSF, AsPredicted)`);
  return `${lines.join("\n")}\n`;
}

function treeLines(tree: Frozen["lock"]["design"]["tree"], commit: string | null): string[] {
  if (tree.clean === null) return ["no git repository: the lock alone says what was there"];
  const at = commit === null ? "nothing is committed yet" : `commit ${commit}`;
  if (tree.clean === true) return [`clean, ${at}`];
  const changed = Array.isArray(tree.changed) ? tree.changed.map(String) : [];
  const more = changed.length - MOST_PATHS;
  return [
    `not as committed, ${at}; commit first and freeze again, or nobody else can get what was frozen:`,
    ...changed.slice(0, MOST_PATHS).map((file) => `  ${printable(file)}`),
    ...(more > 0 ? [`  and ${counted(more, "more path")}`] : []),
  ];
}

/** Different requests: two senders of one strategy may be asked the same. */
function plannedCount(requests: Readonly<Record<string, readonly string[]>>): number {
  return new Set(Object.values(requests).flat()).size;
}

/** Where a lock may be written: a mistyped name must not cost another file. */
function outFile(given: string): string {
  if (!given.endsWith(".lock.json"))
    throw new Failure("usage", `${given} is no name of a lock; name a file that ends with .lock.json`);
  checkIsFile(given);
  return path.resolve(given);
}
