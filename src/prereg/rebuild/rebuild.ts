import path from "node:path";
import { checkBasketName } from "../../pipeline/basket.ts";
import { outputFiles, type StageDefinition } from "../../pipeline/definition.ts";
import type { StageOutcome } from "../../pipeline/events.ts";
import { acquireLock } from "../../pipeline/lock.ts";
import { artifactFolder } from "../../pipeline/manifest.ts";
import { type Declared, type Engine, readDeclared } from "../../pipeline/plan.ts";
import { selectStages, withInputs } from "../../pipeline/select.ts";
import { copyProject, copyTree } from "../../scratch/copy-project.ts";
import { makeScratch } from "../../scratch/scratch.ts";
import { byteOrder } from "../../tables/canonical.ts";
import { runElsewhere } from "./child.ts";
import { type Comparison, compareStage, type Made } from "./compare-stage.ts";
import { editedFiles } from "./edited.ts";
import { failureOf } from "./outcomes.ts";
import type { RebuildReport, StageRebuild, Surroundings } from "./report.ts";
import { rowSchema } from "./row-schema.ts";
import { surroundingsOf } from "./surroundings.ts";
import { type ArtifactTree, readArtifacts, strangersIn } from "./tree.ts";

export interface RebuildOptions {
  /** Worker threads of an ordinary run here. */
  readonly jobs: number;
  /** Called with each line of progress. */
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Makes every stage of a basket anew in a scratch folder, from its sources, data and journals alone, in surroundings
 * that no result may depend on, and compares all of it with the artifacts and the manifest that lie here. Nothing
 * outside the scratch folder is changed, and that one is removed, whatever happens.
 *
 * @throws Failure where it cannot be done, or is stopped
 */
export async function rebuildBasket(
  engine: Engine,
  basket: string,
  options: RebuildOptions,
): Promise<RebuildReport> {
  const { root } = engine;
  // Before it becomes a part of paths: it may come from a file that somebody else wrote.
  checkBasketName(basket);
  const scratch = await makeScratch(root, options.signal);
  try {
    const rebuild = new Rebuild(root, scratch.folder, basket, options);
    return await rebuild.all();
  } finally {
    scratch.remove();
  }
}

/** A project that was run elsewhere, and what came of it. */
interface Rebuilt {
  readonly surroundings: Surroundings;
  readonly outcomes: ReadonlyMap<string, StageOutcome>;
  readonly tree: ArtifactTree;
}

class Rebuild {
  readonly #root: string;
  readonly #folder: string;
  readonly #basket: string;
  readonly #options: RebuildOptions;

  constructor(root: string, folder: string, basket: string, options: RebuildOptions) {
    this.#root = root;
    this.#folder = folder;
    this.#basket = basket;
    this.#options = options;
  }

