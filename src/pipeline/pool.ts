import type { Worker } from "node:worker_threads";
import { Failure } from "./failure.ts";
import { BY_CHANCE, type StartOrder } from "./start-order.ts";
import type { Reply, Task, TaskResults, WorkerSetup } from "./worker-protocol.ts";

interface Waiting {
  readonly task: Task;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Rows are short-lived objects: with room for them the collector has less to do. */
export const ROOM_FOR_ROWS_MB = 64;

/**
 * Worker threads that take tasks one at a time. Which waiting task comes next is left to chance or drawn
 * from a seed: an order that a stage came to rely on would show as a difference sooner or later.
 */
export class Pool {
  readonly #script: string;
  readonly #setup: WorkerSetup;
  readonly #size: number;
  readonly #roomMB: number;
  readonly #order: StartOrder;
  readonly #workers = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #busy = new Map<Worker, Waiting>();
  #closed: unknown = null;

  /** `size` workers at most; each starts when it is first needed, or ahead of that. `roomMB` is for new objects. */
  constructor(
    script: string,
    setup: WorkerSetup,
    size: number,
    roomMB = ROOM_FOR_ROWS_MB,
    order: StartOrder = BY_CHANCE,
  ) {
    this.#script = script;
    this.#setup = setup;
    this.#size = size;
    this.#roomMB = roomMB;
    this.#order = order;
  }

  /** Starts so many workers, within its size, ahead of their first tasks: a start takes longer than most tasks. */
  startAhead(count: number): void {
    for (let i = 0; i < count; i++) {
      const worker = this.#start();
      if (worker !== null) this.#idle.push(worker);
    }
  }

  run<T extends Task>(task: T): Promise<TaskResults[T["task"]]> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== null) {
        reject(this.#closed);
        return;
      }
      this.#waiting.push({ task, resolve: resolve as (result: unknown) => void, reject });
      this.#next();
    });
  }

  /** Stops every worker at once; whatever waits or runs fails with `reason`. */
  async close(reason: unknown): Promise<void> {
    this.#closed ??= reason;
    for (const { reject } of [...this.#waiting.splice(0), ...this.#busy.values()]) reject(this.#closed);
    this.#busy.clear();
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#idle.pop() ?? this.#start();
      if (worker === null) return;
      const [waiting] = this.#waiting.splice(this.#order.pick(this.#waiting.length), 1);
      this.#busy.set(worker, waiting!);
      worker.postMessage(waiting!.task);
    }
  }

  #start(): Worker | null {
    if (this.#workers.size >= this.#size || this.#closed !== null) return null;
    // Loaded when the first worker starts: a run that finds everything fresh needs none.
    const threads = process.getBuiltinModule("node:worker_threads");
    const worker = new threads.Worker(this.#script, {
      workerData: this.#setup,
      resourceLimits: { maxYoungGenerationSizeMb: this.#roomMB },
    });
    this.#workers.add(worker);
    worker.on("message", (reply: Reply) => this.#finish(worker, reply));
    worker.on("error", (error) => this.#lose(worker, error));
    worker.on("exit", () => this.#lose(worker, new Error("a worker thread ended before its task")));
    return worker;
  }

  #finish(worker: Worker, reply: Reply): void {
    const waiting = this.#busy.get(worker);
    this.#busy.delete(worker);
    if (waiting !== undefined) {
      if (reply.ok) waiting.resolve(reply.result);
      else if (reply.failure !== null) waiting.reject(new Failure(reply.failure.kind, reply.failure.message));
      else waiting.reject(new Error(reply.bug));
    }
    this.#idle.push(worker);
    this.#next();
  }

  #lose(worker: Worker, error: unknown): void {
    if (!this.#workers.delete(worker)) return;
    const idle = this.#idle.indexOf(worker);
    if (idle !== -1) this.#idle.splice(idle, 1);
    const waiting = this.#busy.get(worker);
    this.#busy.delete(worker);
    const code = (error as NodeJS.ErrnoException).code;
    const of = waiting !== undefined && "stage" in waiting.task ? `stage ${waiting.task.stage}` : "a task";
    waiting?.reject(
      code === "ERR_WORKER_OUT_OF_MEMORY"
        ? new Failure(
            "stage",
            `${of} ran out of memory; cut it into smaller slices with map, or run with fewer --jobs`,
          )
        : error,
    );
    this.#next();
  }
}
