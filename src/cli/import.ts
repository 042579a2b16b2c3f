import path from "node:path";
import { type Imported, importLog } from "../import/import-log.ts";
import type { Keep } from "../import/read-log.ts";
import { checkBasketName } from "../pipeline/basket.ts";
import { printableLines } from "../pipeline/describe.ts";
import { acquireLock } from "../pipeline/lock.ts";
import { counted } from "../pipeline/quantities.ts";
import type { ExitCode, World } from "./command.ts";
import { Progress } from "./progress.ts";

export interface ImportCommandOptions {
  readonly basket: string;
  readonly comprehension?: string;
  readonly keep?: Keep;
  readonly replace?: boolean;
}

export async function importCommand(
  world: World,
  messages: string,
  options: ImportCommandOptions,
): Promise<ExitCode> {
  checkBasketName(options.basket);
  const progress = new Progress(world);
  const counter = new Counter(world);
  const release = await acquireLock(
    path.join(world.engine.root, ".candor", "lock"),
    (holder) => progress.show({ kind: "waiting", holder }),
    world.signal,
  );
  try {
    const imported = await importLog(world.engine.root, {
      messages,
      comprehension: options.comprehension ?? null,
      basket: options.basket,
      keep: options.keep ?? null,
      replace: options.replace ?? false,
      signal: world.signal,
      progress: (file, records) => counter.show(`${file}: ${counted(records, "record")} read`),
    });
    counter.erase();
    world.out(describeImport(imported, options.basket));
    return 0;
  } finally {
    counter.erase();
    progress.end();
    release();
  }
}

/** A line that moves, on a terminal alone. */
class Counter {
  readonly #world: World;
  #drawn = 0;

  constructor(world: World) {
    this.#world = world;
  }

  show(text: string): void {
    const now = performance.now();
    if (!this.#world.terminal || now - this.#drawn < 200) return;
    this.#world.err(`\r\u001b[2K${this.#world.style.dim(printableLines(text))}`);
    this.#drawn = now;
  }

  erase(): void {
    if (this.#drawn > 0) this.#world.err("\r\u001b[2K");
    this.#drawn = 0;
  }
}

function describeImport(imported: Imported, basket: string): string {
  const { design, changed, comprehension, dropped, parsedOtherwise } = imported;
  const sizes = [...design.cells.values()];
  const [least, most] = [sizes.reduce((a, b) => Math.min(a, b)), sizes.reduce((a, b) => Math.max(a, b))];
  const cells = `${counted(sizes.length, "cell")} of ${least === most ? least : `${least} to ${most}`} messages`;
  const lines = [
    `${changed ? "imported" : "imported before, nothing changed:"} ${counted(design.messages, "message")} and ${counted(comprehension, "comprehension answer")} as basket ${basket}`,
    `  design   ${counted(design.models.size, "model")}, ${counted(design.biases.size, "bias", "biases")}, ${counted(design.frames.size, "frame")}; ${cells}${design.emptyCells > 0 ? `, ${design.emptyCells} empty` : ""}`,
    `  journal  ${imported.journal}`,
    `  basket   ${imported.basket}`,
  ];
  if (dropped > 0) lines.push(`  ${counted(dropped, "record")} left out: another one of the same key counts`);
  if (parsedOtherwise > 0)
    lines.push(
      `  ${counted(parsedOtherwise, "message")} recorded otherwise than the parser reads ${parsedOtherwise === 1 ? "it" : "them"}; the tables use the parser's`,
    );
  lines.push(`\`make all BASKET=${basket}\` makes every table and figure`);
  return `${lines.join("\n")}\n`;
}
