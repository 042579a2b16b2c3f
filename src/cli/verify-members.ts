import type { Json } from "../pipeline/canonical.ts";
import { value } from "../pipeline/describe.ts";
import { excerpts } from "../prereg/rebuild/excerpts.ts";
import { canonicalJson } from "../tables/canonical.ts";
import { printable } from "../tables/untrusted.ts";

const MOST = 6;

/** In what two values differ, member by member with both sides: `params.temperature: none → 0.5`. */
export function changedMembers(was: Json, is: Json): string {
  const found = differences(was, is, []);
  const more = found.length - MOST;
  return found.slice(0, MOST).join("; ") + (more > 0 ? `; and ${more} more, which --json has` : "");
}

/** Undefined where a side has no such member. */
type Side = Json | undefined;

function differences(was: Side, is: Side, at: readonly string[]): string[] {
  if (was !== undefined && is !== undefined && canonicalJson(was) === canonicalJson(is)) return [];
  if (isRecord(was) && isRecord(is)) {
    const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    return names.flatMap((name) => differences(own(was, name), own(is, name), [...at, name]));
  }
  const place = at.length === 0 ? "" : `${printable(at.join("."))}: `;
  if (Array.isArray(was) && Array.isArray(is)) {
    const parts = elements(was, is);
    if (parts !== null) return [`${place}${parts}`];
  }
  return [`${place}${bothSides(was, is)}`];
}

function isRecord(of: Side): of is Readonly<Record<string, Json>> {
  return typeof of === "object" && of !== null && !Array.isArray(of);
}

function own(record: Readonly<Record<string, Json>>, name: string): Side {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Text that still fits as a whole. */
const SHORT = 60;

/** What left a long list and what came into it; null for a short one, and where its order alone differs. */
function elements(was: readonly Json[], is: readonly Json[]): string | null {
  if (Math.max(canonicalJson(was).length, canonicalJson(is).length) <= SHORT) return null;
  const [gone, added] = [missingFrom(is, was), missingFrom(was, is)];
  const tell = (what: string, list: readonly Json[]) => {
    const more = list.length - MOST;
    const told = list.slice(0, MOST).map((each) => value(each));
    return list.length === 0 ? [] : [`${told.join(", ")}${more > 0 ? ` and ${more} more` : ""} ${what}`];
  };
  const parts = [...tell("left out", gone), ...tell("added", added)];
  return parts.length === 0 ? null : parts.join(", ");
}

/** Elements of a list that another one lacks. */
function missingFrom(other: readonly Json[], list: readonly Json[]): Json[] {
  const held = new Set(other.map((each) => canonicalJson(each)));
  return list.filter((each) => !held.has(canonicalJson(each)));
}

function bothSides(was: Side, is: Side): string {
  const [before, now] = typeof was === "string" && typeof is === "string" ? excerpts(was, is) : [was, is];
  return `${before === undefined ? "none" : value(before)} → ${now === undefined ? "none" : value(now)}`;
}
