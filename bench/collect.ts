import { Agent, request } from "node:http";
import { Project } from "../test/project.ts";
import { type ProvidersProcess, startProvidersProcess } from "../test/providers/process.ts";
import { type Load, type Taken, taken } from "./load.ts";
import { promptfoo } from "./promptfoo.ts";
import type { Figure, Findings, Section } from "./section.ts";
import { candor } from "./timed.ts";

/** 5 cells of 99 states, and 15 cells of 799. */
const SMALL: Load = {
  calls: 500,
  latencyMs: 50,
  connections: 20,
  params: "{ frames: [neutral], state_count: 99 }",
};
const LARGE: Load = { calls: 12_000, latencyMs: 200, connections: 200, params: "{ state_count: 799 }" };

/** What is asked of candor, in times of the floor and megabytes. */
interface Bounds {
  readonly overFloor: number;
  readonly peakMB?: number;
}

const SMALL_BOUNDS: Bounds = { overFloor: 1.3 };
const LARGE_BOUNDS: Bounds = { overFloor: 1.5, peakMB: 400 };

/** Most seconds from process start to the first new request, where most answers are recorded. */
const RESUME_SECONDS = 1;

const BASKET = "data/baskets/bench.yaml";

async function measure(): Promise<Findings> {
  const notes: string[] = [];
  const small = await onServer(SMALL, async (server) => [
    ...figuresOf(SMALL, "a bare loop", await bare(server, SMALL)),
    ...figuresOf(SMALL, "candor", await inProject(server, SMALL, collectAll(server, SMALL)), SMALL_BOUNDS),
    ...(await besides(server, notes)),
  ]);
  const large = await onServer(LARGE, async (server) => [
    ...figuresOf(LARGE, "a bare loop", await bare(server, LARGE)),
    ...(await inProject(server, LARGE, async (project) => [
      ...figuresOf(LARGE, "candor", await collectAll(server, LARGE)(project), LARGE_BOUNDS),
      ...(await resume(server, project)),
    ])),
  ]);
  notes.push(
    "from the first request to the last answer, as the server saw them; floor: calls × latency ÷ connections",
  );
  return { figures: [...small, ...large], notes };
}

async function onServer<Value>(
  load: Load,
  use: (server: ProvidersProcess) => Promise<Value>,
): Promise<Value> {
  const server = await startProvidersProcess({ latencyMs: load.latencyMs });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

async function inProject<Value>(
  server: ProvidersProcess,
  load: Load,
  use: (project: Project) => Promise<Value>,
): Promise<Value> {
  const project = Project.whole();
  try {
    project.write(
      BASKET,
      `name: bench
studies: [cheap-talk]
params: ${load.params}
models:
  - name: loopback
    provider: openai-compatible
    model: loopback-1
    base_url: ${server.openai}
    limits: { connections: ${load.connections}, attempts: 6, timeout_seconds: 60 }
    prices: { input: 0, output: 0 }
`,
    );
    // Stages are bundled here, once for all that follows.
    await candor(project, ["collect", "--basket", "bench", "--dry-run"]);
    return await use(project);
  } finally {
    project.dispose();
  }
}

const collectAll = (server: ProvidersProcess, load: Load) => (project: Project) =>
  taken(server, load.calls, async () => await candor(project, ["collect", "--basket", "bench"]));

function figuresOf(
  load: Load,
  who: string,
  { seconds, wholeSeconds, peakMB }: Taken,
  bounds: Partial<Bounds> = {},
): Figure[] {
  const floor = (Math.ceil(load.calls / load.connections) * load.latencyMs) / 1000;
  const name = `${load.calls} calls of ${load.latencyMs} ms over ${load.connections} connections, ${who}`;
  return [
    { name, value: seconds, unit: "s" },
    {
      name: `  over its floor of ${floor} s`,
      value: seconds / floor,
      unit: "×",
      ...atMost(bounds.overFloor),
    },
    { name: "  the whole", value: wholeSeconds, unit: "s" },
    { name: "  peak memory", value: peakMB, unit: "MB", ...atMost(bounds.peakMB) },
  ];
}

function atMost(value: number | undefined): Pick<Figure, "bound"> {
  return value === undefined ? {} : { bound: { kind: "at most", value } };
}

/** As many requests of the same size by nothing but node:http: what server and machine allow. */
async function bare(server: ProvidersProcess, load: Load): Promise<Taken> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const options = { agent, method: "POST", headers: { "content-type": "application/json" } };
  const content = `In this round the state is 0.500000. ${"Five words fill a prompt. ".repeat(20)}`;
  const send = (number: number) =>
    new Promise<void>((resolve, reject) => {
      const sent = request(`${server.openai}/chat/completions`, options, (response) => {
        response.on("error", reject).on("end", resolve).resume();
      });
      const messages = [{ role: "user", content: `${content}${number}` }];
      sent
        .on("error", reject)
        .end(JSON.stringify({ model: "bare", messages, temperature: 0, max_tokens: 64 }));
    });
  return await taken(server, load.calls, async () => {
    const began = performance.now();
    let next = 0;
    const line = async () => {
      while (next < load.calls) await send(next++);
    };
    await Promise.all(Array.from({ length: load.connections }, line));
    agent.destroy();
    return { ms: performance.now() - began, peakMB: process.memoryUsage.rss() / (1024 * 1024) };
  });
}

/** With all answers recorded but 15: a changed comprehension param asks one question per cell anew. */
async function resume(server: ProvidersProcess, project: Project): Promise<Figure[]> {
  project.edit(BASKET, "{ state_count: 799 }", "{ state_count: 799, comprehension_max_tokens: 511 }");
  await server.clear();
  const began = performance.timeOrigin + performance.now();
  const { ms, peakMB } = await candor(project, ["collect", "--basket", "bench"]);
  const { total, firstAt } = await server.log();
  if (total !== 15) throw new Error(`15 calls were missing, the server saw ${total}`);
  return [
    {
      name: `with ${LARGE.calls} answers recorded: process start to the first new request`,
      value: (firstAt! - began) / 1000,
      unit: "s",
      ...atMost(RESUME_SECONDS),
    },
    { name: "  the whole, 15 calls", value: ms / 1000, unit: "s" },
    { name: "  peak memory", value: peakMB, unit: "MB" },
  ];
}

/** The same small load by promptfoo, where that is asked for and can be installed. */
async function besides(server: ProvidersProcess, notes: string[]): Promise<Figure[]> {
  if (process.env.CANDOR_BENCH_PROMPTFOO !== "1") {
    notes.push("promptfoo is measured beside with CANDOR_BENCH_PROMPTFOO=1, which installs it from npm");
    return [];
  }
  const found = await promptfoo(server, SMALL);
  if (found.kind === "taken") return figuresOf(SMALL, found.name, found.taken);
  notes.push(`promptfoo could not be measured: ${found.reason}`);
  return [];
}

export const collect: Section = {
  name: "collect",
  title: "Answers from a provider on the loopback interface, a process of its own",
  measure,
};
