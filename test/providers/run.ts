import { createWriteStream } from "node:fs";
import { parseArgs } from "node:util";
import { answer } from "./behaviours.ts";
import { faultMix } from "./faults.ts";
import { startProviders } from "./server.ts";

/**
 * The server as a process of its own, for tests that kill their client and for benchmarks. Its first line on stdout is
 * its URL; it listens when that is there. It ends by a signal.
 *
 * Options: `--port P` (default 0, any free one), `--latency MS` before each reply, `--faults SEED:RATE` transient
 * faults between the answers (faults.ts), `--log FILE` one line of JSON per request as it ends, `--with-stdin` end
 * when stdin ends, so that the server does not outlive who started it.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string", default: "0" },
      latency: { type: "string", default: "0" },
      faults: { type: "string" },
      log: { type: "string" },
      "with-stdin": { type: "boolean", default: false },
    },
  });
  const file = values.log === undefined ? null : createWriteStream(values.log, { flags: "a" });
  const { url } = await startProviders({
    port: number("port", values.port),
    latencyMs: number("latency", values.latency),
    behaviour: values.faults === undefined ? answer() : faultsOf(values.faults),
    keep: false,
    ...(file === null
      ? {}
      : {
          ended: ({ at, protocol, hash, attempt }, outcome) => {
            file.write(`${JSON.stringify({ at, protocol, hash, attempt, ...outcome })}\n`);
          },
        }),
  });
  if (values["with-stdin"]) process.stdin.on("end", () => process.exit(0)).resume();
  process.stdout.write(`${url}\n`);
}

function number(option: string, text: string): number {
  const value = Number(text);
  if (text === "" || !(value >= 0))
    throw new RangeError(`--${option} requires a number of 0 or more, got ${text}`);
  return value;
}

function faultsOf(text: string) {
  const cut = text.lastIndexOf(":");
  if (cut === -1) throw new RangeError(`--faults requires SEED:RATE, got ${text}`);
  return faultMix(text.slice(0, cut), number("faults", text.slice(cut + 1)));
}
