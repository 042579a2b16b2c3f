import type { DryRun } from "../collect/dry-run.ts";
import { costRange, secondsFor } from "../collect/estimate.ts";
import { printableLines } from "../pipeline/describe.ts";
import { counted, grouped } from "../pipeline/quantities.ts";
import { dollars, duration } from "./quantities.ts";

/** What a collection would ask, by model. */
export function describeDryRun(basket: string, { models, embeddings, more, rehearsals }: DryRun): string {
  const lines = models.flatMap(({ estimate, before }) => {
    const { model, calls, rehearsed, recorded, input, worst } = estimate;
    const range = costRange(estimate, before);
    const { seconds, assumed } = secondsFor(estimate, before);
    const head = `${printableLines(model.name)}: ${rehearsed > 0 ? "about " : ""}${counted(calls, "call")}, ${counted(recorded, "answer")} there`;
    if (calls === 0) return [head];
    const cost =
      range === null
        ? "cost   unknown: no prices in the basket"
        : `cost   ${dollars(range.low)} to ${dollars(range.high)}${range.likely === null ? "" : `, about ${dollars(range.likely)} by the answers recorded`}`;
    return [
      head,
      `  tokens about ${grouped(input)} in (at most ${grouped(worst.input)}), at most ${grouped(worst.output)} out`,
      `  ${cost}`,
      `  time   about ${duration(seconds)}${assumed ? ", if an answer takes 2 s" : ""}`,
    ];
  });
  if (embeddings > 0) lines.push(`${counted(embeddings, "sentence embedding")}, computed here`);
  const done = rehearsals.filter(({ fault }) => fault === null);
  for (const { study, standIns } of done)
    lines.push(
      `${study} is an estimate, rehearsed with scripted agents (${listed(standIns)}): real models make it more or less`,
    );
  if (more)
    lines.push("what is made of these answers (embeddings, later turns) is asked once they are there");
  const asked = models.filter(({ estimate }) => estimate.calls > 0);
  const high = asked.flatMap(({ estimate, before }) => costRange(estimate, before)?.high ?? []);
  const beside = high.length < asked.length ? ", beside the models without prices" : "";
  const sum = dollars(high.reduce((a, b) => a + b, 0));
  if (high.length > 0 && done.length > 0)
    lines.push(
      `in all at most ${sum} as rehearsed${beside}; what is really spent is bounded by --max-cost alone`,
    );
  else if (high.length > 0)
    lines.push(`in all at most ${sum}, which is what --max-cost counts with${beside}`);
  if (lines.length === 0) lines.push(`nothing is missing in basket ${basket}`);
  return `${lines.join("\n")}\n`;
}

/** Who stands in for whom, in words. */
function listed(standIns: Readonly<Record<string, string>>): string {
  return Object.entries(standIns)
    .map(([role, strategy]) => `${strategy} as ${role}`)
    .join(", ");
}

/** The same for machines. */
export function dryRunJson(basket: string, { models, embeddings, more, rehearsals }: DryRun) {
  return {
    basket,
    models: models.map(({ estimate, before }) => ({
      model: estimate.model.name,
      calls: estimate.calls,
      rehearsed_calls: estimate.rehearsed,
      recorded: estimate.recorded,
      tokens_in: { about: estimate.input, most: estimate.worst.input },
      tokens_out: { most: estimate.worst.output },
      cost_usd: costRange(estimate, before),
      seconds: secondsFor(estimate, before).seconds,
    })),
    embeddings,
    more,
    rehearsals: rehearsals.map(({ study, standIns, fault }) => ({ study, stand_ins: standIns, fault })),
  };
}
