import { JournalAppender } from "../../../src/collect/journal/appender.ts";
import { compactJournal } from "../../../src/collect/journal/compact.ts";
import { answerTo, FILE } from "./lines.ts";

// A process of its own that tests kill, or that a limit stops: it prints the number of each line once it is on the disk.
const [action, root] = process.argv.slice(2) as [string, string];
const text = (request: number) => `${request} `.repeat(200);

if (action === "hold") {
  await JournalAppender.open(root, FILE);
  process.stdout.write("held\n");
  process.stdin.resume();
} else if (action === "append") {
  const journal = await JournalAppender.open(root, FILE);
  for (let request = 0; ; request += 3) {
    const batch = [0, 1, 2].map((k) => request + k);
    await Promise.all(
      batch.map(async (each) => {
        await journal.append(answerTo(each, text(each)));
        process.stdout.write(`${each}\n`);
      }),
    );
  }
} else if (action === "fill") {
  const journal = await JournalAppender.open(root, FILE);
  let request = 0;
  const outcomes: string[] = [];
  for (let failed = 0; failed < 2; request++) {
    try {
      await journal.append(answerTo(request, text(request)));
      outcomes.push("written");
    } catch (error) {
      failed++;
      outcomes.push((error as Error).message);
    }
  }
  await journal.close();
  process.stdout.write(JSON.stringify(outcomes));
} else if (action === "compact") {
  process.stdout.write("begun\n");
  await compactJournal(root, FILE);
}
