import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Project } from "../project.ts";
import { afterMs, answer, byRequest, error } from "../providers/behaviours.ts";
import { type Providers, startProviders } from "../providers/server.ts";
import { skip } from "../skip.ts";
import { askingProject, basketOf, entry } from "./collecting.ts";

const CONTROL = "\u001b]0;title\u0007\u001b[31mred\u202e";
const ESCAPED = "\\x1b]0;title\\x07\\x1b[31mred\\u{202e}";

let server: Providers;
let project: Project;
beforeAll(async () => {
  // An error that passes, then answers by a model of a wild name, slowly.
  const failing = error({ kind: "server", message: `sorry ${CONTROL}` });
  const served = afterMs(100, answer("0.25", { model: CONTROL }));
  server = await startProviders({
    behaviour: byRequest(({ number }) => (number === 0 ? failing : served)),
  });
  const name = JSON.stringify(`one ${CONTROL}`);
  const models = [
    entry({ name, model: "some-model", baseUrl: server.openai, more: "limits: { connections: 1 }" }),
    ...Array.from({ length: 12 }, (_, at) =>
      entry({ name: `next-${at}`, model: `next-${at}`, baseUrl: server.openai }),
    ),
  ];
  project = askingProject(basketOf("shown", "toy", models, "params: { count: 6 }\n"));
});
afterAll(async () => {
  project.dispose();
  await server.close();
});

const RAW = /[\u001b\u0007\u202e]/u;

test("off a terminal there are plain lines, without a control character of anybody", async () => {
  const { code, stdout, stderr } = await project.start(["collect", "--basket", "shown"]).ended;
  expect(code, stderr).toBe(0);
  expect(stdout).toBe("");
  expect(stderr).not.toMatch(/\r/u);
  expect(stderr).not.toMatch(RAW);
  expect(stderr).toContain(`one ${ESCAPED}: 6 of 6 answers recorded`);
  expect(stderr).toContain("sorry ");
  expect(stderr.replaceAll("\\\\", "\\")).toContain('answers by "\\u001b]0;title');
});

test("on a terminal lines move, and nothing of them is left", async (context) => {
  if (spawnSync("python3", ["-c", "import pty"]).status !== 0) skip(context, "there is no python3 with pty");
  if (project.has("data/journals")) project.remove("data/journals");
  // Fewer lines than models.
  const size = "stty cols 60 rows 10 && exec";
  const candor = `"${process.execPath}" "${path.join(project.root, "bin", "candor.mjs")}"`;
  const command = `${size} ${candor} collect --basket shown`;
  const spawned = spawn(
    "python3",
    ["-c", `import pty, sys; pty.spawn(sys.argv[1:])`, "bash", "-c", command],
    {
      cwd: project.root,
      env: { ...process.env, NO_COLOR: "1", TERM: "xterm" },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let output = "";
  spawned.stdout.on("data", (data: Buffer) => (output += data.toString("utf8")));
  await new Promise((resolve) => spawned.on("close", resolve));
  expect(output).toMatch(/\u001b\[\d+A/u);
  expect(output).toContain("… and ");
  expect(output).not.toContain("\u0007");
  const screen = screenOf(output);
  expect(screen).toContainEqual(expect.stringMatching(/^\d+ answers in .*; nothing is missing/u));
  // What moved had counts behind two spaces.
  expect(
    screen.filter((line) => /^(one|next-\d+) .*\d of \d/u.test(line) && !line.includes("recorded")),
  ).toEqual([]);
  expect(screen.filter((line) => line.startsWith("… and"))).toEqual([]);
});

/** Lines that are left of an output with the moves that candor makes. */
function screenOf(output: string): string[] {
  const lines = [""];
  let at = 0;
  for (const [token] of output.matchAll(/\u001b\[(\d*)([A-Za-z])|\r|\n|[^\u001b\r\n]+/gu)) {
    const move = /^\u001b\[(\d*)([A-Za-z])$/u.exec(token);
    if (token === "\n") lines[++at] ??= "";
    else if (move?.[2] === "A") at = Math.max(0, at - Number(move[1] || 1));
    else if (move?.[2] === "J") lines.splice(at, Infinity, "");
    else if (move?.[2] === "K") lines[at] = "";
    else if (token !== "\r" && move === null) lines[at] += token;
  }
  return lines;
}
