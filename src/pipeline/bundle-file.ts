import type { Hash } from "./canonical.ts";

/** Folder of the bundles, relative to the project. */
export const BUNDLES = ".candor/cache/bundles";

/** Where the text of a bundle lies, relative to the project. */
export function bundleFile(hash: Hash): string {
  return `${BUNDLES}/${hash.slice("sha256:".length)}.js`;
}
