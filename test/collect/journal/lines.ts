import fc from "fast-check";
import { lineText } from "../../../src/collect/journal/line-text.ts";
import {
  type AnswerLine,
  type ErrorLine,
  type JournalLine,
  type RecordedAnswer,
  requestKey,
} from "../../../src/pipeline/answer-lines.ts";
import type { Hash } from "../../../src/pipeline/canonical.ts";

/** Where the journals of these tests lie in their scratch project. */
export const FILE = "data/journals/small/study.jsonl";

export function keyOf(request: number): Hash {
  return requestKey({ model: "m" }, { request });
}

function common(request: number) {
  return {
    v: 1,
    key: keyOf(request),
    repeat: 0,
    asked: { model: "m" },
    request: { request },
    attempts: [],
    maybe_paid: 0,
    at: "2026-01-02T03:04:05.678Z",
  } as const;
}

export function answerTo(request: number, answer: Partial<RecordedAnswer> | string): AnswerLine {
  const given = typeof answer === "string" ? { text: answer } : answer;
  return {
    kind: "answer",
    ...common(request),
    answer: { status: "answered", text: "", vector: null, finish_reason: "stop", ...given },
    record: {
      served_model: "m-1",
      fingerprint: null,
      id: `answer-${request}`,
      finish_reason_raw: "stop",
      refusal: null,
      reasoning: 'I thought {of} "it" \\ \u2028',
      sent: { temperature: 0.5, list: [1, -2.5e-7, true, false, null, { nested: [] }] },
      warnings: [],
      usage: { input: 12, input_cached: 0, output: 3, reasoning: null },
      latency_ms: 812.25,
    },
  };
}

export function errorOf(request: number, message = "no answer"): ErrorLine {
  const worst = { input: 40, output: 8 };
  return { kind: "error", ...common(request), error: { class: "server", status: 500, message }, worst };
}

export function textOf(lines: readonly JournalLine[]): string {
  return lines.map(lineText).join("");
}

/** Any text, with what JSON escapes, characters of every length and lone surrogates. */
export const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom('"', "\\", "\n", "\u0001", "\u007f", "\ud800", "\udc00", "é", "😀", "/", "a"),
  }),
);

export const anyAnswer: fc.Arbitrary<RecordedAnswer> = fc.record({
  status: fc.constantFrom("answered", "empty", "refused"),
  text: fc.option(anyText),
  vector: fc.option(fc.base64String()),
  finish_reason: fc.option(fc.constantFrom("stop", "length", "content-filter")),
});

/** A journal with few requests and few answers, so that repeats, conflicts and errors meet. */
export const anyJournal: fc.Arbitrary<JournalLine[]> = fc.array(
  fc.oneof(
    fc.tuple(fc.nat(5), fc.constantFrom("a", "b", "c")).map(([request, text]) => answerTo(request, text)),
    fc.tuple(fc.nat(5), fc.constantFrom("x", "y")).map(([request, text]) => errorOf(request, text)),
  ),
  { maxLength: 12 },
);
