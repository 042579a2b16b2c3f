import { counted, grouped } from "../pipeline/quantities.ts";
import { comparedWithArtifacts, type RebuildReport } from "../prereg/rebuild/report.ts";
import { isUntouched, JOURNAL, type Verification } from "../prereg/verify/report.ts";
import { worst } from "../prereg/verify/verdicts.ts";
import type { Style } from "./command.ts";

/** The last line: what a reader must take away who reads no other. */
export function verdictLine(found: Verification, rebuild: RebuildReport | null, style: Style): string {
  const touched = isUntouched(found)
    ? ""
    : `; ${style.bad("the readable design or journal lines were rewritten")}`;
  const design = `${designVerdict(found, style)}${touched}`;
  return rebuild === null ? design : `${design}; ${rebuildVerdict(rebuild, style)}`;
}

/** What a rebuild says of the artifacts: nothing where none lay here. */
function rebuildVerdict(rebuild: RebuildReport, style: Style): string {
  const { held, of } = comparedWithArtifacts(rebuild);
  if (!rebuild.equal) return style.bad("the rebuild differs");
  if (held === 0) return style.bad("no artifacts were here to compare the rebuild with");
  if (held === of) return style.good("the rebuild gives the same");
  return `${style.good("the rebuild gives the same")} for the ${grouped(held)} of ${counted(of, "stage")} of which artifacts lie here`;
}

/** Whether the design is the frozen one; and what the journal holds, in words of its own. */
function designVerdict({ leaves, declared, deviations }: Verification, style: Style): string {
  const outside = leaves.filter(({ section }) => section === JOURNAL);
  const change = worst(leaves.filter(({ section }) => section !== JOURNAL));
  const answers = outside.reduce((sum, { is }) => sum + Number(is), 0);
  const held = `${answers === 1 ? "answer that was" : "answers that were"} never planned`;
  const but = answers === 0 ? "" : `; but the journal holds ${grouped(answers)} ${held}`;
  const undeclared = counted(deviations.undeclared.length, "undeclared deviation");
  if (change === "deviation")
    return declared
      ? style.warn(`deviates from what was frozen; every deviation is declared with a reason${but}`)
      : style.bad(`deviates from what was frozen: ${undeclared}${but}`);
  const same = change === "identical" ? "as frozen" : "as frozen in all that runs; texts differ";
  if (answers === 0) return style.good(same);
  return declared
    ? style.warn(`${same}${but}: declared with a reason`)
    : style.bad(`${same}${but}: ${undeclared}`);
}
