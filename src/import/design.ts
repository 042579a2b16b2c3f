import { isDeepStrictEqual } from "node:util";
import { stringify } from "yaml";
import { byteOrder } from "../tables/canonical.ts";
import { keyName, type LogRecord } from "./check-record.ts";
import { CELL } from "./read-log.ts";

/** What stands in a basket's file, unchecked. */
export interface BasketText {
  readonly imported?: unknown;
  readonly description?: unknown;
  readonly embedding?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly models?: readonly { readonly name?: unknown }[];
}

/** The design that a log holds: its models, biases, frames and cells. */
export class Design {
  /** In the order in which the log names them first. */
  readonly models = new Set<string>();
  readonly biases = new Set<number>();
  readonly frames = new Set<string>();
  /** Number of messages of each cell that has any. */
  readonly cells = new Map<string, number>();

  add(record: LogRecord): void {
    this.models.add(record.model as string);
    this.biases.add(record.bias as number);
    this.frames.add(record.frame as string);
    const cell = keyName(record, CELL);
    this.cells.set(cell, (this.cells.get(cell) ?? 0) + 1);
  }

  get messages(): number {
    let sum = 0;
    for (const count of this.cells.values()) sum += count;
    return sum;
  }

  /** Cells that the grid of models, biases and frames has and the log has not. */
  get emptyCells(): number {
    return this.models.size * this.biases.size * this.frames.size - this.cells.size;
  }

  get #params() {
    return {
      biases: [...this.biases].sort((a, b) => a - b),
      frames: [...this.frames].sort(byteOrder),
    };
  }

  /** Whether a basket has these models, biases and frames. */
  isThatOf({ params, models }: BasketText): boolean {
    const { biases, frames } = this.#params;
    const theirs = {
      models: models?.map((model) => model?.name),
      biases: params?.biases,
      frames: params?.frames,
    };
    return isDeepStrictEqual(theirs, { models: [...this.models], biases, frames });
  }

  /** Text of the basket's file. What somebody added to the one before, other than the design, stays. */
  basketYaml(name: string, study: string, before: BasketText | null): string {
    const basket = {
      name,
      description:
        before?.description ?? "A log that candor import took in; its records lie in data/journals/",
      studies: [study],
      imported: [study],
      ...(before?.embedding === undefined ? {} : { embedding: before.embedding }),
      params: { ...before?.params, ...this.#params },
      models: [...this.models].map((model) => ({ name: model })),
    };
    return stringify(basket, { lineWidth: 110 });
  }
}
