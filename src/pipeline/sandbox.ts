import vm from "node:vm";
import type { Hash } from "./canonical.ts";
import { Failure } from "./failure.ts";
import { GUEST_SETUP } from "./guest.ts";
import type { TaskStandIns } from "./worker-protocol.ts";

/** A table as the host holds it: plain or typed arrays by column, null for missing. */
export interface HostTable {
  readonly length: number;
  readonly columns: Readonly<Record<string, ArrayLike<unknown>>>;
}

/** What a stage is given, in the host's own objects. They are copied; a stage never holds one. */
export interface StageCall {
  readonly stage: string;
  readonly tables: Readonly<Record<string, HostTable>>;
  readonly files: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly params: unknown;
  readonly slice: Readonly<Record<string, string | number>>;
  /** Null where the stage does not declare the seed param. */
  readonly seed: string | null;
  /** Which answers are missing above it, in a sentence; null where none is. */
  readonly partial: string | null;
  /** Name of whom it asks where it says no more; null where there is none. */
  readonly asks: string | null;
  /** Who that is, as the stage is told; null where there is none. */
  readonly who: unknown;
  /** All whom it may ask: the bundle of one that computes its answers, and what it was told to be. */
  readonly answerers: Readonly<
    Record<string, { readonly bundle: string | null; readonly settings: unknown }>
  >;
  /** Who answers in a rehearsal where `recall` finds nothing; null outside of one. */
  readonly standIns: TaskStandIns | null;
  /** Whether it asks for embeddings, and models nothing. */
  readonly embeds: boolean;
  /**
   * Looks up a recorded answer: the request as JSON to the answer as JSON, or null where there is none. It must not
   * throw, since what it throws would be the host's. Null where no journal answers.
   */
  readonly recall: ((request: string) => string | null) | null;
}

/** What came back: rows of any shape (they are validated later), or the text of a file. */
export type StageReturn =
  | { readonly kind: "rows"; readonly rows: ArrayLike<unknown>; readonly caption: string | null }
  | { readonly kind: "text"; readonly text: string };

const guestSetup = new vm.Script(GUEST_SETUP, { filename: "candor-guest.js" });

/**
 * A context with a stage's bundle in it and those of the embedded models that it asks, each compiled as a function: each
 * call of the function evaluates every module anew, so no module keeps anything from one slice to the next, while the engine's optimised code for it stays.
 * (A new context per slice, or the script run anew, is six times slower: both start from cold code.)
 */
interface Prepared {
  readonly guest: Guest;
  readonly evaluate: Evaluate;
  /** Those of embedded models, by bundle hash. */
  readonly answers: Readonly<Record<string, Evaluate>>;
}

type Evaluate = (holder: object) => void;

/** Which bundles run together, by hash. */
export interface Bundles {
  readonly stage: Hash;
  /** Of embedded models. */
  readonly answers: readonly Hash[];
}

/** Contexts by the hashes of their bundles, the latest last. */
const prepared = new Map<string, Prepared>();
const MOST_CONTEXTS = 6;

/**
 * Runs one stage on one slice in a context that holds ECMAScript's own built-ins and a short list of others.
 * Nothing of the host can be reached from it: every value crosses as a primitive or as a copy made inside. A
 * context serves slices of the same bundles alone, and is thrown away when a slice left a built-in other than it was.
 * Throws a Failure of kind "impure" or "stage" that names the stage.
 */
export async function runInSandbox(
  bundles: Bundles,
  textOf: (hash: Hash) => string,
  call: StageCall,
): Promise<StageReturn> {
  const name = [bundles.stage, ...bundles.answers].join(" ");
  const { guest, evaluate, answers } = prepared.get(name) ?? prepare(name, bundles, textOf);
  let sound = false;
  try {
    const returned = guest.run(evaluate, answers, call);
    const result = readReturn(await settled(returned, call.stage), call.stage);
    sound = guest.untouched();
    return result;
  } catch (error) {
    throw stageFailure(error, call.stage);
  } finally {
    if (!sound) prepared.delete(name);
  }
}

