/** Names that an object lists before all others, by their size: those of array elements. */
const INDEX = /^(?:0|[1-9]\d*)$/u;

/**
 * An object that lists its names in the order given, as a table has its columns. JavaScript itself puts names such as
 * 2024 first, in what is written as JSON too.
 */
export function ordered<Item>(entries: readonly (readonly [string, Item])[]): Readonly<Record<string, Item>> {
  const plain = Object.fromEntries(entries);
  const names = entries.map(([name]) => name);
  if (!names.some((name) => INDEX.test(name))) return plain;
  return new Proxy(plain, { ownKeys: () => names });
}
