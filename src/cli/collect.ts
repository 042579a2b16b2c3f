import { collect } from "../collect/collect.ts";
import { dryRun } from "../collect/dry-run.ts";
import { budgetOf, recordedCosts } from "../collect/recorded-cost.ts";
import { type Drift, repeatCheck } from "../collect/repeat-check.ts";
import { secretsOf } from "../collect/secrets.ts";
import type { CollectOptions } from "../collect/session.ts";
import { cameNow, stillMissing, Tally } from "../collect/tally.ts";
import { wavesOf } from "../collect/waves.ts";
import { whyNotEmbedded } from "../collect/why-not-embedded.ts";
import { printableLines } from "../pipeline/describe.ts";
import { Failure } from "../pipeline/failure.ts";
import { type Declared, readDeclared } from "../pipeline/plan.ts";
import { CollectProgress } from "./collect-progress.ts";
import { type Collected, collectedJson, describeCollected, describeDrift } from "./collect-text.ts";
import type { ExitCode, World } from "./command.ts";
import { describeDryRun, dryRunJson } from "./dry-run-text.ts";

export interface CollectCommandOptions {
  readonly basket: string;
  readonly study?: string;
  readonly dryRun?: boolean;
  readonly maxCost?: number;
  readonly limit?: number;
  readonly repeatCheck?: number;
  readonly jobs: number;
  readonly json?: boolean;
}

export async function collectCommand(world: World, options: CollectCommandOptions): Promise<ExitCode> {
  const { root } = world.engine;
  const declared = await readDeclared(root, options.basket);
  const study = checkedStudy(declared, options.study ?? null);
  if (wavesOf(declared, study).length === 0) {
    world.err(`nothing to collect: no model of basket ${options.basket} is asked over the network\n`);
    return 0;
  }
  if (options.dryRun) return await showDryRun(world, options, declared, study);
  const models = declared.basket.models.flatMap(({ live }) => live ?? []);
  const secrets = secretsOf(models, process.env);
  for (const [variable, names] of secrets.missing)
    world.err(
      `${world.style.warn("no key")}  ${variable} is not set: ${names.join(", ")} cannot be asked; set it in the environment\n`,
    );
  const unready = await whyNotEmbedded(root, declared, study);
  if (unready !== null) world.err(`${world.style.warn("no embedding")}  ${printableLines(unready)}\n`);
  const budget = options.maxCost === undefined ? null : await budgetOf(root, declared, options.maxCost);
  const tally = new Tally();
  const progress = new CollectProgress(world, tally);
  const how: CollectOptions = {
    basket: options.basket,
    study,
    jobs: options.jobs,
    secrets,
    budget,
    limit: options.limit ?? null,
    tally,
    report: (event) => progress.show(event),
    signal: world.signal,
  };
  const summary = async (ended: boolean): Promise<Collected> => {
    progress.end();
    const costs = await recordedCosts(root, declared, study);
    return { models, tally, secrets, seconds: progress.seconds, ended, inAll: costs };
  };
  try {
    if (options.repeatCheck !== undefined) {
      const drifts = await repeatCheck(world.engine, how, options.repeatCheck);
      tell(world, options, await summary(true), drifts);
      return drifts.every(({ unanswered }) => unanswered === 0) ? 0 : 1;
    }
    await collect(world.engine, how);
    tell(world, options, await summary(!world.signal.aborted), null);
    return [...tally.all.values()].every((counts) => stillMissing(counts) === 0) ? 0 : 1;
  } catch (error) {
    // What was paid for until then is told before what went wrong.
    if ([...tally.all.values()].some((counts) => cameNow(counts) > 0))
      tell(world, options, await summary(false), null);
    throw error;
  } finally {
    progress.end();
  }
}

/** Prints what a collection came to, or how often answers differ. */
function tell(
  world: World,
  { basket, json }: CollectCommandOptions,
  collected: Collected,
  drifts: readonly Drift[] | null,
): void {
  if (json) world.out(`${JSON.stringify(collectedJson(basket, collected, drifts), null, 1)}\n`);
  else if (drifts !== null) world.out(describeDrift(drifts));
  else world.err(describeCollected(basket, collected));
}

function checkedStudy({ basket }: Declared, study: string | null): string | null {
  if (study === null || basket.studies.includes(study)) return study;
  throw new Failure(
    "usage",
    `basket ${basket.name} has no study "${study}"; it has ${basket.studies.join(", ")}`,
  );
}

async function showDryRun(
  world: World,
  options: CollectCommandOptions,
  declared: Declared,
  study: string | null,
): Promise<ExitCode> {
  const progress = new CollectProgress(world, new Tally());
  try {
    const found = await dryRun(world.engine, {
      basket: options.basket,
      study,
      jobs: options.jobs,
      report: (event) => progress.show(event),
      signal: world.signal,
    });
    progress.end();
    for (const { study: each, fault } of found.rehearsals)
      if (fault !== null)
        world.err(
          `${world.style.warn("no rehearsal")}  ${each} could not be rehearsed: ${printableLines(fault)}\n`,
        );
    const models = declared.basket.models.flatMap(({ live }) => live ?? []);
    for (const [variable, names] of secretsOf(models, process.env).missing)
      world.err(
        `${world.style.warn("no key")}  ${variable} is not set, which ${printableLines(names.join(", "))} wants\n`,
      );
    const unready = await whyNotEmbedded(world.engine.root, declared, study);
    if (unready !== null) world.err(`${world.style.warn("no embedding")}  ${printableLines(unready)}\n`);
    world.out(
      options.json
        ? `${JSON.stringify(dryRunJson(options.basket, found), null, 1)}\n`
        : describeDryRun(options.basket, found),
    );
    return 0;
  } finally {
    progress.end();
  }
}
