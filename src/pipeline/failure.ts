/**
 * An expected failure: something a person can mend. Its message says what went wrong, where, and what to
 * do; it is printed as it stands, without a stack trace. Anything else that is thrown is a bug.
 */
export class Failure extends Error {
  /** What kind of failure, for code that reacts to it. */
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.name = "Failure";
    this.kind = kind;
  }
}

export type FailureKind =
  | "definition" // pipeline.yaml, a basket or a schema is wrong
  | "usage" // the command line is wrong
  | "impure" // a stage reached for something it must not
  | "stage" // a stage's own code failed
  | "schema" // a row breaks its schema
  | "input-changed" // a file changed while its stage ran
  | "missing" // answers that were not collected yet
  | "disk" // the file system refused
  | "damaged" // a stored file is not what its name says
  | "stopped"; // the user stopped the run

/** Turns a file system error into a Failure that names the path and a remedy; other errors come back as they are. */
export function diskFailure(error: unknown, doing: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === undefined) return error;
  const remedy = DISK_REMEDIES[code];
  return remedy === undefined ? error : new Failure("disk", `cannot ${doing}: ${code}, ${remedy}`);
}

const DISK_REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the disk; free some (`candor gc` drops what no manifest uses) and run again",
  EFBIG: "the file system takes no file of this size; use another",
  EDQUOT: "the disk quota is used up; free some space and run again",
  EROFS: "the file system is read-only; make it writable and run again",
  EACCES: "permission denied; make the folder writable and run again",
  EPERM: "the operation is not permitted; make the folder writable and run again",
  EEXIST: "a file stands where a folder should be; move it away and run again",
  ENOTDIR: "a part of the path is a file and not a folder; move it away and run again",
  EISDIR: "a folder stands where a file should be; move it away and run again",
  EIO: "the disk reported an error",
};
