import type { Json } from "./canonical.ts";
import { type Basket, type Pipeline, SUBJECT, strategyModule } from "./definition.ts";
import { Failure } from "./failure.ts";
import type { ProjectFiles } from "./files.ts";
import { type LiveYaml, liveModelOf } from "./live-model.ts";
import { nearest } from "./load.ts";
import { type Faults, loadYaml } from "./yaml.ts";

interface BasketYaml {
  name: string;
  studies: string[];
  imported?: string[];
  params?: Record<string, Json>;
  embedding?: { model: string; folder?: string };
  models: (LiveYaml & {
    studies?: string[];
    roles?: string[];
    embedded?: { strategy: string; params?: Record<string, string | number | boolean> };
  })[];
}

/** Names of reference senders and scripted agents begin so: captions say by it that they are no language models. */
const EMBEDDED_PREFIX = "embedded/";

/** File of a basket, relative to the project. */
export function basketFile(name: string): string {
  return `data/baskets/${name}.yaml`;
}

/** Throws a usage Failure unless a basket can have this name. */
export function checkBasketName(name: string): void {
  if (/^[a-z0-9][a-z0-9._-]*$/u.test(name)) return;
  throw new Failure(
    "usage",
    `"${name}" is not a basket's name: small letters, digits, dot, dash and underscore`,
  );
}

/** Reads and checks data/baskets/<name>.yaml. Throws one Failure that lists every fault with its place. */
export async function loadBasket(files: ProjectFiles, pipeline: Pipeline, name: string): Promise<Basket> {
  checkBasketName(name);
  const file = basketFile(name);
  if (files.read(file) === null) {
    const known = files
      .list("data/baskets")
      .flatMap((each) => (each.endsWith(".yaml") ? [each.slice(0, -5)] : []));
    const hint = nearest(name, known, `baskets here: ${known.join(", ") || "none"}`);
    throw new Failure("usage", `there is no basket "${name}": ${file} does not exist; ${hint}`);
  }
  return await loadYaml(files, file, "schemas/basket.schema.json", (value, faults) =>
    buildBasket(value as BasketYaml, name, files, pipeline, faults),
  );
}

function buildBasket(
  yaml: BasketYaml,
  name: string,
  files: ProjectFiles,
  pipeline: Pipeline,
  source: Faults,
): Basket {
  if (yaml.name !== name) source.fault(["name"], `the name must equal the file's name, ${name}`);
  const imported = yaml.imported ?? [];
  const studies = [...new Set([...pipeline.stages.values()].map((stage) => stage.study))];
  yaml.studies.forEach((study, index) => {
    if (!studies.includes(study))
      source.fault(["studies", index], `unknown study "${study}"; known: ${studies.join(", ")}`);
    const isSubject = ({ studies = yaml.studies, roles = [SUBJECT] }: BasketYaml["models"][number]) =>
      studies.includes(study) && roles.includes(SUBJECT);
    if (!yaml.models.some(isSubject))
      source.fault(
        ["studies", index],
        `no model serves "${study}" as a ${SUBJECT}; give one that role, or leave the study out`,
      );
  });
  imported.forEach((study, index) => {
    if (!yaml.studies.includes(study))
      source.fault(["imported", index], `"${study}" is not among the basket's studies`);
  });
  for (const [param, value] of Object.entries(yaml.params ?? {})) {
    if (!Object.hasOwn(pipeline.params, param)) {
      const hint = nearest(param, Object.keys(pipeline.params), "declare it in pipeline.yaml first");
      source.fault(["params", param], `pipeline.yaml declares no param "${param}"; ${hint}`, "key");
    } else if (kindOf(value) !== kindOf(pipeline.params[param]!)) {
      const wanted = kindOf(pipeline.params[param]!);
      source.fault(
        ["params", param],
        `param ${param} must be ${wanted}, as in pipeline.yaml, got ${JSON.stringify(value)}`,
      );
    }
  }
  const names = new Map<string, number>();
  const live = yaml.models.map((model, index) => liveModelOf(model, ["models", index], source));
  const roles = [SUBJECT, ...pipeline.roles];
  yaml.models.forEach((model, index) => {
    model.studies?.forEach((study, at) => {
      if (!yaml.studies.includes(study))
        source.fault(["models", index, "studies", at], `"${study}" is not among the basket's studies`);
    });
    model.roles?.forEach((role, at) => {
      if (!roles.includes(role))
        source.fault(["models", index, "roles", at], `unknown role "${role}"; known: ${roles.join(", ")}`);
    });
    const first = names.get(model.name);
    if (first !== undefined) {
      const place = source.place(["models", first, "name"]);
      source.fault(
        ["models", index, "name"],
        `model "${model.name}" stands here a second time (first at ${place})`,
      );
    } else names.set(model.name, index);
    if (model.provider !== undefined && model.name.startsWith(EMBEDDED_PREFIX))
      source.fault(
        ["models", index, "name"],
        `captions take a name that begins with ${EMBEDDED_PREFIX} for a scripted sender; give this model another`,
      );
    if (model.embedded === undefined) {
      const asked = (model.studies ?? yaml.studies).filter((study) => !imported.includes(study));
      if (asked.length > 0 && model.provider === undefined)
        source.fault(
          ["models", index],
          `nobody answers for "${model.name}" in ${asked.join(", ")}: name a provider, or an embedded strategy`,
        );
      return;
    }
    if (model.provider !== undefined)
      source.fault(
        ["models", index],
        `two answer for "${model.name}": name a provider or an embedded strategy, not both`,
      );
    const module = strategyModule(model.embedded.strategy);
    if (files.read(module) === null) {
      source.fault(
        ["models", index, "embedded", "strategy"],
        `unknown strategy "${model.embedded.strategy}": ${module} does not exist`,
      );
    }
  });

  return {
    name,
    studies: yaml.studies,
    imported,
    params: yaml.params ?? {},
    embedding: yaml.embedding ? { model: yaml.embedding.model, folder: yaml.embedding.folder ?? null } : null,
    models: yaml.models.map(({ name, embedded, studies, roles }, index) => ({
      name,
      studies: studies ?? yaml.studies,
      roles: roles ?? [SUBJECT],
      embedded: embedded ? { strategy: embedded.strategy, params: embedded.params ?? {} } : null,
      live: live[index] ?? null,
    })),
  };
}

/** What kind of value a param is, in words. */
function kindOf(value: Json): string {
  if (Array.isArray(value)) return "a list";
  if (value === null) return "null";
  return { number: "a number", string: "text", boolean: "true or false" }[typeof value as string] ?? "a map";
}
