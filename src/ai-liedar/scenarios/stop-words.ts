/** English words that say little about what a sentence is about: articles, pronouns, prepositions, auxiliaries, conjunctions. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also although always am among an and another any anyone anything are around as at away
   back be because been before being between both but by can cannot could did do does doing done down during each
   either else even ever every everyone everything few for from further had has have having he her here hers herself
   him himself his how i if in instead into is it its itself just many may me might mine more most much must my
   myself neither never no nobody none nor not nothing now of off often on once one only onto or other our ours out
   over own per quite rather she should since so some someone something soon still such than that the their theirs
   them themselves then there these they this those though through to too toward towards under until up upon us very
   was we were what when where whether which while who whom whose why will with within without would yet you your
   yours yourself yourselves`.split(/\s+/u),
);