function prepare(name: string, bundles: Bundles, textOf: (hash: Hash) => string): Prepared {
  // Not contextified: a contextified global answers each look-up of Math or Float64Array by a call into C++.
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY as never);
  const guest = guestSetup.runInContext(context)(HOST_FUNCTIONS) as Guest;
  const compiled = (hash: Hash): Evaluate => {
    // No line before the bundle's first: positions in traces are those of the bundle.
    const script = new vm.Script(`(function(candorStage){${textOf(hash)}\n})`, {
      filename: STAGE_FILE,
      columnOffset: -"(function(candorStage){".length,
    });
    return script.runInContext(context) as Evaluate;
  };
  const answers = Object.fromEntries(bundles.answers.map((hash) => [hash, compiled(hash)]));
  const made = { guest, evaluate: compiled(bundles.stage), answers };
  prepared.set(name, made);
  if (prepared.size > MOST_CONTEXTS) prepared.delete(prepared.keys().next().value!);
  return made;
}

/** Promises of a stage that were rejected without anyone to notice. */
const strays: { readonly reason: unknown }[] = [];

/**
 * Makes a thread ready to run stages. A rejection that nobody handles is the failure of the stage that runs, not
 * of the thread. And should a host object get into a stage's hands after all (import() rejects with one), it
 * does not lead to the host's Function, which would make code that sees `process`.
 */
export function guardThread(): void {
  process.on("unhandledRejection", (reason) => strays.push({ reason }));
  for (const made of [() => {}, async () => {}, function* () {}, async function* () {}]) {
    Object.defineProperty(Object.getPrototypeOf(made), "constructor", { value: undefined });
  }
}

/** File name of a bundle in stack traces. */
const STAGE_FILE = "stage.js";

interface Guest {
  /** Evaluates the bundles and calls the stage on copies of what the call holds. */
  run(evaluate: Evaluate, answers: Readonly<Record<string, Evaluate>>, call: StageCall): unknown;
  /** Whether every built-in is as it was before the first run. */
  untouched(): boolean;
}

/** The host's part in the short list of globals. Each takes and gives primitives, or fills an array of the guest's. */
const HOST_FUNCTIONS = {
  utf8Length: (text: string): number => Buffer.byteLength(text, "utf8"),
  utf8Write: (text: string, into: Uint8Array): void => {
    new TextEncoder().encodeInto(text, into);
  },
  utf8Read: (bytes: Uint8Array, label: string, fatal: boolean, ignoreBOM: boolean): string | null => {
    try {
      return new TextDecoder(label, { fatal, ignoreBOM }).decode(bytes);
    } catch {
      return null;
    }
  },
  parseUrl: (text: string, base: string | undefined): string | null => {
    try {
      const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } =
        new URL(text, base);
      return JSON.stringify({
        href,
        origin,
        protocol,
        username,
        password,
        host,
        hostname,
        port,
        pathname,
        search,
        hash,
      });
    } catch {
      return null;
    }
  },
};

/**
 * Waits for a promise of the guest. A stage has nothing to wait for but its own microtasks, so a promise
 * that is open when they are done stays open for ever.
 */
async function settled(value: unknown, stage: string): Promise<unknown> {
  const open = Symbol("open");
  const turn = new Promise((resolve) => setImmediate(resolve, open));
  const result = await Promise.race([value, turn]);
  // Only then is it known which promises were rejected without anyone to notice.
  await turn;
  const [stray] = strays.splice(0);
  if (stray !== undefined) throw stray.reason;
  if (result === open) {
    throw new Failure(
      "stage",
      `stage ${stage} returned a promise that never settles: nothing it could wait for exists here`,
    );
  }
  return result;
}

