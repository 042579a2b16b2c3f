import type { Json } from "../../pipeline/canonical.ts";
import type { ManifestEntry } from "../../pipeline/manifest.ts";
import { byteOrder, canonicalJson } from "../../tables/canonical.ts";
import type { ManifestLeaf } from "./report.ts";

/** Every leaf in which two entries of a manifest differ, by path in byte order. */
export function manifestLeaves(was: ManifestEntry, is: ManifestEntry): ManifestLeaf[] {
  const found: ManifestLeaf[] = [];
  const walk = (a: Json | undefined, b: Json | undefined, at: readonly string[]): void => {
    if (isObject(a) && isObject(b)) {
      for (const name of [...new Set([...Object.keys(a), ...Object.keys(b)])].sort(byteOrder))
        walk(own(a, name), own(b, name), [...at, name]);
    } else if (textOf(a) !== textOf(b)) {
      found.push({ path: at.join("."), was: a ?? null, is: b ?? null });
    }
  };
  walk(was as unknown as Json, is as unknown as Json, []);
  return found;
}

function own(object: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A name that is missing is told from one that holds null. */
function textOf(value: Json | undefined): string | null {
  return value === undefined ? null : canonicalJson(value);
}

function isObject(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
