import { type Stats, statSync } from "node:fs";
import { Failure } from "../../pipeline/failure.ts";
import { readManifestFile } from "../manifests.ts";
import { fileSide, folderSide } from "./folder.ts";
import { whyUnreadable } from "./read-failure.ts";
import { findRevision, revisionSide, shortened } from "./revision.ts";
import { artifactsAlone, knownTo, MANIFEST, type SideFiles } from "./side-files.ts";

/** Basket of a revision when nothing says which. */
const DEFAULT_BASKET = "embedded";

/**
 * Both sides of a comparison: folders and files as they are, everything else as a revision of git. Throws a usage
 * Failure where a side is not there or the two are of different kinds. The caller closes both.
 */
export async function openSides(
  root: string,
  given: readonly [string, string],
  basket: string | undefined,
): Promise<[SideFiles, SideFiles]> {
  const places = given.map((each) => placeOf(root, each)) as [Place, Place];
  const opened: (SideFiles | null)[] = places.map((place) => (place.kind === "here" ? place.open() : null));
  // Of two folders no basket is asked for, whatever their manifests name.
  const isAsked = places.some(({ kind }) => kind === "revision");
  const wanted = basket ?? (isAsked ? await basketOfTree(opened) : undefined) ?? DEFAULT_BASKET;
  if (!isBasketName(wanted)) throw new Failure("usage", `"${shortened(wanted)}" is no name of a basket`);
  const [a, b] = places.map((place, i) =>
    place.kind === "here" ? opened[i]! : revisionSide(root, place.revision, wanted),
  ) as [SideFiles, SideFiles];
  if ((a.side.kind === "file") !== (b.side.kind === "file")) {
    a.close();
    b.close();
    throw new Failure("usage", mixedKinds(a, b));
  }
  const areArtifacts = [a, b].some(({ side, files }) => side.kind !== "file" && files.has(MANIFEST));
  const [was, is] = areArtifacts ? [artifactsAlone(a), artifactsAlone(b)] : [a, b];
  return [knownTo(is, was), knownTo(was, is)];
}

type Place =
  | { readonly kind: "here"; readonly open: () => SideFiles }
  | { readonly kind: "revision"; readonly revision: ReturnType<typeof findRevision> };

function placeOf(root: string, given: string): Place {
  const stat = given === "" ? undefined : statOf(given);
  if (stat?.isDirectory()) return { kind: "here", open: () => folderSide(given) };
  if (stat?.isFile()) return { kind: "here", open: () => fileSide(given) };
  if (stat !== undefined) throw new Failure("usage", `"${given}" is neither a folder nor a file`);
  return { kind: "revision", revision: findRevision(root, given) };
}

/** What lies there; undefined where nothing can, so that it may be a revision. */
function statOf(given: string): Stats | undefined {
  try {
    return statSync(given, { throwIfNoEntry: false });
  } catch (error) {
    const why = whyUnreadable(error);
    if (why === null) throw error;
    if (["ENOTDIR", "ENAMETOOLONG"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw new Failure("disk", `cannot look at "${shortened(given)}": ${why}`);
  }
}

function isBasketName(name: string): boolean {
  return /^[\w.-]+$/u.test(name) && !name.startsWith(".");
}

/** Basket that a tree's manifest names, for the revision on the other side. */
async function basketOfTree(opened: readonly (SideFiles | null)[]): Promise<string | undefined> {
  for (const side of opened) {
    const manifest = side === null ? null : await readManifestFile(side);
    if (side === null || manifest === null || typeof manifest === "string") continue;
    const { basket } = manifest;
    if (isBasketName(basket)) return basket;
    throw new Failure(
      "usage",
      `the manifest of "${side.side.given}" is of a basket "${shortened(basket)}", which is no name of one; --basket says which basket of the revision is meant`,
    );
  }
  return undefined;
}

function mixedKinds(a: SideFiles, b: SideFiles): string {
  const [file, tree] = a.side.kind === "file" ? [a.side, b.side] : [b.side, a.side];
  const hint =
    tree.kind === "revision" && tree.commit !== null && file.commit === null
      ? `; a file of a revision is written ${tree.given}:${file.given}`
      : "";
  return `"${file.given}" is a file and "${tree.given}" holds a tree of files: name two of a kind${hint}`;
}