  async all(): Promise<RebuildReport> {
    const { report } = this.#options;
    // Both copies are made before the first run, so that both are of the same moment.
    const projects = await this.#copy();
    const declared = await readDeclared(projects[0].at, this.#basket);
    const ids = withInputs(declared, selectStages(declared, []));
    const here = readArtifacts(path.join(this.#folder, "here"), this.#basket);
    const edited = editedFiles(here).map((file) => this.#shown(file));
    for (const file of edited) report(`edited by hand: ${file} is not the file that the manifest names`);
    for (const fault of here.faults) report(`manifest: ${fault}`);

    const partial = isPartial(here);
    const first = await this.#run(projects[0], partial);
    const compared = new Map<string, StageRebuild>();
    for (const id of ids) compared.set(id, await this.#compareWithHere(declared, id, here, first));
    const second = [...compared.values()].some((stage) => wantsSecond(stage))
      ? await this.#run(projects[1], partial)
      : null;
    const stages: StageRebuild[] = [];
    for (const id of [...ids].sort(byteOrder)) {
      const stage = compared.get(id)!;
      stages.push(second === null ? stage : await this.#withSecond(declared, stage, first, second));
    }
    const all = [...declared.definitions.values()];
    const known = new Set(all.map(({ id }) => id));
    const onDemand = [...known].filter((id) => !ids.includes(id)).sort(byteOrder);
    const strangers = strangersIn(here, new Set(all.flatMap(outputFiles)));
    const sound = edited.length === 0 && here.faults.length === 0;
    return {
      format: 1,
      basket: this.#basket,
      equal: sound && stages.every((stage) => isRight(stage)),
      rebuilds: [first, ...(second === null ? [] : [second])].map(({ surroundings }) => surroundings),
      partial,
      stages,
      onDemand,
      edited,
      manifestFaults: here.faults,
      gone: Object.keys(here.entries)
        .filter((id) => !known.has(id))
        .sort(byteOrder),
      strangers: strangers.map((file) => this.#shown(file)),
    };
  }

  /** Copies project and artifacts as they are at one moment: while no run changes them. */
  async #copy() {
    const { report, signal, jobs } = this.#options;
    const waiting = (holder: string) => report(`waiting for another run (${holder}) to end`);
    const release = await acquireLock(path.join(this.#root, ".candor", "lock"), waiting, signal);
    const place = (rebuild: 0 | 1) => {
      const surroundings = surroundingsOf(rebuild, jobs);
      return { surroundings, at: path.join(this.#folder, surroundings.folder) };
    };
    const projects = [place(0), place(1)] as const;
    try {
      await copyProject(this.#root, projects[0].at, this.#basket, signal);
      const held = path.join(this.#folder, "here");
      await copyTree(this.#root, held, artifactFolder(this.#basket), () => true, signal);
    } finally {
      release();
    }
    await copyProject(projects[0].at, projects[1].at, this.#basket, signal);
    return projects;
  }

  async #run(
    { surroundings, at }: { readonly surroundings: Surroundings; readonly at: string },
    partial: boolean,
  ): Promise<Rebuilt> {
    const { report, signal } = this.#options;
    const { timeZone, locale, threads } = surroundings;
    report(
      `rebuilding ${this.#basket}, stages run in a copy of the project: time zone ${timeZone}, locale ${locale}, ${threads} threads`,
    );
    const outcomes = await runElsewhere(at, this.#basket, surroundings, { partial, report, signal });
    return {
      surroundings,
      outcomes: new Map(outcomes.map((outcome) => [outcome.stage, outcome])),
      tree: readArtifacts(at, this.#basket),
    };
  }

  /** A stage of the first rebuild against what lies here. */
  async #compareWithHere(
    declared: Declared,
    id: string,
    here: ArtifactTree,
    first: Rebuilt,
  ): Promise<StageRebuild> {
    const stage = declared.definitions.get(id)!;
    const outputs = outputFiles(stage);
    const held = sideOf(here, id);
    const isHere = held.entry !== null || outputs.some((output) => held.read(output) !== null);
    const failed = failureOf(id, first.outcomes);
    if (failed !== null) return { stage: id, ...NOT_MADE, ...failed, against: isHere ? "artifacts" : null };
    const base = { stage: id, repeatable: null, failure: null };
    if (!isHere) return { ...base, ...NOTHING_HERE, against: "rebuild" };
    const comparison = await this.#compare(declared, stage, held, sideOf(first.tree, id));
    // Of a manifest that cannot be read it is said once.
    const unread = here.faults.length > 0 && held.entry === null;
    const told: Comparison = !unread
      ? comparison
      : { ...comparison, manifest: [], ...(comparison.state === "manifest" ? { state: "equal" } : {}) };
    return { ...base, ...told, against: "artifacts" };
  }

  /** What the second rebuild adds: whether both give the same, and of what is not here, in what they differ. */
  async #withSecond(
    declared: Declared,
    stage: StageRebuild,
    first: Rebuilt,
    second: Rebuilt,
  ): Promise<StageRebuild> {
    const { stage: id } = stage;
    if (failureOf(id, first.outcomes) !== null)
      return { ...stage, repeatable: failureOf(id, second.outcomes) !== null };
    const failed = failureOf(id, second.outcomes);
    if (failed !== null) return { ...stage, ...failed, repeatable: false };
    const definition = declared.definitions.get(id)!;
    const between = await this.#compare(
      declared,
      definition,
      sideOf(first.tree, id),
      sideOf(second.tree, id),
    );
    // With other inputs it is not the stage that is to blame.
    const sameKey = between.manifest.every(({ path: at }) => at !== "key");
    const repeatable = between.state === "equal" ? true : sameKey ? false : null;
    return stage.against === "rebuild" ? { ...stage, ...between, repeatable } : { ...stage, repeatable };
  }

  #compare(declared: Declared, stage: StageDefinition, here: Made, rebuilt: Made): Promise<Comparison> {
    return compareStage(outputFiles(stage), rowSchema(declared.files, stage), here, rebuilt);
  }

  #shown(file: string): string {
    return `${artifactFolder(this.#basket)}/${file}`;
  }
}

const NOTHING_HERE = { state: "equal", files: [], absent: [], manifest: [] } as const;

const NOT_MADE = { files: [], absent: [], manifest: [], repeatable: null } as const;

function sideOf(tree: ArtifactTree, id: string): Made {
  return { entry: Object.hasOwn(tree.entries, id) ? tree.entries[id]! : null, read: tree.read };
}

/** Whether any artifact was made by a run that went on without answers. */
function isPartial({ entries }: ArtifactTree): boolean {
  return Object.values(entries).some(
    ({ missing, record }) =>
      missing !== undefined || record.partial === true || Object.keys(record.gaps ?? {}).length > 0,
  );
}

/** A second rebuild tells more where nothing is here to compare with, and where the same definition gave something else. */
function wantsSecond({ against, state, manifest }: StageRebuild): boolean {
  if (state === "missing" || state === "failed") return false;
  if (against === "rebuild") return true;
  const made = manifest.some(({ path: at }) => at === "rows" || at.startsWith("outputs."));
  return made && manifest.every(({ path: at }) => at !== "key" && !at.startsWith("record"));
}

/** A stage that nobody made yet, since answers are missing, contradicts nothing. */
function isRight({ state, against, repeatable }: StageRebuild): boolean {
  if (state === "missing") return against === null;
  return state === "equal" && repeatable !== false;
}
