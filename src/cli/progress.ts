import { describeAll, printableLines } from "../pipeline/describe.ts";
import type { RunEvent } from "../pipeline/events.ts";
import type { World } from "./command.ts";

/** Without a terminal a stage that takes long says so every so many milliseconds. */
const REMINDER = 20_000;

/**
 * Shows a run as it goes, on standard error: a line for each stage that ran, and on a terminal a last line
 * that moves, with what is running now, slices done and time; elsewhere a line now and then while one lasts.
 */
export class Progress {
  readonly #world: World;
  readonly #running = new Map<string, { done: number; of: number }>();
  readonly #began = performance.now();
  #ended = 0;
  #of = 0;
  #drawn = false;
  #reminded = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  show(event: RunEvent): void {
    const { style } = this.#world;
    switch (event.kind) {
      case "waiting":
        this.#line(`${style.warn("waiting")} for another run (${event.holder}) to end`);
        return;
      case "started":
        this.#of = event.stages;
        for (const study of event.skippedStudies)
          this.#line(style.dim(`study ${study} is not in basket ${event.basket}: skipped`));
        if (this.#world.terminal) {
          this.#timer = setInterval(() => this.#draw(), 120);
          this.#timer.unref();
        }
        return;
      case "stage-started":
        this.#running.set(event.stage, { done: 0, of: 1 });
        return;
      case "slices":
        this.#running.set(event.stage, { done: event.done, of: event.of });
        this.#remind(event.stage, event.done, event.of);
        return;
      case "stage-ended":
        this.#ended++;
        this.#running.delete(event.outcome.stage);
        this.#stageEnded(event.outcome);
        return;
      case "restored":
        this.#line(
          event.why === "missing"
            ? `${style.warn("restored")} ${event.file}, which was missing`
            : `${style.warn("replaced")} ${event.file}, which was not what candor wrote`,
        );
        return;
      case "removed":
        this.#line(`${style.warn("removed")} ${event.file}: no stage makes it any more`);
        return;
      case "left":
        this.#line(
          `${style.warn("left")} ${event.file}: no stage makes it any more, but it was edited; remove it by hand`,
        );
        return;
      case "differs":
        this.#line(
          `${style.bad("differs")} ${event.stage}: with the same key it gave other rows than the manifest says; the manifest comes from a run that this one does not reproduce`,
        );
        return;
      case "damaged":
        this.#line(
          `${style.bad("damaged")} ${event.file} did not hold what its name says; it is made anew when it is needed`,
        );
        return;
      default:
        event satisfies never;
    }
  }

  end(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#erase();
  }

  #stageEnded(outcome: Extract<RunEvent, { kind: "stage-ended" }>["outcome"]): void {
    const { style } = this.#world;
    const { stage, state, slices, reasons, ms, failure } = outcome;
    if (state === "failed") {
      this.#line(`${style.bad("failed")} ${stage}: ${printableLines(failure ?? "")}`);
    } else if (state === "missing") {
      this.#line(`${style.warn("missing")} ${printableLines(failure ?? "")}`);
    } else if (state === "ran") {
      const count =
        slices.ran + slices.fresh > 1 ? `${slices.ran} of ${slices.ran + slices.fresh} slices, ` : "";
      this.#line(
        `${style.good("ran")}    ${stage} ${style.dim(`(${count}${seconds(ms)}: ${describeAll(reasons)})`)}`,
      );
    } else if (state === "fresh" && reasons.some(({ kind }) => kind === "writer")) {
      this.#line(`${style.good("wrote")}  ${stage} ${style.dim(`(${describeAll(reasons)})`)}`);
    } else if (state === "stale") {
      const why = reasons.length === 0 ? "stopped" : describeAll(reasons);
      this.#line(`${style.warn("held")}   ${stage} ${style.dim(`(${why})`)}`);
    }
  }

  /** On a terminal the last line tells. */
  #remind(stage: string, done: number, of: number): void {
    const ms = performance.now() - this.#began;
    if (this.#timer !== null || done === of || ms - this.#reminded < REMINDER) return;
    this.#reminded = ms;
    this.#line(this.#world.style.dim(`…      ${stage} ${done} of ${of} slices after ${seconds(ms)}`));
  }

  #line(text: string): void {
    this.#erase();
    this.#world.err(`${text}\n`);
    this.#draw();
  }

  #draw(): void {
    if (this.#timer === null || this.#of === 0) return;
    const running = [...this.#running].map(([stage, { done, of }]) =>
      of > 1 ? `${stage} ${done}/${of}` : stage,
    );
    const text = `${this.#ended}/${this.#of} stages, ${seconds(performance.now() - this.#began)}  ${running.join("  ")}`;
    const width = process.stderr.columns ?? 80;
    this.#world.err(`\r\u001b[2K${this.#world.style.dim(text.slice(0, width - 1))}`);
    this.#drawn = true;
  }

  #erase(): void {
    if (this.#drawn) this.#world.err("\r\u001b[2K");
    this.#drawn = false;
  }
}

export function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
