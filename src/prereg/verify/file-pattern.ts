/** Whether an input `files:<pattern>` takes a file: only the last part of a pattern may hold `*`. */
export function takesFile(from: string, file: string): boolean {
  if (!from.startsWith("files:")) return false;
  const pattern = from.slice("files:".length);
  const folder = pattern.slice(0, pattern.lastIndexOf("/") + 1);
  if (!file.startsWith(folder) || file.slice(folder.length).includes("/")) return false;
  const [first, ...rest] = pattern.slice(folder.length).split("*");
  let left = file.slice(folder.length);
  if (!left.startsWith(first!)) return false;
  left = left.slice(first!.length);
  if (rest.length === 0) return left === "";
  const last = rest.pop()!;
  for (const part of rest) {
    const at = left.indexOf(part);
    if (at === -1) return false;
    left = left.slice(at + part.length);
  }
  return left.endsWith(last);
}
