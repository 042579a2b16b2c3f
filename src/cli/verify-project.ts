import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { printable } from "../tables/untrusted.ts";

/**
 * Which project is held against a lock, where that does not go without saying: the current folder or the lock lies
 * outside of it. Null where both lie in it.
 *
 * @param lock relative to the project, or absolute
 */
export function projectOf(root: string, lock: string): string | null {
  const here = process.cwd();
  const lockFolder = path.dirname(path.resolve(root, lock));
  const [ofFolder, ofLock] = [otherProject(root, here), otherProject(root, lockFolder)];
  if (ofLock !== null) return `${printable(root)}  (the lock lies in another project, ${elsewhere(ofLock)})`;
  if (ofFolder !== null)
    return `${printable(root)}  (the current folder lies in another project, ${elsewhere(ofFolder)})`;
  return isIn(root, here) && isIn(root, lockFolder) ? null : printable(root);
}

function elsewhere(project: string): string {
  return `${printable(project)}: its own bin/candor.mjs verifies that one`;
}

/** The project that a folder lies in, where it is another one. */
function otherProject(root: string, folder: string): string | null {
  for (let at = real(folder); ; at = path.dirname(at)) {
    if (at === real(root)) return null;
    if (["pipeline.yaml", path.join("bin", "candor.mjs")].every((file) => existsSync(path.join(at, file))))
      return at;
    if (at === path.dirname(at)) return null;
  }
}

function isIn(root: string, folder: string): boolean {
  const relative = path.relative(real(root), real(folder));
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return path.resolve(folder);
  }
}
