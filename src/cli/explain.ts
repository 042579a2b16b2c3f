import { describe, value } from "../pipeline/describe.ts";
import { Failure } from "../pipeline/failure.ts";
import { nearest } from "../pipeline/load.ts";
import { makePlan } from "../pipeline/plan.ts";
import { stageInputs, whyLeftOut, withInputs } from "../pipeline/select.ts";
import { firstStaleSlice } from "../pipeline/slice-status.ts";
import { type StageStatus, statusOf } from "../pipeline/status.ts";
import type { ExitCode, World } from "./command.ts";

/** Prints why a stage is not fresh: its own reasons leaf by leaf, then those of the stages above that cause them. */
export async function explain(
  world: World,
  stage: string,
  options: { readonly basket: string },
): Promise<ExitCode> {
  const plan = await makePlan(world.engine, options.basket);
  if (!plan.stages.has(stage)) {
    const below = [...plan.stages.keys()].filter((id) => id.startsWith(`${stage}/`));
    const hint =
      below.length > 0
        ? `name one: ${below.join(", ")}`
        : (whyLeftOut(plan, stage) ?? nearest(stage, [...plan.stages.keys()], "`candor graph` lists them"));
    throw new Failure("usage", `no stage has the id "${stage}"; ${hint}`);
  }
  const judged = new Map(
    statusOf(plan, withInputs(plan, new Set([stage]))).map((each) => [each.stage, each]),
  );
  const own = judged.get(stage)!;
  world.out(
    `${stage} is ${own.state}${own.state === "fresh" ? ": its key and its outputs are what the manifest says" : ""}\n`,
  );
  const shown = new Set<string>();
  const tell = (id: string, depth: number): void => {
    const status = judged.get(id)!;
    const indent = "  ".repeat(depth);
    if (shown.has(id)) {
      world.out(`${indent}(${id}: see above)\n`);
      return;
    }
    shown.add(id);
    for (const reason of status.reasons) {
      world.out(`${indent}because ${describe(reason)}\n`);
      if (reason.kind === "code")
        for (const source of changedSourceHint(plan.stages.get(id)!.bundle.sources))
          world.out(`${indent}  ${source}\n`);
      if (reason.was !== null && reason.is !== null)
        world.out(`${indent}  ${reason.path}: ${value(reason.was)} → ${value(reason.is)}\n`);
      if (reason.path.includes(".files.")) {
        const hint = lineEndingHint(plan.files.read(reason.path.split(".files.")[1]!)?.bytes);
        if (hint !== null) world.out(`${indent}  ${hint}\n`);
      }
      if (reason.kind === "upstream") tell(reason.path, depth + 1);
    }
  };
  tell(stage, 1);
  const above = stageInputs(plan.stages.get(stage)!.definition).every(
    (input) => judged.get(input)!.state === "fresh",
  );
  if (own.state !== "fresh" && above && plan.stages.get(stage)!.definition.map.length > 0) {
    const slice = firstStaleSlice(plan, stage);
    if (slice !== null)
      world.out(
        `  first slice that would run: ${Object.entries(slice)
          .map(([column, of]) => `${column}=${value(of)}`)
          .join(", ")}\n`,
      );
  }
  return exitOf(own);
}

function exitOf(status: StageStatus): ExitCode {
  return status.state === "fresh" ? 0 : 1;
}

function changedSourceHint(sources: readonly string[]): string[] {
  return [
    `it is made of ${sources.length === 1 ? sources[0] : `${sources.slice(0, 4).join(", ")}${sources.length > 4 ? ` and ${sources.length - 4} more` : ""}`}`,
  ];
}

/** A checkout with CRLF changes every hash of text; that is worth saying. */
function lineEndingHint(bytes: Buffer | undefined): string | null {
  return bytes?.includes("\r\n")
    ? "the file has CRLF line endings here; if that is all, check it out with LF (see .gitattributes)"
    : null;
}
