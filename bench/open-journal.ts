import { AnswerJournal } from "../src/pipeline/answer-journal.ts";
import { requestKey } from "../src/pipeline/answer-lines.ts";

// A process of its own, so that its memory is that of opening a journal.
const [root, file] = process.argv.slice(2) as [string, string];
const began = performance.now();
const journal = await AnswerJournal.open(root, file);
const seconds = (performance.now() - began) / 1000;
const peakMB = process.resourceUsage().maxRSS / 1024;

const keys = Array.from({ length: 100_000 }, (_, request) =>
  requestKey({ model: "large" }, { request: request * 10 }),
);
const times = (action: () => unknown): number => {
  const start = performance.now();
  action();
  return performance.now() - start;
};
const answersToMs = times(() => journal.answersTo(keys));
const thousandMs = times(() => {
  for (let i = 0; i < 1000; i++)
    if (journal.find(keys[i * 97]!) === null) throw new Error("an answer is gone");
});
process.stdout.write(JSON.stringify({ seconds, peakMB, answersToMs, thousandMs }));
