import type { Faults } from "../../pipeline/yaml.ts";
import { shown } from "../../tables/untrusted.ts";

const NAMES = ["leaf", "is", "reason"] as const;

/** Notes what is wrong with the entries of a deviations file, in the words of somebody who fills it in by hand. */
export function checkEntries(value: unknown, faults: Faults): void {
  if (value === null || value === undefined) return;
  if (!Array.isArray(value)) {
    faults.fault([], `a list of deviations must stand here, ${EACH}, got ${shown(value)}`);
    return;
  }
  value.forEach((entry, index) => {
    checkEntry(entry, index, faults);
  });
}

const EACH = "each with leaf, is and reason, as candor verify prints them";

function checkEntry(entry: unknown, index: number, faults: Faults): void {
  const name = `entry ${index + 1}`;
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    faults.fault([index], `${name} must have leaf, is and reason, got ${shown(entry)}`);
    return;
  }
  const members = entry as Readonly<Partial<Record<string, unknown>>>;
  const lacking = NAMES.filter((each) => !Object.hasOwn(members, each));
  if (lacking.length > 0) faults.fault([index], `${name} lacks ${lacking.join(" and ")}`);
  for (const key of Object.keys(members))
    if (!NAMES.some((each) => each === key))
      faults.fault(
        [index, key],
        `${name} has an unknown key "${key}"; known here: ${NAMES.join(", ")}`,
        "key",
      );
  const [leaf, , reason] = NAMES.map((each) => members[each]);
  if (!lacking.includes("leaf") && (typeof leaf !== "string" || leaf === ""))
    faults.fault([index, "leaf"], `${name}: leaf must be an address such as params.bins, got ${shown(leaf)}`);
  if (lacking.includes("reason")) return;
  if (typeof reason !== "string" && reason !== null)
    faults.fault([index, "reason"], `${name}: reason must be text, got ${shown(reason)}`);
  else if (reason === null || !/\S/u.test(reason))
    faults.fault([index, "reason"], `${name}: reason is empty; say why the design was left`);
}
