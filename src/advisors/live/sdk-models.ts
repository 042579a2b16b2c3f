import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { LiveModel } from "../../pipeline/definition.ts";
import { sdkModel } from "./providers.ts";

/** The models of the providers' packages. Building one takes as long as many requests, so each is built once. */
export class SdkModels {
  readonly #secrets: ReadonlyMap<string, string>;
  readonly #fetch: typeof globalThis.fetch;
  /** By the model's name in the basket. */
  readonly #built = new Map<string, Promise<LanguageModelV3>>();

  /**
   * @param secrets values of API keys by their variables
   * @param fetch sends what the packages ask for
   */
  constructor(secrets: ReadonlyMap<string, string>, fetch: typeof globalThis.fetch) {
    this.#secrets = secrets;
    this.#fetch = fetch;
  }

  /** Rejects with a KeyError where the model has no key that could be sent. */
  of(model: LiveModel): Promise<LanguageModelV3> {
    let built = this.#built.get(model.name);
    if (built === undefined) {
      built = this.#build(model);
      this.#built.set(model.name, built);
    }
    return built;
  }

  async #build({ asked, keyVariable }: LiveModel): Promise<LanguageModelV3> {
    const key = keyVariable === null ? null : keyIn(keyVariable, this.#secrets);
    return await sdkModel(asked, key, this.#fetch);
  }
}

/** There is no key that could be sent. Its message names the variable. */
export class KeyError extends Error {}

/** Value of a key. Throws where there is none that could be sent, before anything quotes it. */
function keyIn(variable: string, secrets: ReadonlyMap<string, string>): string {
  const value = secrets.get(variable)?.trim() ?? "";
  if (value === "") throw new KeyError(`${variable} is not set, or empty: put the key into it`);
  if (!/^[\x21-\x7e]+$/u.test(value))
    throw new KeyError(
      `the value of ${variable} is no key: it holds spaces or other characters that no key has`,
    );
  return value;
}
