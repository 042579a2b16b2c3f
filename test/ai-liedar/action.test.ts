import fc from "fast-check";
import { expect, test } from "vitest";
import { ACTION_TYPES, readAnswer } from "../../src/ai-liedar/episode/action.ts";
import { repeatedKey } from "../../src/ai-liedar/episode/repeated-key.ts";
import { wellFormed } from "../../src/tables/well-formed.ts";
import { act, answerOf, type Scripted, say } from "./episode-setup.ts";

const read = (scripted: Scripted) => readAnswer(answerOf(scripted));
const HELLO = { action: { type: "speak", argument: "hello" }, problem: null };

test.each([
  ["alone", say("hello")],
  ["with white space around", `\uFEFF\n\t ${say("hello")} \r\n`],
  ["on several lines", '{\n  "action_type": "speak",\n  "argument": "hello"\n}'],
  ["in a fenced block", `\`\`\`json\n${say("hello")}\n\`\`\`\n`],
  ["in a fenced block without a language", `\`\`\`\n${say("hello")}\n\`\`\``],
  ["in a fence on one line", `\`\`\`${say("hello")}\`\`\``],
  ["with other members", '{"to": [], "action_type": "speak", "why": {"argument": 1}, "argument": "hello"}'],
  ["with another member twice", '{"to": 1, "to": 2, "action_type": "speak", "argument": "hello"}'],
  ["with escaped keys", '{"action\\u005ftype": "speak", "argument": "hello"}'],
])("an action is read %s", (_, text) => {
  expect(read(text)).toEqual(HELLO);
});

test.each(["none", "leave"] as const)("%s needs no argument, and keeps the one that it has", (type) => {
  expect(read(act(type))).toEqual({ action: { type, argument: "" }, problem: null });
  expect(read(act(type, ""))).toEqual({ action: { type, argument: "" }, problem: null });
  expect(read(act(type, "Bye."))).toEqual({ action: { type, argument: "Bye." }, problem: null });
});

test.each([
  ["", "it is empty"],
  [" \n\t", "it is empty"],
  ["```json\n```", "it is empty"],
  ["I would rather not say.", "it is not a JSON object"],
  [`Sure! ${say("hello")}`, "it has something before or after the JSON object, or the object is not whole"],
  [
    `${say("hello")}\nI hope that helps.`,
    "it has something before or after the JSON object, or the object is not whole",
  ],
  [
    `\`\`\`json\n${say("hello")}\n\`\`\`\nDone.`,
    "it has something before or after the JSON object, or the object is not whole",
  ],
  [`${say("hello")}\n${say("again")}`, "it is not one valid JSON object"],
  ["{'action_type': 'speak', 'argument': 'hello'}", "it is not one valid JSON object"],
  ['{"action_type": "speak", "argument": "hello",}', "it is not one valid JSON object"],
  [`[${say("hello")}]`, "it is a list and not one JSON object"],
  ['"speak"', "it is a bare value and not one JSON object"],
  ["null", "it is a bare value and not one JSON object"],
  ["17", "it is a bare value and not one JSON object"],
  ['{"argument": "hello"}', "it has no action_type"],
  [act("shout", "hello"), 'its action_type is "shout", which is none of the five'],
  [act("Speak", "hello"), 'its action_type is "Speak", which is none of the five'],
  [act("a\n\u202eb", "hello"), 'its action_type is "a\\n\\u{202e}b", which is none of the five'],
  [
    '{"action_type": ["speak"], "argument": "hello"}',
    'its action_type is ["speak"], which is none of the five',
  ],
  ['{"action_type": null, "argument": "hello"}', "its action_type is null, which is none of the five"],
  [act("speak"), "it has no argument"],
  ['{"__proto__": {"argument": "hello"}, "action_type": "speak"}', "it has no argument"],
  ['{"action_type": "speak", "argument": 7}', "its argument is 7 and not a text"],
  ['{"action_type": "none", "argument": null}', "its argument is null and not a text"],
  ['{"action_type": "speak", "argument": ["a"]}', 'its argument is ["a"] and not a text'],
  [act("action", " \n\u0000"), "its argument is empty, but its action_type is action"],
  ['{"action_type": "speak", "action_type": "leave", "argument": "hello"}', "it has action_type twice"],
  ['{"argument": "yes", "action_type": "speak", "\\u0061rgument": "no"}', "it has argument twice"],
])("%j holds no action: %s", (text, problem) => {
  expect(read(text)).toEqual({ action: null, problem });
});

test("an answer that was cut off says so, unless it is whole all the same", () => {
  const cut = { text: say("hello").slice(0, -3), finish_reason: "length" };
  expect(read(cut).problem).toBe("it was cut off because it is too long");
  expect(read({ text: say("hello"), finish_reason: "length" })).toEqual(HELLO);
});

test("a refused answer holds no action, whatever its text; one that is missing neither", () => {
  expect(read({ text: say("hello"), status: "refused" }).problem).toBe("it was refused");
  expect(read({ text: "", status: "refused" }).problem).toBe("it was refused");
  expect(read({ text: null, status: "not_collected" }).problem).toBe("it was not collected");
});

test("what is quoted of an answer is short", () => {
  expect(read(act("x".repeat(1e5), "hello")).problem!.length).toBeLessThan(150);
});

const anyText = fc.string({
  unit: fc.oneof(
    fc.string({ unit: "binary", maxLength: 1 }),
    fc.constantFrom('"', "\\", "`", "\ud800", "\u202e", "{", "}", "\n"),
  ),
});

test("any action that is printed as JSON reads back", () => {
  const anyType = fc.constantFrom(...ACTION_TYPES);
  fc.assert(
    fc.property(anyType, anyText, fc.boolean(), fc.nat(2), (type, text, fenced, indent) => {
      const argument = type === "none" || type === "leave" ? text : `x${text}`;
      const json = JSON.stringify({ action_type: type, argument }, null, indent);
      const reading = read(fenced ? `\`\`\`json\n${json}\n\`\`\`` : json);
      expect(reading).toEqual({ action: { type, argument: wellFormed(argument) }, problem: null });
    }),
  );
});

test("no text makes it fail", () => {
  fc.assert(
    fc.property(anyText, fc.json(), (text, json) => {
      for (const each of [text, json, text + json, json + text]) {
        const { action, problem } = read(each);
        expect(action === null).toBe(problem !== null);
      }
    }),
  );
  expect(read("[".repeat(1e5)).action).toBeNull();
  expect(read(`{"a":${"[".repeat(1e5)}${"]".repeat(1e5)}}`).problem).toBe("it has no action_type");
  expect(read(say('\\"'.repeat(1e5))).action?.argument).toHaveLength(2e5);
});

test("a repeated key is found in the outer object alone", () => {
  // The slow definition: print members in order, with some keys twice.
  const members = fc.array(fc.tuple(fc.constantFrom("a", "b", 'c"', "d\\", "{"), fc.json()), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(members, (pairs) => {
      const keys = pairs.map(([key]) => key);
      const json = `{${pairs.map(([key, value]) => `${JSON.stringify(key)} : ${value}`).join(" , ")}}`;
      const again = keys.find((key, i) => keys.indexOf(key) < i) ?? null;
      expect(repeatedKey(json)).toBe(again);
    }),
  );
});
