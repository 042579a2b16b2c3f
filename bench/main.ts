import os from "node:os";
import { calibrate } from "./calibrate.ts";
import { collect } from "./collect.ts";
import { diff } from "./diff.ts";
import { edits } from "./edits.ts";
import { journal } from "./journal.ts";
import { large } from "./large.ts";
import { noop } from "./noop.ts";
import { parquet } from "./parquet.ts";
import { replica } from "./replica.ts";
import type { Figure, Findings } from "./section.ts";
import { verify } from "./verify.ts";
import { episodes, whole } from "./whole.ts";

const SECTIONS = [
  whole,
  episodes,
  replica,
  noop,
  edits,
  large,
  parquet,
  calibrate,
  collect,
  journal,
  diff,
  verify,
];

/**
 * Measures the named sections (default: all) and prints every number, with `--json` as one document.
 *
 * @returns exit code: 0, or 2 for a section that does not exist
 */
export async function main(args: readonly string[]): Promise<number> {
  const json = args.includes("--json");
  const names = args.filter((arg) => arg !== "--json");
  const unknown = names.find((name) => !SECTIONS.some((section) => section.name === name));
  if (unknown !== undefined) {
    process.stderr.write(
      `bench: there is no section "${unknown}"; sections: ${SECTIONS.map(({ name }) => name).join(", ")}; option: --json\n`,
    );
    return 2;
  }
  const machine = describeMachine();
  if (!json)
    process.stdout.write(
      `${Object.entries(machine)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n")}\n`,
    );
  const found: Record<string, Findings & { title: string; load: number }> = {};
  for (const { name, title, measure } of SECTIONS) {
    if (names.length > 0 && !names.includes(name)) continue;
    if (!json) process.stdout.write(`\n${name}: ${title}\n  (load before: ${os.loadavg()[0]!.toFixed(2)})\n`);
    const load = Number(os.loadavg()[0]!.toFixed(2));
    const findings = await measure();
    found[name] = { title, load, ...findings };
    if (!json) process.stdout.write(shown(findings));
  }
  if (json) process.stdout.write(`${JSON.stringify({ machine, sections: found }, null, 1)}\n`);
  return 0;
}

function describeMachine(): Record<string, string | number> {
  return {
    cores: os.availableParallelism(),
    processor: os.cpus()[0]?.model.trim() ?? "unknown",
    "memory (GB)": Math.round(os.totalmem() / 1e9),
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    node: process.version,
  };
}

function shown({ figures, notes }: Findings): string {
  const width = Math.max(0, ...figures.map(({ name }) => name.length));
  const lines = figures.map((figure) => {
    const { name, value, before, unit } = figure;
    const from = before === undefined ? "" : `${printed(before, unit).padStart(9)} → `;
    const growth = before === undefined ? "" : `  (× ${(value / before).toFixed(2)})`;
    return `  ${name.padEnd(width)}  ${from}${printed(value, unit).padStart(9)} ${unit}${growth}${boundOf(figure)}\n`;
  });
  return lines.join("") + notes.map((note) => `  ${note}\n`).join("");
}

function printed(value: number, unit: Figure["unit"]): string {
  return value.toFixed(
    unit === "s" || unit === "×" ? 2 : value < 10 && (unit === "ms" || unit === "MB") ? 1 : 0,
  );
}

function boundOf({ value, bound }: Figure): string {
  if (bound === undefined) return "";
  const kept = bound.kind === "at most" ? value <= bound.value : value >= bound.value;
  return `  (${kept ? "kept" : "MISSED"}: ${bound.kind} ${bound.value})`;
}
