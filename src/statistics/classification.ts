/**
 * How often each reference class was given each class.
 *
 * @param reference true classes
 * @param given classes that were given, unit by unit
 * @param classes every class that may occur, in the order of rows and columns
 * @returns counts[r][g]: units of class `classes[r]` that were given `classes[g]`
 * @throws RangeError for lists of unequal length or a class that is not listed
 */
export function confusionMatrix<Class extends string>(
  reference: readonly Class[],
  given: readonly Class[],
  classes: readonly Class[],
): number[][] {
  checkLengths("confusionMatrix", reference, given);
  const place = new Map(classes.map((name, i) => [name, i]));
  const counts = classes.map(() => classes.map(() => 0));
  const placeOf = (name: Class): number => {
    const at = place.get(name);
    if (at === undefined)
      throw new RangeError(`confusionMatrix requires one of ${classes.join(", ")}, got ${name}`);
    return at;
  };
  reference.forEach((name, i) => {
    (counts[placeOf(name)] as number[])[placeOf(given[i] as Class)]++;
  });
  return counts;
}

/** Share of units whose given class is the reference class; null without units. */
export function accuracy(reference: readonly string[], given: readonly string[]): number | null {
  checkLengths("accuracy", reference, given);
  if (reference.length === 0) return null;
  return reference.filter((name, i) => name === given[i]).length / reference.length;
}

/**
 * Macro F1: the unweighted mean over classes of F1 = 2·TP/(2·TP + FP + FN), the harmonic mean of precision and recall.
 * The classes are those that occur in the reference or among what was given, so that no F1 is 0/0; a class that occurs
 * and is never right has F1 0, also where its precision or recall is 0/0. That is what scikit-learn's
 * f1_score(average="macro") gives with its default labels and zero_division. A class that occurs on neither side is
 * left out and changes nothing. O(n).
 *
 * @returns 0 … 1; null without units
 * @example macroF1(["0", "1", "2", "0", "1", "2"], ["0", "2", "1", "0", "0", "1"]) // 0.2667
 */
export function macroF1(reference: readonly string[], given: readonly string[]): number | null {
  checkLengths("macroF1", reference, given);
  const classes = [...new Set([...reference, ...given])];
  if (classes.length === 0) return null;
  let sum = 0;
  for (const name of classes) {
    let [right, sides] = [0, 0];
    for (let i = 0; i < reference.length; i++) {
      if (reference[i] === name) sides++;
      if (given[i] === name) sides++;
      if (reference[i] === name && given[i] === name) right++;
    }
    sum += (2 * right) / sides;
  }
  return sum / classes.length;
}

function checkLengths(who: string, reference: readonly string[], given: readonly string[]): void {
  if (reference.length !== given.length)
    throw new RangeError(
      `${who} requires lists of equal length, got ${reference.length} and ${given.length}`,
    );
}
