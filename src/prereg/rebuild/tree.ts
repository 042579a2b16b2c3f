import { statSync } from "node:fs";
import path from "node:path";
import { Failure } from "../../pipeline/failure.ts";
import { filesBelow, readIfThere } from "../../pipeline/files.ts";
import {
  artifactFolder,
  type Manifest,
  type ManifestEntry,
  manifestText,
  readManifest,
} from "../../pipeline/manifest.ts";

/** A basket's artifacts below some project: what the manifest says of a stage, and files by their path there. */
export interface ArtifactTree {
  readonly entries: Readonly<Record<string, ManifestEntry>>;
  /** What is wrong with the manifest as a whole. */
  readonly faults: readonly string[];
  readonly files: readonly string[];
  readonly read: (file: string) => Buffer | null;
}

/** Artifacts as they lie below a project. Never throws for what is in them. */
export function readArtifacts(root: string, basket: string): ArtifactTree {
  const folder = path.join(root, artifactFolder(basket));
  // A folder in the place of a file is no file.
  const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  const read = (file: string) => {
    const at = path.join(folder, file);
    return isFile(at) ? readIfThere(at) : null;
  };
  const files = filesBelow(folder);
  try {
    const manifest = readManifest(root, basket);
    return {
      entries: manifest.stages,
      faults: faultsOf(manifest, read("manifest.json"), basket),
      files,
      read,
    };
  } catch (error) {
    // Whatever somebody put into it, what the stages give is still compared.
    const why = error instanceof Failure ? error.message : "the manifest is nested too deep to be one";
    return { entries: {}, faults: [why], files, read };
  }
}

/** A manifest that reads as one may still not be what candor writes: an entry that stands twice, another basket's name. */
function faultsOf(manifest: Manifest, bytes: Buffer | null, basket: string): string[] {
  if (bytes === null) return [];
  const file = `${artifactFolder(basket)}/manifest.json`;
  const expected = manifestText({ format: manifest.format, basket, stages: manifest.stages });
  if (bytes.toString("utf8") === expected) return [];
  if (manifest.basket !== basket) return [`${file} names another basket: edited by hand`];
  const endings = bytes.toString("utf8").replaceAll("\r\n", "\n") === expected;
  return [
    endings
      ? `${file} has other line endings than candor writes`
      : `${file} is not written as candor writes it: edited by hand`,
  ];
}

/** Files that no stage makes; what reports, verification and the system put there is none of them. */
export function strangersIn(tree: ArtifactTree, claimed: ReadonlySet<string>): string[] {
  const known = (file: string) =>
    claimed.has(file) ||
    file === "manifest.json" ||
    file === "prereg.json" ||
    file.startsWith("report/") ||
    path.posix.basename(file).startsWith(".");
  return tree.files.filter((file) => !known(file));
}
