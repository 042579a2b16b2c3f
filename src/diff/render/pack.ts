/** A part of a text that must not grow too long: the same in several lengths. */
export interface Part {
  /** From whole to shortest; the last may be nothing. */
  readonly forms: readonly (() => string)[];
}

interface Packed {
  readonly texts: readonly string[];
  /** Of each part which form was taken: 0 is whole. */
  readonly taken: readonly number[];
}

/**
 * Chooses a form of each part so that all together are at most `room` characters: every part as short as it
 * can be, then round by round each one step longer while it fits, the first parts first. So no part takes the
 * room of all others, and none is cut in the middle. Parts whose shortest forms do not fit are left out from
 * the end.
 */
export function pack(parts: readonly Part[], room: number): Packed {
  const taken = parts.map(({ forms }) => forms.length - 1);
  const texts = parts.map(({ forms }) => forms.at(-1)?.() ?? "");
  let used = texts.reduce((sum, text) => sum + text.length, 0);
  for (let last = parts.length - 1; used > room && last >= 0; last--) {
    used -= texts[last]!.length;
    texts[last] = "";
    taken[last] = parts[last]!.forms.length;
  }
  const isDone = parts.map((_, i) => taken[i] !== parts[i]!.forms.length - 1);
  while (isDone.includes(false)) {
    for (const [i, { forms }] of parts.entries()) {
      if (isDone[i]) continue;
      const longer = taken[i] === 0 ? undefined : forms[taken[i]! - 1]!();
      if (longer === undefined || used - texts[i]!.length + longer.length > room) {
        isDone[i] = true;
        continue;
      }
      used += longer.length - texts[i]!.length;
      texts[i] = longer;
      taken[i]!--;
    }
  }
  return { texts, taken };
}
