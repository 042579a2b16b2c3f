import { counted, grouped } from "../pipeline/quantities.ts";
import type { Verification } from "../prereg/verify/report.ts";
import { printable } from "../tables/untrusted.ts";
import type { Style } from "./command.ts";
import { listed } from "./verify-text.ts";

/** Paths that are not as committed. */
const MOST_PATHS = 10;

/** What was frozen, when, and where the project stands today: before all that differs. */
export function headLines(found: Verification, style: Style): string[] {
  const { lock, basket, root, frozen } = found;
  const { when, computed, answers } = frozen;
  const held = Object.entries(answers).filter(([, count]) => count > 0);
  const where = held.map(([file, count]) => `${printable(file)} held ${grouped(count)}`).join(", ");
  return [
    `lock     ${printable(lock)}, basket ${printable(basket)}`,
    `root     ${printable(root)}  (the registered root must be this one)`,
    `frozen   ${held.length === 0 ? style.good(when) : style.warn(`${when}: ${where}`)}${computed ? " (its senders are computed: there is none to wait for)" : ""}`,
    ...textLine(found, style),
    ...treeLines(found, style),
    ...dateLines(found, style),
  ];
}

/** The readable design is all that many read: what somebody wrote into it is told. */
function textLine({ readable }: Verification, style: Style): string[] {
  switch (readable.state) {
    case "as-frozen":
      return [];
    case "absent":
      return ["text     the readable design does not lie beside the lock; `candor freeze` writes it"];
    case "unknown":
      return [`text     the readable design could not be held against the lock: ${printable(readable.why)}`];
    case "edited":
      return [
        `text     ${style.bad("the readable design is not that of the lock")}: line ${readable.line} is ${readable.is}, where ${readable.was} should stand`,
      ];
    default:
      return readable satisfies never;
  }
}

/** The tree then and now: a lock that is clean says nothing of today. */
function treeLines({ commit, commitFound, frozen, today }: Verification, style: Style): string[] {
  const { clean, changed } = frozen;
  if (clean === null)
    return ["tree     no git repository when it was frozen", ...todayLine(commit, today, style)];
  const at =
    commit === null
      ? "before the first commit"
      : `from commit ${printable(commit)}${commitFound ? "" : style.warn(" (which git here does not have)")}`;
  const state = clean
    ? "everything as committed then"
    : `${style.warn(`with ${counted(changed.length, "path")} not as committed`)}: ${listed(changed, MOST_PATHS)}`;
  return [`tree     frozen ${at}, ${state}`, ...todayLine(commit, today, style)];
}

function todayLine(commit: string | null, today: Verification["today"], style: Style): string[] {
  if (today === null) return [];
  const { changed } = today;
  const at =
    today.commit === null
      ? "no commit"
      : today.commit === commit
        ? "the same commit"
        : `commit ${printable(today.commit)}`;
  const state =
    changed.length === 0
      ? "everything as committed"
      : `${style.warn(`with ${counted(changed.length, "path")} not as committed`)}: ${listed(changed, MOST_PATHS)}`;
  return [`today    ${at}, ${state}`];
}

/** When the lock was committed, and when the answers came, side by side. */
function dateLines({ date, journals }: Verification, style: Style): string[] {
  const times = journals.flatMap(({ first, last }) => (first === null ? [] : [first, last ?? first])).sort();
  const committed =
    date.unknown !== null
      ? `when the lock was committed is not known (${date.unknown})`
      : date.committed === null
        ? style.warn("the lock was never committed")
        : `lock first committed ${told(date.committed)}`;
  if (times.length === 0) return date.unknown === null ? [`dates    ${committed}`] : [];
  const answers = `first answer ${told(times[0]!)}, last ${told(times.at(-1)!)}`;
  const isOlder = date.committed !== null && Date.parse(times[0]!) < Date.parse(date.committed);
  const older = isOlder ? `; ${style.warn("the first answer is older than the lock's commit")}` : "";
  return [`dates    ${committed}; ${answers}${older}`];
}

/** A moment in UTC to the second. */
function told(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime())
    ? printable(time)
    : `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
