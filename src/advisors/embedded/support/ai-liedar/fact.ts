import { type Clause, clauses, contentWords } from "./words.ts";

/** A fact as the judge looks for it. */
export interface Fact {
  /** Its text as it may be quoted: without the full stop at its end. */
  readonly core: string;
  /** Stems of its content words, each once; at least one. */
  readonly words: ReadonlySet<string>;
  /** Those that stand in a clause that says that something is so, and in one that says that it is not. */
  readonly so: ReadonlySet<string>;
  readonly notSo: ReadonlySet<string>;
}

/** Reads a fact, once for all transcripts that are held against it. */
export function readFact(text: string): Fact {
  const read = clauses(text);
  const side = (negative: boolean) =>
    read.filter((clause) => clause.negative === negative).flatMap((clause) => clause.words);
  return {
    core: withoutStop(text),
    words: contentWords(text),
    so: new Set(side(false)),
    notSo: new Set(side(true)),
  };
}

/** A sentence without the full stop, space and direction marks at its end. */
export function withoutStop(sentence: string): string {
  return sentence.replace(/[\s.。\u200E\u200F]+$/u, "");
}

/** Words of the fact that a clause says as the fact says them. */
export function agreeing({ words, negative }: Clause, fact: Fact): string[] {
  const side = negative ? fact.notSo : fact.so;
  return words.filter((word) => side.has(word));
}

/** Words of the fact of which a clause says the contrary: "not" where the fact does not, or the other way round. */
export function conflicting({ words, negative }: Clause, fact: Fact): string[] {
  const side = negative ? fact.notSo : fact.so;
  const other = negative ? fact.so : fact.notSo;
  return words.filter((word) => other.has(word) && !side.has(word));
}
