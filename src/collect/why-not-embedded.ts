import { existsSync } from "node:fs";
import path from "node:path";
import { checkEmbedder } from "../advisors/embedding/local-model.ts";
import { EMBEDDING } from "../pipeline/definition.ts";
import { Failure } from "../pipeline/failure.ts";
import { answersFile, type Declared } from "../pipeline/plan.ts";
import { wavesOf } from "./waves.ts";

/** Why sentence embeddings could not be computed once the answers are there; null where they can, or are there. */
export async function whyNotEmbedded(
  root: string,
  declared: Declared,
  study: string | null,
): Promise<string | null> {
  const { embedding, name } = declared.basket;
  const stage = wavesOf(declared, study)
    .flat()
    .find(({ ask }) => ask === EMBEDDING);
  if (embedding === null || stage === undefined || existsSync(path.join(root, answersFile(name, stage))))
    return null;
  try {
    await checkEmbedder(root, embedding);
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
