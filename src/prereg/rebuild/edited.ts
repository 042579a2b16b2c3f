import { hashOf } from "../../pipeline/canonical.ts";
import { byteOrder } from "../../tables/canonical.ts";
import type { ArtifactTree } from "./tree.ts";

/** Files that are there and are not those that the manifest names, stages on demand included; in byte order. */
export function editedFiles({ entries, read }: ArtifactTree): string[] {
  const edited = new Set<string>();
  for (const { outputs } of Object.values(entries)) {
    for (const [file, output] of Object.entries(outputs)) {
      const bytes = read(file);
      if (bytes !== null && hashOf(bytes) !== output?.bytes) edited.add(file);
    }
  }
  return [...edited].sort(byteOrder);
}
