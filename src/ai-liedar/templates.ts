/** A template whose placeholders are known to be right. */
export interface Template<Name extends string> {
  /** Where it stands. */
  readonly path: string;
  /** The text with each placeholder replaced by its value, taken literally, and without blank lines at its end. */
  fill(values: Readonly<Record<Name, string>>): string;
}

/** Braces around anything but a quote or a line break: the JSON objects that prompts show hold quotes. */
const PLACEHOLDER = /\{([^{}"\n]*)\}/u;

/**
 * Finds `<name>.txt` among the files of a stage, whatever its folder, and reads it as a template.
 *
 * @param placeholders what it must hold, each at least once, and nothing else; none for a fixed text
 * @throws RangeError when there is no such file or more than one, naming the files that are there; and as `template`
 */
export function findTemplate<const Name extends string>(
  files: Readonly<Record<string, string>>,
  name: string,
  placeholders: readonly Name[],
): Template<Name> {
  const found = Object.keys(files).filter((path) => path.split("/").pop() === `${name}.txt`);
  const [path] = found;
  if (found.length !== 1 || path === undefined)
    throw new RangeError(
      `the prompts of study 2 require exactly one ${name}.txt, got ${found.length} among ` +
        `${Object.keys(files).sort().join(", ") || "no files"}`,
    );
  return template(path, files[path] as string, placeholders);
}

/**
 * Reads a template with placeholders such as `{name}`. It is read once and filled often: a value is put in as it is,
 * whatever braces or dollar signs it holds.
 *
 * @param path where it stands, for errors
 * @throws RangeError naming file and placeholder, when one is unknown or missing
 */
export function template<const Name extends string>(
  path: string,
  text: string,
  placeholders: readonly Name[],
): Template<Name> {
  // What stands between placeholders, and the placeholders, by turns.
  const parts = text.trimEnd().split(PLACEHOLDER);
  const named = parts.filter((_, i) => i % 2 === 1);
  const listed = (names: readonly string[]) => names.map((each) => `{${each}}`).join(", ") || "none";
  const only = placeholders.length === 0 ? "no placeholder" : `no placeholder but ${listed(placeholders)}`;
  for (const each of named)
    if (!(placeholders as readonly string[]).includes(each))
      throw new RangeError(`${path} requires ${only}, got {${each}}`);
  for (const each of placeholders)
    if (!named.includes(each))
      throw new RangeError(`${path} requires the placeholder {${each}}, got ${listed(named)}`);
  return {
    path,
    fill(values) {
      return parts.map((part, i) => (i % 2 === 1 ? values[part as Name] : part)).join("");
    },
  };
}
