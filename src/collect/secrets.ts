import type { LiveModel } from "../pipeline/definition.ts";

/** API keys of models, from the environment alone. */
export interface Secrets {
  /** By variable. */
  readonly values: ReadonlyMap<string, string>;
  /** Variables that are not set or empty, with the models that want them. */
  readonly missing: ReadonlyMap<string, readonly string[]>;
}

/** Looks the keys of models up. Nothing but the asker may see their values. */
export function secretsOf(
  models: readonly LiveModel[],
  environment: Readonly<Record<string, string | undefined>>,
): Secrets {
  const values = new Map<string, string>();
  const missing = new Map<string, string[]>();
  for (const { name, keyVariable } of models) {
    if (keyVariable === null) continue;
    const value = environment[keyVariable]?.trim() ?? "";
    if (value !== "") values.set(keyVariable, value);
    else missing.set(keyVariable, [...(missing.get(keyVariable) ?? []), name]);
  }
  return { values, missing };
}

/** Whether a model has the key that it wants, or wants none. */
export function hasKey({ values }: Secrets, { keyVariable }: LiveModel): boolean {
  return keyVariable === null || values.has(keyVariable);
}
