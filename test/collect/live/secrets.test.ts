import fc from "fast-check";
import { expect, test } from "vitest";
import { Scrubber } from "../../../src/advisors/live/scrub.ts";
import { asking, KEY, modelAt } from "./asking.ts";
import { chat, gemini, messages, type Reply, sends } from "./server.ts";

/** The key as a server may write it. */
const SPELLINGS = [
  KEY,
  encodeURIComponent(KEY),
  encodeURI(KEY),
  encodeURIComponent(KEY).toLowerCase(),
  KEY.replaceAll("/", "\\/"),
  KEY.replaceAll("+", "\\u002b"),
];
const HALF = KEY.slice(0, 12);

test.each(
  (["openai", "anthropic", "google", "together"] as const).flatMap((provider) =>
    SPELLINGS.map((spelling) => [provider, spelling] as const),
  ),
)("an answer of %s that quotes the key as %s comes without it", async (provider, key) => {
  const words = `Your header was ${key}.`;
  const bodies: Record<string, object> = {
    openai: chat(words, {
      message: { reasoning_content: words, refusal: words },
      body: { model: key, id: key, system_fingerprint: key },
    }),
    anthropic: messages(words, { model: key, id: key }),
    google: gemini(words, { modelVersion: key, responseId: key }),
    together: chat(words, { finish: key }),
  };
  const { server, ask, events } = await asking(sends(200, bodies[provider]));
  const outcome = await ask(modelAt(server.url, provider, { params: { options: { user: "someone" } } }));
  expect(outcome).toMatchObject({ kind: "answer" });
  expect(JSON.stringify([outcome, events])).toContain("Your header was [value of TEST_API_KEY].");
  for (const spelling of SPELLINGS) expect(JSON.stringify([outcome, events])).not.toContain(spelling);
  expect(JSON.stringify([outcome, events])).not.toContain(HALF);
});

const padded = `${"x".repeat(280)}${KEY}`;
const FAULTY: readonly (readonly [string, (key: string) => Reply])[] = [
  ["an error", (key) => sends(400, { error: { message: `bad ${key}` } })],
  ["an error in text", (key) => sends(500, `bad ${key}`)],
  ["a page", (key) => sends(200, `<html>${key}</html>`)],
  ["a redirect", (key) => sends(307, "", { location: `/${key}?k=1` })],
  ["an error cut at the key", () => sends(401, { error: { message: padded } })],
];
test.each(FAULTY.flatMap(([how, reply]) => SPELLINGS.map((spelling) => [how, spelling, reply] as const)))(
  "%s that quotes the key as %s comes without it",
  async (_how, key, reply) => {
    const { server, ask, events } = await asking(reply(key));
    const outcome = await ask(modelAt(server.url, "openai", { limits: { attempts: 1 } }));
    expect(outcome).toMatchObject({ kind: "error" });
    expect(JSON.stringify([outcome, events])).not.toContain(HALF);
  },
);

test("a key that cannot stand in a header is not quoted by what refuses it", async () => {
  const { server, hooks } = await asking(sends(200, chat("0.25")));
  const { LiveAsker } = await import("../../../src/advisors/live/ask.ts");
  const secrets = new Map([["TEST_API_KEY", "sk-123456\nabcdef"]]);
  const outcome = await new LiveAsker({ secrets }).ask(
    modelAt(server.url),
    { prompt: "?", temperature: 0, max_tokens: 9 },
    hooks,
  );
  expect(outcome).toMatchObject({ kind: "error", error: { class: "auth" } });
  expect(JSON.stringify(outcome)).not.toContain("123456");
});

test("a short value is taken out of messages and left in answers", () => {
  const scrubber = new Scrubber(new Map([["LOCAL_KEY", "none"]]));
  expect(scrubber.message("the key none is wrong")).toBe("the key [value of LOCAL_KEY] is wrong");
  expect(scrubber.answer("There is none.")).toBe("There is none.");
});

test("of keys that hold each other the longer is taken out whole", () => {
  const scrubber = new Scrubber(
    new Map([
      ["A", "abcdefgh"],
      ["B", "abcdefgh-12345"],
    ]),
  );
  expect(scrubber.answer("abcdefgh abcdefgh-12345")).toBe("[value of A] [value of B]");
});

// Printable characters without spaces, as keys have them; "[" and letters of the replacement would let a key grow
// out of the replacement itself.
const character = fc.constantFrom(..."0123456789!\"#$%&'()*+,-./:;<=>?@\\^_`{|}~XYZ");
const secret = fc.array(character, { minLength: 8, maxLength: 40 }).map((chars) => chars.join(""));
type Spelling = (char: string) => string;
const spelling = fc.constantFrom<Spelling>(
  (char) => char,
  (char) => `\\${char}`,
  (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`,
);

test("no key stays in a text, in whatever mixture of spellings, and the rest stays as it is", () => {
  fc.assert(
    fc.property(
      secret,
      fc.infiniteStream(spelling),
      fc.stringMatching(/^[a-z ]*$/u),
      fc.stringMatching(/^[a-z ]*$/u),
      (key, spellings, before, after) => {
        const iterator = spellings[Symbol.iterator]();
        const written = [...key].map((char) => iterator.next().value(char)).join("");
        const scrubber = new Scrubber(new Map([["V", key]]));
        expect(scrubber.answer(`${before}${written}${after}`)).toBe(`${before}[value of V]${after}`);
      },
    ),
  );
});

test("a text without a key is unchanged as an answer", () => {
  fc.assert(
    fc.property(secret, fc.string({ unit: "binary" }), (key, text) => {
      fc.pre(!/[0-9!-@\\^-`{-~XYZ]/u.test(text));
      expect(new Scrubber(new Map([["V", key]])).answer(text)).toBe(text);
    }),
  );
});

test("a message is one line of at most 300 well-formed characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 700 }), (text) => {
      const message = new Scrubber(new Map()).message(text);
      expect(message.length).toBeLessThanOrEqual(300);
      expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Surrogate}/u);
    }),
  );
});
