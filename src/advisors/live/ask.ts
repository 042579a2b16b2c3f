import type { Attempt, Usage } from "../../pipeline/answer-lines.ts";
import type { LiveModel } from "../../pipeline/definition.ts";
import type { AskRequest } from "../../pipeline/stage.ts";
import { askedWaits } from "./asked-waits.ts";
import { type Sent, send } from "./attempt.ts";
import { Connections, type Verdict } from "./connections.ts";
import { Desk, type Leave } from "./desk.ts";
import type { Broken } from "./exchange.ts";
import { FAULTS } from "./faults.ts";
import { Interrupt } from "./interrupt.ts";
import type { Answered, AskEvent, AskHooks, Failed, Outcome, Why } from "./outcome.ts";
import { backoffMs, DEFAULT_POLICY, type Policy } from "./policy.ts";
import { sumOf } from "./protocols/reading.ts";
import { worstTokens } from "./request.ts";
import { Scrubber } from "./scrub.ts";
import { SdkModels } from "./sdk-models.ts";
import { Transport } from "./transport.ts";
import { waitUntil } from "./wait.ts";

type FaultSent = Extract<Sent, { kind: "fault" }>;

/** What one request went through so far. */
interface History {
  readonly attempts: Attempt[];
  maybePaid: number;
  rateLimited: number;
}

/** Asks models over the network, with everything that this takes: rates, connections, attempts, giving up. */
export class LiveAsker {
  readonly #policy: Policy;
  readonly #observe: (event: AskEvent) => void;
  readonly #scrubber: Scrubber;
  readonly #transport = new Transport();
  readonly #models: SdkModels;
  /** By the model's name in the basket. */
  readonly #desks = new Map<string, Desk>();
  /** By server and key. */
  readonly #lanes = new Map<string, Connections>();
  readonly #inFlight = new Set<Interrupt>();
  #stopped = false;

  /**
   * @param options.secrets environment variable → value, for the models that have theirs
   * @param options.policy what differs from the usual patience
   * @param options.observe told what happens meanwhile; it must not throw
   */
  constructor(options: {
    readonly secrets: ReadonlyMap<string, string>;
    readonly policy?: Partial<Policy>;
    readonly observe?: (event: AskEvent) => void;
  }) {
    this.#models = new SdkModels(options.secrets, this.#transport.fetch);
    this.#policy = { ...DEFAULT_POLICY, ...options.policy };
    this.#observe = options.observe ?? (() => {});
    this.#scrubber = new Scrubber(options.secrets);
  }

  /** One request to one model with all its attempts. Never throws for what a provider does. */
  async ask(model: LiveModel, request: AskRequest, hooks: AskHooks): Promise<Outcome> {
    const desk = this.#deskOf(model);
    const worst = worstTokens(model.asked, request);
    const history: History = { attempts: [], maybePaid: 0, rateLimited: 0 };
    for (;;) {
      const waitedFrom = performance.now();
      const wait = this.#backoff(history);
      if (wait > 0) await waitUntil(waitedFrom + wait, desk.halt);
      const leave = await desk.leave(worst.input + worst.output, history.attempts.length > 0, () =>
        hooks.admit(history.maybePaid),
      );
      noteWait(history, performance.now() - waitedFrom);
      if (typeof leave === "string") return notAsked(history, leave);
      const outcome = await this.#attempt(model, request, desk, leave, history, hooks);
      if (outcome !== null) return outcome;
    }
  }

  /** Loads what asking a model takes, so that its first request need not wait for that. */
  prepare(model: LiveModel): void {
    // What is wrong with the model is told to each of its requests.
    this.#models.of(model).catch(() => {});
  }

