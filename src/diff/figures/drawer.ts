import { Worker } from "node:worker_threads";
import type { DrawAnswer, Drawn, DrawTask, Undrawn } from "./protocol.ts";

/** The longest that two figures may take; ours take a quarter of a second. */
const PATIENCE_MS = 20_000;

/** What stands in a thread's place after it broke or was stopped. */
type Outcome = Drawn | Undrawn | { readonly kind: "given-up"; readonly why: string };

interface Pending {
  readonly task: DrawTask;
  readonly resolve: (outcome: Outcome) => void;
}

/**
 * Draws figures in a thread of its own, one pair after the other, while this one compares tables. A pair that takes
 * too long, or breaks the renderer, costs that thread; those after it get a new one. When the time for all of them is
 * spent, the rest are not drawn. Close it when done.
 */
export class Drawer {
  #thread: Worker | null = null;
  #count = 0;
  /** In the order in which the thread draws them. */
  readonly #pending = new Map<number, Pending>();
  #timer: NodeJS.Timeout | undefined;
  readonly #budgetMs: number;
  /** Time that went into drawing, by the thread's own clock. */
  #spentMs = 0;
  /** When the pair that is drawn now got its turn. */
  #since = 0;

  /** @param seconds the longest that all figures together may take */
  constructor(seconds: number) {
    this.#budgetMs = seconds * 1000;
  }

  compare(a: string, b: string): Promise<Outcome> {
    return new Promise((resolve) => {
      const task: DrawTask = { id: ++this.#count, a, b };
      if (this.#isSpent()) {
        resolve(this.#spent());
        return;
      }
      this.#pending.set(task.id, { task, resolve });
      this.#start().postMessage(task);
      if (this.#pending.size === 1) this.#wait();
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#pending.clear();
    await this.#stop();
  }

  #start(): Worker {
    if (this.#thread !== null) return this.#thread;
    const thread = new Worker(new URL("./draw.js", import.meta.url), {
      // No memory without end, and nothing of this process's environment.
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      env: {},
    });
    thread.on("message", ({ id, result, ms }: DrawAnswer) => this.#settle(id, result, ms));
    thread.on("error", ({ message }) => this.#broke(thread, `broke the renderer: ${message}`));
    thread.on("exit", () => this.#broke(thread, "broke the renderer"));
    this.#thread = thread;
    return thread;
  }

  #settle(id: number, outcome: Outcome, ms: number): void {
    this.#pending.get(id)?.resolve(outcome);
    this.#pending.delete(id);
    this.#spentMs += ms;
    if (!this.#giveUpWhenSpent()) this.#wait();
  }

  #isSpent(): boolean {
    return this.#spentMs >= this.#budgetMs;
  }

  #spent(): Outcome {
    return {
      kind: "given-up",
      why: `the time for drawing figures, ${this.#budgetMs / 1000} s in all, is spent`,
    };
  }

  /** Answers those that wait once the time for all is gone, and says whether it is. */
  #giveUpWhenSpent(): boolean {
    if (!this.#isSpent()) return false;
    clearTimeout(this.#timer);
    void this.#stop();
    for (const { resolve } of this.#pending.values()) resolve(this.#spent());
    this.#pending.clear();
    return true;
  }

  /** Gives the pair that is drawn now its time. */
  #wait(): void {
    clearTimeout(this.#timer);
    const [first] = this.#pending.keys();
    const thread = this.#thread;
    if (first === undefined || thread === null) return;
    this.#since = performance.now();
    const patience = Math.min(PATIENCE_MS, this.#budgetMs - this.#spentMs);
    // This thread may have been busy for longer than that: answers that lie there already are taken before.
    const late = () => {
      if (this.#pending.has(first)) this.#broke(thread, "took too long to draw");
    };
    this.#timer = setTimeout(() => setImmediate(late), patience);
  }

  /** The pair that was being drawn is given up, the others go to a new thread. */
  #broke(thread: Worker, why: string): void {
    if (thread !== this.#thread) return;
    void this.#stop();
    const [first] = this.#pending.keys();
    if (first === undefined) return;
    this.#pending.get(first)?.resolve({ kind: "given-up", why: `one of the two ${why}` });
    this.#pending.delete(first);
    this.#spentMs += Math.min(PATIENCE_MS, performance.now() - this.#since);
    if (this.#giveUpWhenSpent()) return;
    for (const { task } of this.#pending.values()) this.#start().postMessage(task);
    this.#wait();
  }

  async #stop(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }
}
