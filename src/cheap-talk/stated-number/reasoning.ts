/** Names of the tags in which models put what is not part of the answer. */
const TAG =
  /[<[◁](\/?)(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis)(?:\s[^<>[\]\n]{0,200})?[>\]▷]/giu;

/** An answer without the reasoning that came along with it. */
export interface Answer {
  readonly text: string;
  /** Whether a block of reasoning was opened and never closed: the answer did not come. */
  readonly unclosed: boolean;
}

/**
 * The answer without its blocks of reasoning. A closing tag ends all that is open; one that closes nothing ends
 * reasoning that began before the text (some templates open the block in the prompt). O(n).
 */
export function withoutReasoning(text: string): Answer {
  let kept = "";
  let from = 0;
  let open = false;
  for (const tag of text.matchAll(TAG)) {
    if (tag[1] === "") {
      if (!open) kept += text.slice(from, tag.index);
      open = true;
      continue;
    }
    if (!open) kept = "";
    open = false;
    from = tag.index + tag[0].length;
  }
  return open ? { text: kept, unclosed: true } : { text: kept + text.slice(from), unclosed: false };
}