  /**
   * Nothing new is sent: requests that wait end at once as not-asked "stopped"; what is in flight goes on to its
   * end.
   */
  stop(): void {
    this.#stopped = true;
    for (const desk of this.#desks.values()) desk.halt.halt("stopped");
  }

  /** Stops, and ends what is in flight too. */
  abort(): void {
    this.stop();
    const reason: Broken = { kind: "aborted", message: "the run was stopped" };
    for (const interrupt of this.#inFlight) interrupt.interrupt(reason);
  }

  /** Sends once. Returns what became of the request, or null where it is to be sent again. */
  async #attempt(
    model: LiveModel,
    request: AskRequest,
    desk: Desk,
    leave: Leave,
    history: History,
    hooks: AskHooks,
  ): Promise<Outcome | null> {
    let verdict: Verdict = "none";
    try {
      const sent = await this.#send(model, request);
      verdict = verdictOf(sent);
      this.#heed(model, desk, leave, sent);
      if (sent.kind === "aborted") {
        history.maybePaid += sent.maybePaid ? 1 : 0;
        return notAsked(history, "stopped");
      }
      if (sent.kind === "answer") {
        desk.answered();
        const { answer, record } = sent;
        const { attempts, maybePaid } = history;
        const outcome: Answered = { kind: "answer", answer, record, attempts, maybePaid };
        await hooks.keep(outcome);
        return outcome;
      }
      this.#note(model, sent, history);
      if (FAULTS[sent.class].retry && this.#hasAttemptsLeft(model, history)) {
        hooks.failed?.(history.maybePaid);
        return null;
      }
      this.#judge(model, desk, sent);
      const outcome = failed(sent, history);
      await hooks.keep(outcome);
      return outcome;
    } finally {
      desk.connections.give(leave.connection, verdict);
    }
  }

  async #send(model: LiveModel, request: AskRequest): Promise<Sent> {
    const interrupt = new Interrupt();
    const seconds = model.limits.timeoutSeconds;
    const reason: Broken = { kind: "timeout", message: `none within ${seconds} s` };
    const timer = setTimeout(() => interrupt.interrupt(reason), Math.min(seconds * 1_000, LONGEST_TIMER_MS));
    this.#inFlight.add(interrupt);
    try {
      const [models, transport, scrubber] = [this.#models, this.#transport, this.#scrubber];
      return await send({ model, request, models, transport, scrubber, interrupt });
    } finally {
      clearTimeout(timer);
      this.#inFlight.delete(interrupt);
    }
  }

  /** Slows down as the provider asks, and counts what the request really took. */
  #heed(model: LiveModel, desk: Desk, { counted }: Leave, sent: Sent): void {
    if (sent.kind === "aborted") return;
    if (sent.kind === "answer") {
      const tokens = tokensOf(sent.record.usage);
      if (tokens !== null) desk.rate.settle(counted, tokens);
    } else if (!sent.maybePaid) desk.rate.settle(counted, 0);
    const { retryMs, exhaustedMs } = askedWaits(sent.headers, sent.kind === "fault" ? sent.retryDelay : null);
    const again = sent.kind === "fault" && FAULTS[sent.class].retry;
    const wait = Math.max(
      exhaustedMs ?? 0,
      again ? (retryMs ?? 0) : 0,
      again ? this.#respite(desk, sent) : 0,
    );
    if (wait <= 0 || !desk.rate.pauseUntil(performance.now() + wait)) return;
    const reason = again ? sent.message : "the provider says that nothing is left of its rate";
    this.#observe({ kind: "waiting", model: model.name, seconds: wait / 1_000, reason });
  }

  /** How long a model is left alone at which nothing succeeds: other requests would fail as these did. */
  #respite(desk: Desk, sent: FaultSent): number {
    if (!FAULTS[sent.class].countsAgainstAttempts) return 0;
    const rounds = desk.failed();
    return rounds === 0 ? 0 : backoffMs(this.#policy, rounds);
  }

  /** Writes a failed attempt down. */
  #note(model: LiveModel, sent: FaultSent, history: History): void {
    const { class: kind, status, message } = sent;
    history.attempts.push({ class: kind, status, message, waited_ms: 0 });
    if (sent.maybePaid) history.maybePaid += 1;
    if (!FAULTS[kind].countsAgainstAttempts) history.rateLimited += 1;
    this.#observe({ kind: "attempt-failed", model: model.name, class: kind, status, message });
  }

  #hasAttemptsLeft(model: LiveModel, { attempts, rateLimited }: History): boolean {
    return (
      attempts.length - rateLimited < model.limits.attempts && rateLimited < this.#policy.rateLimitedAttempts
    );
  }

  #backoff({ attempts }: History): number {
    return attempts.length === 0 ? 0 : backoffMs(this.#policy, attempts.length);
  }

  /** Gives the model up where this error is one too many. */
  #judge(model: LiveModel, desk: Desk, sent: FaultSent): void {
    const message = desk.breaker.failed(sent.class, sent.message);
    if (message === null) return;
    desk.halt.halt("breaker");
    this.#observe({ kind: "broken", model: model.name, message });
  }

  #deskOf(model: LiveModel): Desk {
    const known = this.#desks.get(model.name);
    if (known !== undefined) return known;
    const desk = new Desk(model, this.#laneOf(model));
    if (this.#stopped) desk.halt.halt("stopped");
    this.#desks.set(model.name, desk);
    return desk;
  }

  #laneOf({ asked, keyVariable, limits }: LiveModel): Connections {
    const lane = `${asked.provider} at ${asked.base_url}${keyVariable === null ? "" : ` with ${keyVariable}`}`;
    const known = this.#lanes.get(lane);
    known?.atMost(limits.connections);
    if (known !== undefined) return known;
    const connections = new Connections(limits.connections, (limit, reason) =>
      this.#observe({ kind: "connections", lane, limit, reason }),
    );
    this.#lanes.set(lane, connections);
    return connections;
  }
}

/** A timer takes no longer waits. */
const LONGEST_TIMER_MS = 2_147_483_647;

function verdictOf(sent: Sent): Verdict {
  if (sent.kind === "answer") return "success";
  if (sent.kind === "aborted") return "none";
  if (sent.class === "rate-limit" || sent.class === "overloaded") return "too-much";
  return FAULTS[sent.class].retry ? "failure" : "none";
}

/** The last failed attempt waited so long for the next. */
function noteWait({ attempts }: History, ms: number): void {
  const last = attempts.at(-1);
  if (last !== undefined) attempts[attempts.length - 1] = { ...last, waited_ms: Math.round(ms) };
}

function tokensOf({ input, output }: Usage): number | null {
  return input === null || output === null ? null : sumOf(input, output);
}

function failed({ class: kind, status, message }: FaultSent, { attempts, maybePaid }: History): Failed {
  return { kind: "error", error: { class: kind, status, message }, attempts, maybePaid };
}

function notAsked({ attempts, maybePaid }: History, why: Why): Outcome {
  return { kind: "not-asked", why, attempts, maybePaid };
}

export type { Answered, AskEvent, AskHooks, Failed, NotAsked, Outcome } from "./outcome.ts";
export type { Policy } from "./policy.ts";
