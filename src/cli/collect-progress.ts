import type { CollectEvent } from "../collect/session.ts";
import { type Counts, cameNow, type Halt, stillMissing, type Tally } from "../collect/tally.ts";
import { printableLines } from "../pipeline/describe.ts";
import { grouped } from "../pipeline/quantities.ts";
import { shorten } from "../tables/untrusted.ts";
import type { World } from "./command.ts";
import { Progress } from "./progress.ts";
import { dollars, duration } from "./quantities.ts";

/** Without a terminal a collection says how far it is every so many milliseconds. */
const REPORT_MS = 15_000;

/** On a terminal its lines are drawn anew as often as this. */
const DRAW_MS = 250;

/** Rates are those of the last so many milliseconds. */
const WINDOW_MS = 30_000;

/** Most lines about single failed attempts; the summary counts all. */
const MOST_FAULTS = 12;

/** Shows a collection as it goes, on standard error: on a terminal a line for each model that moves, elsewhere lines now and then. */
export class CollectProgress {
  readonly #world: World;
  readonly #tally: Tally;
  readonly #run: Progress;
  readonly #began = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #history: { at: number; came: ReadonlyMap<string, number> }[] = [];
  readonly #waits = new Map<string, { until: number; reason: string }>();
  readonly #toldWaits = new Map<string, number>();
  #faults = 0;
  #drawn = 0;

  constructor(world: World, tally: Tally) {
    this.#world = world;
    this.#tally = tally;
    this.#run = new Progress(world);
    this.#timer = setInterval(() => this.#tick(), world.terminal ? DRAW_MS : REPORT_MS);
    this.#timer.unref();
    world.signal.addEventListener("abort", () =>
      this.#line(
        `${world.style.warn("stopping")} once what is in flight is taken in; Ctrl-C once more stops at once`,
      ),
    );
  }

  /** Seconds since it began. */
  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  show(event: CollectEvent): void {
    const { style } = this.#world;
    switch (event.kind) {
      case "run":
        this.#erase();
        this.#run.show(event.event);
        return;
      case "healed":
        this.#line(
          `${style.warn("healed")}  ${event.journal}: ${grouped(event.bytes)} bytes of a line that a killed process left were cut off`,
        );
        return;
      case "note":
        this.#line(`note    ${printableLines(event.about)}: ${printableLines(event.text)}`);
        return;
      case "halted":
        this.#line(`${style.warn("halted")}  ${HALTS[event.why]}`);
        return;
      case "ask":
        this.#showAsk(event.event);
        return;
      default:
        event satisfies never;
    }
  }

  end(): void {
    clearInterval(this.#timer);
    this.#erase();
    this.#run.end();
  }

  #showAsk(event: Extract<CollectEvent, { kind: "ask" }>["event"]): void {
    const { style } = this.#world;
    switch (event.kind) {
      case "broken":
        this.#line(
          `${style.bad("stopped")} ${printableLines(event.model)}: ${printableLines(event.message)}`,
        );
        return;
      case "waiting": {
        const until = performance.now() + event.seconds * 1000;
        this.#waits.set(event.model, { until, reason: event.reason });
        // A wait that nobody would notice is not told, nor one that goes on.
        if (event.seconds < 5 || until < (this.#toldWaits.get(event.model) ?? 0) + 5000) return;
        this.#toldWaits.set(event.model, until);
        this.#line(
          `${style.warn("waiting")} ${printableLines(event.model)} for ${duration(event.seconds)}: ${shorten(printableLines(event.reason), 200)}`,
        );
        return;
      }
      case "attempt-failed": {
        this.#faults++;
        if (this.#faults > MOST_FAULTS) return;
        const more = this.#faults === MOST_FAULTS ? " (further ones are counted only)" : "";
        this.#line(
          style.dim(
            `failed  ${printableLines(event.model)}: ${shorten(printableLines(event.message), 160)}${more}`,
          ),
        );
        return;
      }
      case "connections":
        return;
      default:
        event satisfies never;
    }
  }

  #tick(): void {
    const now = performance.now();
    const came = new Map([...this.#tally.all].map(([name, counts]) => [name, cameNow(counts)]));
    this.#history.push({ at: now, came });
    while (this.#history[0]!.at < now - WINDOW_MS) this.#history.shift();
    this.#erase();
    const lines = [...this.#tally.all]
      .filter(([, counts]) => counts.needed > 0)
      .map(([name, counts]) => this.#modelLine(name, counts, now));
    if (lines.length === 0) return;
    if (!this.#world.terminal) {
      for (const line of lines) this.#world.err(`…       ${line}\n`);
      return;
    }
    // A terminal that knows no size says 0. What has left its top cannot be drawn anew.
    const width = (process.stderr.columns || 80) - 1;
    const most = Math.max(1, (process.stderr.rows || 24) - 2);
    const more = lines.length - most;
    const drawn = more > 0 ? [...lines.slice(0, most), `… and ${more} more`] : lines;
    this.#world.err(drawn.map((line) => `${this.#world.style.dim(line.slice(0, width))}\n`).join(""));
    this.#drawn = drawn.length;
  }

  #modelLine(name: string, counts: Counts, now: number): string {
    const done = counts.recorded + cameNow(counts);
    const oldest = this.#history[0]!;
    const span = (now - oldest.at) / 1000;
    const rate = span > 0 ? (cameNow(counts) - (oldest.came.get(name) ?? 0)) / span : 0;
    const wait = this.#waits.get(name);
    const parts = [`${printableLines(name)}  ${grouped(done)} of ${grouped(counts.needed)}`];
    if (counts.errors > 0) parts.push(`${grouped(counts.errors)} errors`);
    if (counts.refused > 0) parts.push(`${grouped(counts.refused)} refused`);
    if (counts.empty > 0) parts.push(`${grouped(counts.empty)} empty`);
    if (counts.tokensIn + counts.tokensOut > 0)
      parts.push(
        `${grouped(counts.tokensIn)} + ${grouped(counts.tokensOut)} tokens`,
        ...(counts.cost > 0 ? [dollars(counts.cost)] : []),
      );
    if (rate > 0) {
      parts.push(`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`);
      parts.push(`${duration(stillMissing(counts) / rate)} left`);
    }
    if (wait !== undefined && wait.until > now) parts.push(`waits ${duration((wait.until - now) / 1000)}`);
    return parts.join(", ");
  }

  #line(text: string): void {
    this.#erase();
    this.#world.err(`${text}\n`);
  }

  #erase(): void {
    if (this.#drawn > 0) this.#world.err(`\u001b[${this.#drawn}A\u001b[0J`);
    this.#drawn = 0;
  }
}

const HALTS: Readonly<Record<Halt, string>> = {
  limit: "as many requests were asked as --limit allows",
  budget: "the next request could pass --max-cost, so no more are asked",
  stopped: "nothing more is asked",
};
