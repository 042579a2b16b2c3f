import { stringify } from "yaml";
import { byteOrder } from "../tables/canonical.ts";
import { keyName, type LogRecord } from "./check-record.ts";
import { CELL } from "./read-log.ts";

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

  /** Text of the basket's file. */
  basketYaml(name: string, study: string): string {
    const basket = {
      name,
      description: "A log that candor import took in; its records lie in data/journals/",
      studies: [study],
      imported: [study],
      params: {
        biases: [...this.biases].sort((a, b) => a - b),
        frames: [...this.frames].sort(byteOrder),
      },
      models: [...this.models].map((model) => ({ name: model })),
    };
    return stringify(basket, { lineWidth: 110 });
  }
}
