import { statSync } from "node:fs";
import path from "node:path";
import seedrandom from "seedrandom";
import { expect, test } from "vitest";
import { AnswerJournal } from "../../src/pipeline/answer-journal.ts";
import { Project } from "../project.ts";
import { type ProvidersProcess, startProvidersProcess } from "../providers/process.ts";
import type { ProvidersLog } from "../providers/server.ts";
import { basketOf, entry, type ReadLine } from "./collecting.ts";

// The promise that matters most: whatever kills a collection, no answer that was recorded is asked again.

const CALLS = 12_000;
const KILLS = 10;
const CONNECTIONS = 16;
/** Bytes of a line, about: moments of killing are places in the journal. */
const LINE = 1_150;
const JOURNAL = "data/journals/kills/cheap-talk.jsonl";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The server's counts once nothing is at work any more. */
async function quiet(server: ProvidersProcess): Promise<ProvidersLog> {
  for (;;) {
    const log = await server.log();
    if (log.inFlight === 0) return log;
    await pause(5);
  }
}

/** Answers in whole lines of the journal. Each of its keys must be answered once. */
function answersIn(project: Project): number {
  if (!project.has(JOURNAL)) return 0;
  const lines: ReadLine[] = project
    .read(JOURNAL)
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const keys = lines.filter(({ kind }) => kind === "answer").map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  return keys.length;
}

// Some 60 s on two idle cores.
test("killed ten times in 12,000 calls, it asks nothing again but what was in flight", async () => {
  const server = await startProvidersProcess({ latencyMs: 4, faults: "kills:0.01" });
  const project = Project.whole();
  try {
    const limits = `limits: { connections: ${CONNECTIONS} }`;
    const basket = basketOf("kills", "cheap-talk", [entry({ baseUrl: server.openai, more: limits })]);
    // 15 cells of 799 messages and one comprehension question each.
    project.write("data/baskets/kills.yaml", `${basket}params: { state_count: 799 }\n`);
    const size = () => statSync(path.join(project.root, JOURNAL), { throwIfNoEntry: false })?.size ?? 0;
    const random = seedrandom.alea("kills");
    const places = Array.from({ length: KILLS }, () => random() * CALLS * LINE).sort((a, b) => a - b);

    let lost = 0;
    for (const place of places) {
      const { child, ended } = project.start(["collect", "--basket", "kills"]);
      while (size() < place && child.exitCode === null) await pause(2);
      await pause(random() * 100);
      child.kill("SIGKILL");
      expect((await ended).signal).toBe("SIGKILL");
      // What the server answered and the journal does not hold was in flight when the process died.
      const { answered } = await quiet(server);
      const recorded = answersIn(project);
      expect(answered - recorded - lost).toBeGreaterThanOrEqual(0);
      expect(answered - recorded - lost).toBeLessThanOrEqual(CONNECTIONS);
      lost = answered - recorded;
    }

    const { code, stderr } = await project.start(["collect", "--basket", "kills"]).ended;
    expect(code, stderr).toBe(0);
    expect(answersIn(project)).toBe(CALLS);
    expect((await AnswerJournal.open(project.root, JOURNAL))!.size).toBe(CALLS);
    const { answered, answeredByBody } = await quiet(server);
    const times = Object.values(answeredByBody);
    expect(times).toHaveLength(CALLS);
    expect(answered - CALLS).toBe(lost);
    expect(lost).toBeLessThanOrEqual(KILLS * CONNECTIONS);
  } finally {
    project.dispose();
    await server.close();
  }
}, 600_000);
