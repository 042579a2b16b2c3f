import type { Hash } from "../../pipeline/canonical.ts";
import type { ProjectFiles } from "../../pipeline/files.ts";
import type { Design } from "../lock.ts";
import { frozenTexts } from "./git-texts.ts";
import type { Leaf, SourceDiff } from "./report.ts";

/** A source, a file that stages take (a prompt) or a schema that changed, with both texts; null for one that a side lacks. */
export interface ChangedSource {
  readonly address: string;
  readonly file: string;
  readonly was: string | null;
  readonly is: string | null;
  readonly unavailable: string | null;
}

/** Sections whose leaves are files. */
const TEXTS: readonly Leaf["section"][] = ["sources", "files", "schemas", "machinery"];

/** Texts of the sources, files and schemas among leaves: what git holds of the frozen ones, and today's. */
export function changedSources(
  files: ProjectFiles,
  commit: string | null,
  leaves: readonly Leaf[],
  frozen: Pick<Design, "schemas" | "machinery">,
): ChangedSource[] {
  const sources = leaves.filter(({ section }) => TEXTS.includes(section));
  const hashOf = ({ section, name, was }: Leaf) =>
    (section === "schemas" || section === "machinery") && Object.hasOwn(frozen[section], name)
      ? frozen[section][name]!.text
      : (was as Hash);
  const wanted = sources.flatMap((leaf) => (leaf.was === null ? [] : [[leaf.name, hashOf(leaf)] as const]));
  const texts = frozenTexts(files.root, commit, Object.fromEntries(wanted));
  return sources.map(({ address, name, was, is }) => {
    const text = was === null ? { text: null } : texts.get(name)!;
    return {
      address,
      file: name,
      was: "text" in text ? text.text : null,
      is: is === null ? null : (files.read(name)?.bytes.toString("utf8") ?? null),
      unavailable: "unavailable" in text ? text.unavailable : null,
    };
  });
}

/** Longer texts are not compared line by line. */
const LONGEST = 1_000_000;

/** Unified diffs of sources: the frozen text against today's. */
export async function sourceDiffs(
  sources: readonly ChangedSource[],
  leaves: readonly Leaf[],
): Promise<SourceDiff[]> {
  if (sources.length === 0) return [];
  const { createTwoFilesPatch } = await import("diff");
  const changes = new Map(leaves.map(({ address, change }) => [address, change]));
  return sources.map(({ address, file, was, is, unavailable }) => {
    const change = changes.get(address) ?? "deviation";
    if (unavailable !== null) return { file, change, patch: null, unavailable };
    if ([was, is].some((text) => (text?.length ?? 0) > LONGEST || text?.includes("\0")))
      return { file, change, patch: null, unavailable: "it is too long, or no text" };
    const names = [
      was === null ? "/dev/null" : `frozen/${file}`,
      is === null ? "/dev/null" : `today/${file}`,
    ] as const;
    const patch = createTwoFilesPatch(...names, was ?? "", is ?? "", undefined, undefined, {
      context: 3,
      // The time grows with the square of the lines that differ.
      maxEditLength: 5000,
    });
    if (patch === undefined) return { file, change, patch: null, unavailable: "too many lines differ" };
    return { file, change, patch: patch.replace(/^=+\n/u, ""), unavailable: null };
  });
}

/**
 * Sources whose text differs and whose code does not, comments and types aside: each is compiled alone as it is in a
 * bundle. So a comment is told from a change beside it that does matter.
 */
export async function sameCodeSources(root: string, sources: readonly ChangedSource[]): Promise<Set<string>> {
  const found = new Set<string>();
  const known = sources.filter(
    ({ address, was, is }) =>
      address.startsWith("sources.") && address.endsWith(".ts") && was !== null && is !== null,
  );
  if (known.length === 0) return found;
  const { compileAlone } = await import("../../pipeline/compile-alone.ts");
  for (const { file, was, is } of known) {
    const [before, now] = [await compileAlone(root, was!), await compileAlone(root, is!)];
    if (before !== null && before === now) found.add(file);
  }
  return found;
}
