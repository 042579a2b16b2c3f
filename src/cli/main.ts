import { availableParallelism } from "node:os";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { printableLines } from "../pipeline/describe.ts";
import { Failure } from "../pipeline/failure.ts";
import type { Engine } from "../pipeline/plan.ts";
import { type ExitCode, styleFor, type World } from "./command.ts";

/** Exit code of a run that the user stopped, as shells know it. */
const STOPPED = 130;

/** Runs the command line. The one place that sets the exit code and prints failures. */
export async function main(argv: readonly string[], engine: Engine): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(STOPPED);
    stop.abort();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  // A reader that closes the pipe early (`| head`) has seen enough; what the command does goes on.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  const coloured =
    (process.stderr.isTTY ?? false) && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb";
  const world: World = {
    engine,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    terminal: process.stderr.isTTY ?? false,
    style: styleFor(coloured),
    signal: stop.signal,
  };
  try {
    process.exitCode = await parse(argv, world);
  } catch (error) {
    process.exitCode = explainFailure(error, world);
  }
  if (stop.signal.aborted) process.exitCode = STOPPED;
  process.removeListener("SIGINT", onSignal);
  process.removeListener("SIGTERM", onSignal);
}

async function parse(argv: readonly string[], world: World): Promise<number> {
  let exit: ExitCode = 0;
  const does =
    <A extends unknown[]>(action: (...args: A) => Promise<ExitCode>) =>
    async (...args: A) => {
      exit = await action(...args);
    };
  const basket = () =>
    new Option("-b, --basket <name>", "who answers: a file in data/baskets/").default("embedded");
  const json = () => new Option("--json", "one JSON document on standard output");
  const program = new Command("candor")
    .description("Measures whether an AI advisor tells the truth when the truth is against its interest.")
    .version("0.1.0")
    .exitOverride()
    .configureOutput({ writeOut: world.out, writeErr: (text) => world.err(printableLines(text)) })
    .showHelpAfterError("(`candor --help` lists commands and options)")
    .addHelpText(
      "after",
      "\nSTAGE is a stage's id or its beginning: cheap-talk, cheap-talk/tables, cheap-talk/tables/oracle.\n" +
        "Exit codes: 0 yes, 1 no (stale, missing, differs, deviates), 2 could not, 130 stopped by the user.\n",
    );
  program
    .command("run")
    .description("make stages fresh: run what is stale, put back what is missing, skip the rest")
    .argument("[stage...]", "stages to make fresh, with all that they need (default: every stage)")
    .addOption(basket())
    .option("-j, --jobs <n>", "worker threads", positiveInteger, availableParallelism())
    .option("-f, --force", "run the named stages (default: every stage) even where they are fresh")
    .option(
      "-p, --partial",
      "go on where answers of models are missing: such rows are left out, and captions say so",
    )
    .option("-n, --dry-run", "only say what would run")
    .option(
      "--shuffle <seed>",
      "start stages and slices in an order drawn from this number; no result depends on it",
      positiveInteger,
    )
    .addOption(json())
    .action(
      does(async (stages: string[], options) => (await import("./run.ts")).run(world, stages, options)),
    );
  program
    .command("status")
    .description(
      "say of each stage whether it is fresh, stale or missing, and why; exit 1 unless all are fresh",
    )
    .argument("[stage...]", "stages to judge (default: every stage)")
    .addOption(basket())
    .addOption(json())
    .action(
      does(async (stages: string[], options) => (await import("./status.ts")).status(world, stages, options)),
    );
  program
    .command("explain")
    .description("show the chain of causes that makes a stage stale, leaf by leaf")
    .argument("<stage>", "a stage's id")
    .addOption(basket())
    .action(
      does(async (stage: string, options) => (await import("./explain.ts")).explain(world, stage, options)),
    );
  program
    .command("graph")
    .description("print the stages and what they take from each other")
    .addOption(
      new Option("--format <format>", "mermaid or dot").choices(["mermaid", "dot"]).default("mermaid"),
    )
    .action(does(async (options) => (await import("./graph.ts")).graph(world, options)));
  program
    .command("diff")
    .description(
      "say what differs between artifact trees, table files or revisions of git; exit 1 where anything does",
    )
    .argument("<a>", "a folder, a Parquet, CSV or SVG file, a revision, or revision:path")
    .argument("<b>", "what it is compared with")
    .addOption(
      new Option("-f, --format <format>", "how it is told")
        .choices(["text", "markdown", "html", "json"])
        .default("text"),
    )
    .option(
      "-b, --basket <name>",
      "whose artifacts a revision stands for (default: those of the other side, or embedded)",
    )
    .option("-k, --key <columns>", "columns that tell rows apart, with commas between", columnNames)
    .option("--absolute <x>", "let numbers differ by so much", tolerance, 0)
    .option("--relative <x>", "let numbers differ by such a part of the larger", tolerance, 0)
    .option(
      "--samples <n>",
      "how many rows and cells of each table are shown (default: by format)",
      positiveInteger,
    )
    .option(
      "--limit <n>",
      "most characters of the Markdown, at least 2000 (default: what fits a pull-request comment)",
      markdownLimit,
    )
    .option(
      "--draw-seconds <n>",
      "how long all figures together may take to draw; 0: none is drawn",
      tolerance,
      60,
    )
    .option("-o, --out <file>", "write to a file", fileToWrite)
    .action(
      does(async (a: string, b: string, options) =>
        (await import("./diff.ts")).diffCommand(world, a, b, options),
      ),
    );
  program
    .command("git-setup")
    .description("make git of this clone print Parquet files as rows in git diff and git show")
    .action(does(async () => (await import("./git-setup.ts")).gitSetup(world)));
  program
    .command("show")
    .description("show schema, rows and first lines of a Parquet file")
    .argument("<artifact>", "path of the file, or a stage's id")
    .addOption(basket())
    .option("-r, --rows <n>", "how many rows", positiveInteger, 10)
    .option("--lines", "every row on a line of its own: what git diff compares")
    .action(
      does(async (artifact: string, options) => (await import("./show.ts")).show(world, artifact, options)),
    );
  program
    .command("import")
    .description("make a basket of a published log of answers")
    .argument("<messages>", "the log of messages: JSON lines, plain or gzip")
    .option("-c, --comprehension <file>", "the log of comprehension answers")
    .requiredOption("-b, --basket <name>", "name of the basket that is made")
    .addOption(
      new Option("--keep <which>", "which of several records of one key counts").choices(["first", "last"]),
    )
    .option("--replace", "replace another log that was imported under this name")
    .action(
      does(async (messages: string, options) =>
        (await import("./import.ts")).importCommand(world, messages, options),
      ),
    );
  program
    .command("collect")
    .description("ask real models whatever the basket's journals lack, and record every answer")
    .requiredOption("-b, --basket <name>", "who is asked: a file in data/baskets/")
    .option("-s, --study <name>", "one study alone (default: every study of the basket)")
    .option("-n, --dry-run", "only say how many calls, tokens, dollars and minutes it takes; needs no key")
    .option(
      "-m, --max-cost <usd>",
      "stop before the basket's answers, those recorded before included, could cost more US dollars",
      amount,
    )
    .option("-l, --limit <n>", "ask at most so many requests", positiveInteger)
    .option(
      "--repeat-check <n>",
      "ask n requests again that are answered, and say how often answers differ",
      positiveInteger,
    )
    .option(
      "-j, --jobs <n>",
      "worker threads that find out what is asked",
      positiveInteger,
      availableParallelism(),
    )
    .addOption(json())
    .action(does(async (options) => (await import("./collect.ts")).collectCommand(world, options)));
  const annotate = program
    .command("annotate")
    .description("let people label episodes of ai-liedar, to hold the judges against them");
  annotate
    .command("export")
    .description("draw episodes and write one CSV per annotator, blind, with a codebook")
    .addOption(basket())
    .option("--condition <name>", "condition that episodes are drawn from", "base")
    .option("--per-scenario <n>", "episodes of each scenario", positiveInteger, 2)
    .option("--seed <n>", "what is drawn, and in which order, depends on this number", positiveInteger, 1)
    .option("--annotators <n>", "how many files", positiveInteger, 3)
    .requiredOption("-o, --out <folder>", "folder for the files", fileToWrite)
    .addOption(json())
    .action(does(async (options) => (await import("./annotate.ts")).exportCommand(world, options)));
  annotate
    .command("import")
    .description("read the files of annotators back; every fault is named with its place")
    .argument(
      "<file...>",
      "filled files; an annotator is named by the column annotator, or by the file's name",
    )
    .addOption(basket())
    .option("--replace", "drop what other annotators gave before")
    .addOption(json())
    .action(
      does(async (files: string[], options) =>
        (await import("./annotate.ts")).importCommand(world, files, options),
      ),
    );
  const journal = program
    .command("journal")
    .description("look after the journals in which answers of real models are recorded");
  const dryRun = () => new Option("-n, --dry-run", "only say what would change");
  journal
    .command("compact")
    .description("drop repeated answers and errors that tell nothing new; what counts stays")
    .argument("[file...]", "journals (default: every journal of the basket)")
    .addOption(basket())
    .addOption(dryRun())
    .addOption(json())
    .action(
      does(async (files: string[], options) =>
        (await import("./journal.ts")).compactCommand(world, files, options),
      ),
    );
  journal
    .command("merge")
    .description(
      "add to a journal the answers of another one that it lacks; where they differ, its own count",
    )
    .argument("<journal>", "the journal that gets them")
    .argument("<other>", "the journal that they come from")
    .option("-o, --out <file>", "write both to a new file and leave the journals as they are", fileToWrite)
    .addOption(dryRun())
    .addOption(json())
    .action(
      does(async (first: string, second: string, options) =>
        (await import("./journal.ts")).mergeCommand(world, first, second, options),
      ),
    );
  journal
    .command("check")
    .description(
      "count what journals hold; exit 1 where answers differ, a line is torn or a request has only errors",
    )
    .argument("[file...]", "journals (default: every journal of the basket)")
    .addOption(basket())
    .addOption(json())
    .action(
      does(async (files: string[], options) =>
        (await import("./journal.ts")).checkCommand(world, files, options),
      ),
    );
  program
    .command("freeze")
    .description(
      "write down the basket's whole design before data: what is asked, how it is analysed, with which code",
    )
    .addOption(basket())
    .option(
      "-o, --out <file>",
      "the lock (default: prereg/<basket>.lock.json); what people read stands beside it",
      fileToWrite,
    )
    .option("--replace", "write over a lock of another design")
    .option("-j, --jobs <n>", "worker threads", positiveInteger, availableParallelism())
    .addOption(json())
    .action(does(async (options) => (await import("./freeze.ts")).freeze(world, options)));
  program
    .command("read")
    .description("read the number that each message states, one message a line")
    .argument("[file]", "a text file, or - for standard input", "-")
    .option("--jsonl", "lines are records {id?, message, finish_reason?}; other fields are ignored")
    .option("--json", "one JSON object a line, with the id of the record")
    .action(does(async (file: string, options) => (await import("./read.ts")).read(world, file, options)));
  program
    .command("verify")
    .description(
      "hold today's design against what was frozen, leaf by leaf; exit 1 for a deviation that is not declared",
    )
    .argument("[file...]", "locks (default: every prereg/*.lock.json)")
    .option("--rebuild", "run every stage anew elsewhere as well, and compare bytes and rows")
    .option("-j, --jobs <n>", "worker threads", positiveInteger, availableParallelism())
    .addOption(json())
    .action(
      does(async (files: string[], options) => (await import("./verify.ts")).verify(world, files, options)),
    );
  program
    .command("gc")
    .description("remove from the store what no manifest uses")
    .action(does(async () => (await import("./gc.ts")).gc(world)));
  try {
    if (argv.length === 0) {
      world.out(program.helpInformation());
      return 0;
    }
    await program.parseAsync(argv, { from: "user" });
    return exit;
  } catch (error) {
    // The message is printed already; help and version leave with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

function amount(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/u.test(text) || !Number.isFinite(value))
    throw new InvalidArgumentError("It must be an amount of US dollars, such as 12.50.");
  return value;
}

function tolerance(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+(e[+-]?\d+)?$/iu.test(text) || !Number.isFinite(value))
    throw new InvalidArgumentError("It must be a number of 0 or more, such as 1e-9.");
  return value;
}

function fileToWrite(text: string): string {
  if (text === "") throw new InvalidArgumentError("It must name a file.");
  return text;
}

function markdownLimit(text: string): number {
  const value = positiveInteger(text);
  if (value < 2000) throw new InvalidArgumentError("It must be 2000 or more.");
  return value;
}

function columnNames(text: string): string[] {
  const names = text.split(",");
  if (names.includes("") || new Set(names).size !== names.length)
    throw new InvalidArgumentError("It must be names of columns, each once, such as model,bias.");
  return names;
}

function positiveInteger(text: string): number {
  const value = Number(text);
  if (!/^\d+$/u.test(text) || value < 1 || !Number.isSafeInteger(value))
    throw new InvalidArgumentError("It must be an integer of 1 or more.");
  return value;
}

function explainFailure(error: unknown, world: World): number {
  if (error instanceof Failure) {
    world.err(`${world.style.bad("candor:")} ${printableLines(error.message)}\n`);
    return error.kind === "stopped" ? STOPPED : 2;
  }
  if (error instanceof Error && error.name === "AbortError") return STOPPED;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  world.err(
    `${world.style.bad("candor:")} this is a fault of candor itself, not of your files; please report it with the lines below\n${text}\n`,
  );
  return 2;
}