function readReturn(value: unknown, stage: string): StageReturn {
  if (typeof value === "string") return { kind: "text", text: value };
  if (Array.isArray(value)) return { kind: "rows", rows: value, caption: null };
  if (typeof value === "object" && value !== null) {
    const { rows, caption } = value as { rows?: unknown; caption?: unknown };
    if (Array.isArray(rows) && typeof caption === "string") return { kind: "rows", rows, caption };
  }
  throw new Failure(
    "stage",
    `stage ${stage} returned ${typeof value}; it must return rows, { rows, caption } or the text of a file`,
  );
}

/** What a stage may reach for in vain, and what to do instead. */
const REMEDIES: Readonly<Record<string, string>> = {
  process: "declare what it needs as a param in pipeline.yaml",
  require: "use import, and declare files as inputs in pipeline.yaml",
  module: "use export default",
  exports: "use export default",
  global: "use globalThis for ECMAScript's own built-ins",
  Buffer: "use Uint8Array and TextEncoder",
  __dirname: "declare files as inputs in pipeline.yaml",
  __filename: "declare files as inputs in pipeline.yaml",
  console: "return what should be seen as rows or as a caption",
  Intl: "format with code that depends on no locale",
  ...Object.fromEntries(
    [
      "fetch",
      "XMLHttpRequest",
      "WebSocket",
      "EventSource",
      "navigator",
      "window",
      "document",
      "self",
      "localStorage",
    ].map((name) => [
      name,
      "a stage has no network and no page; what the world says enters through a journal or a declared file",
    ]),
  ),
  ...Object.fromEntries(
    [
      "setTimeout",
      "setInterval",
      "setImmediate",
      "clearTimeout",
      "clearInterval",
      "performance",
      "requestAnimationFrame",
    ].map((name) => [name, "a stage has no clock; compute the result directly"]),
  ),
  ...Object.fromEntries(
    [
      "crypto",
      "SharedArrayBuffer",
      "Atomics",
      "WeakRef",
      "FinalizationRegistry",
      "WebAssembly",
      "Worker",
    ].map((name) => [
      name,
      "its result could differ from run to run; draw from the seed in the stage's context, compute in plain code",
    ]),
  ),
};

function stageFailure(error: unknown, stage: string): unknown {
  if (error instanceof Failure) return error;
  const { name, message, stack } = describe(error);
  // The bundler puts a function that throws in the place of a require that it cannot resolve.
  const required = message.startsWith("Dynamic require of ") ? "require" : undefined;
  const missing = name === "ReferenceError" ? /^(\S+) is not defined/u.exec(message)?.[1] : required;
  if (missing !== undefined && REMEDIES[missing] !== undefined) {
    return new Failure(
      "impure",
      `stage ${stage} used ${missing}, which a pure stage does not have; ${REMEDIES[missing]}${stack}`,
    );
  }
  if (name === "ImpureError") return new Failure("impure", `stage ${stage} ${message}${stack}`);
  if (message.includes("dynamic import callback")) {
    return new Failure(
      "impure",
      `stage ${stage} used import() of a computed name; import it statically, so that it is hashed`,
    );
  }
  const shown = name === "RangeError" || name === "Error" ? message : `${name}: ${message}`;
  return new Failure("stage", `stage ${stage} failed: ${shown}${stack}`);
}

/** Name and message of whatever a guest threw, and the function that threw it, without trusting any of it. */
function describe(error: unknown): { name: string; message: string; stack: string } {
  try {
    const { name, message, stack } = error as { name?: unknown; message?: unknown; stack?: unknown };
    if (typeof message !== "string") return { name: "Error", message: `threw ${String(error)}`, stack: "" };
    const at = typeof stack === "string" ? /^ {4}at ([\w$.]+) \(\d+:\d+\)$/mu.exec(stack) : null;
    return { name: String(name), message, stack: at === null || at[1] === "module" ? "" : ` (in ${at[1]})` };
  } catch {
    return { name: "Error", message: "threw something that cannot be read", stack: "" };
  }
}
