// `node serve.mjs NODE_MODULES`: starts the mock server as a process of its own and prints its URL. It ends when stdin
// ends, so that it does not outlive who started it.
import path from "node:path";
import { pathToFileURL } from "node:url";

const entry = path.join(process.argv[2], "@copilotkit", "aimock", "dist", "index.js");
const { LLMock } = await import(pathToFileURL(entry).href);

const mock = new LLMock({ port: 0, host: "127.0.0.1", logLevel: "silent" });
mock.onMessage(/^/u, ({ messages }) => ({ content: answer(textOf(messages.at(-1))) }));
await mock.start();
process.stdin.on("end", () => process.exit(0)).resume();
process.stdout.write(`${mock.url}\n`);

// Messages of all protocols arrive here in the form of OpenAI's.
function textOf({ content }) {
  return typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("");
}

// The study's prompts print state and bias with six decimals; the comprehension prompt asks for two numbers.
function answer(prompt) {
  const [state, bias] = prompt.match(/\d+\.\d{6}/gu) ?? [];
  if (state === undefined) return "There is no number here.";
  if (!prompt.includes("two numbers")) return `I would choose ${state}.`;
  return `${state}, ${(Number(state) + Number(bias)).toFixed(6)}`;
}
