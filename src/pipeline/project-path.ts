import path from "node:path";

/** A file by its path from the project, with `/`; by its whole path where it lies elsewhere. */
export function projectPath(root: string, file: string): string {
  const full = path.resolve(file);
  const relative = path.relative(root, full);
  return relative.startsWith("..") || path.isAbsolute(relative) ? full : relative.split(path.sep).join("/");
}
