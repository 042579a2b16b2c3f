import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { namesBothIdeals } from "../../src/cheap-talk/comprehension.ts";
import { FRAMES, renderPrompt } from "../../src/cheap-talk/templates.ts";
import { skip } from "../skip.ts";
import { startThirdParty } from "../third-party/mock-server.ts";

function prompt(name: string): string {
  const file = `data/prompts/cheap-talk/${name}.txt`;
  return renderPrompt(file, readFileSync(file, "utf8"), { omega: 0.3, bias: 0.12 });
}

test("a mock server by somebody else answers the study's prompts in all three protocols", async (context) => {
  const server = await startThirdParty();
  if (server.kind === "absent") return skip(context, server.reason);
  const post = async (url: string, body: object) => {
    const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01" };
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    // biome-ignore lint/suspicious/noExplicitAny: bodies of three protocols
    return (await response.json()) as any;
  };
  try {
    const request = (text: string) => ({
      model: "some-model",
      messages: [{ role: "user", content: text }],
      max_tokens: 64,
    });
    for (const frame of FRAMES) {
      const { choices, model } = await post(`${server.baseUrl}/chat/completions`, request(prompt(frame)));
      expect([choices[0].message.content, choices[0].finish_reason, model]).toEqual([
        "I would choose 0.300000.",
        "stop",
        "some-model",
      ]);
    }
    const { choices } = await post(`${server.baseUrl}/chat/completions`, request(prompt("comprehension")));
    expect(namesBothIdeals(choices[0].message.content, 0.3, 0.42)).toBe(true);
    const { content } = await post(`${server.anthropic}/messages`, request(prompt("neutral")));
    expect(content).toEqual([{ type: "text", text: "I would choose 0.300000." }]);
    const { candidates } = await post(`${server.google}/models/some-model:generateContent`, {
      contents: [{ role: "user", parts: [{ text: prompt("payoff") }] }],
    });
    expect(candidates[0].content.parts).toEqual([{ text: "I would choose 0.300000." }]);
  } finally {
    await server.close();
  }
});
