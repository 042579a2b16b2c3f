import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { Failure } from "../pipeline/failure.ts";
import { gitEnvironment } from "./command.ts";

/** Content of git's objects, read one after the other through one process. Close it when done. */
export class Blobs {
  readonly #folder: string;
  #child: ChildProcessWithoutNullStreams | null = null;
  #chunks: AsyncIterator<Buffer> | null = null;
  #rest: Buffer = Buffer.alloc(0);
  #last: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Content of a blob by its hash. Throws a damaged Failure where the repository lacks it. */
  read(hash: string): Promise<Buffer> {
    const next = this.#last.then(() => this.#readNext(hash));
    this.#last = next.catch(() => undefined);
    return next;
  }

  close(): void {
    this.#child?.kill();
    this.#child = null;
  }

  async #readNext(hash: string): Promise<Buffer> {
    if (this.#child === null) {
      const child = spawn("git", ["cat-file", "--batch"], { cwd: this.#folder, env: gitEnvironment() });
      // A process that is gone shows as an end of its output.
      child.on("error", () => undefined);
      child.stdin.on("error", () => undefined);
      child.stderr.resume();
      this.#child = child;
      this.#chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    }
    this.#child.stdin.write(`${hash}\n`);
    const head = await this.#line();
    const size = /^[0-9a-f]+ blob (\d+)$/u.exec(head)?.[1];
    if (size === undefined)
      throw new Failure(
        "damaged",
        `git does not give the object ${hash}${head === "" ? "" : ` (${head})`}: the repository is damaged, or was cloned without it ` +
          "(`git fetch --refetch` gets everything)",
      );
    const content = await this.#take(Number(size));
    await this.#take(1);
    return content;
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end !== -1) {
        const line = this.#rest.subarray(0, end).toString("latin1");
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      if (!(await this.#more())) return "";
    }
  }

  async #take(size: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = size;
    for (;;) {
      const part = this.#rest.subarray(0, missing);
      parts.push(part);
      missing -= part.length;
      this.#rest = this.#rest.subarray(part.length);
      if (missing === 0) return parts.length === 1 ? parts[0]! : Buffer.concat(parts, size);
      if (!(await this.#more()))
        throw new Failure("damaged", "git stopped in the middle of an object; `git fsck` says what is wrong");
    }
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks!.next();
    if (done === true) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }
}
