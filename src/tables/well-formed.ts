/**
 * Text that UTF-8 can store: half of a surrogate pair, as a model leaves it when its answer is cut inside a
 * character, becomes U+FFFD.
 */
export function wellFormed(text: string): string {
  // In Node from 20 on; the language level of the project does not list it yet.
  return (text as unknown as { toWellFormed(): string }).toWellFormed();
}
