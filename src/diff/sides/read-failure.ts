import { Failure } from "../../pipeline/failure.ts";

/** Why the system does not let a file or folder be read; null for an error of another kind. */
export function whyUnreadable(error: unknown): string | null {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === undefined) return null;
  const told = READING[code];
  return told === undefined ? code : `${code}, ${told}`;
}

/** The same as a Failure that names the path; other errors come back as they are. */
export function readFailure(error: unknown, file: string): unknown {
  const why = whyUnreadable(error);
  return why === null || error instanceof Failure
    ? error
    : new Failure("disk", `cannot read ${file}: ${why}`);
}

const READING: Readonly<Record<string, string>> = {
  EACCES: "permission denied; make it readable",
  EPERM: "the operation is not permitted",
  ENOENT: "it is gone",
  ELOOP: "its links go in a circle",
  EIO: "the disk reported an error",
  EMFILE: "too many files are open",
};
