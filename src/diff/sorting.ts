import { byteOrder } from "../tables/canonical.ts";
import { endingOf, MANIFEST, type SideFiles } from "./sides/side-files.ts";

/** Files of one table on one side: what it is read from, and what is printed from it. */
export interface TableFiles {
  readonly parquet: string | null;
  readonly csv: string | null;
}

export interface TablePlace {
  /** Path without an ending. */
  readonly stem: string;
  readonly a: TableFiles;
  readonly b: TableFiles;
  /** Markdown and LaTeX of it, on either side. */
  readonly renderings: readonly string[];
}

/** The files of two sides by what they are; paths in byte order. */
export interface Sorted {
  readonly tables: readonly TablePlace[];
  readonly figures: readonly string[];
  readonly files: readonly string[];
}

const RENDERINGS = [".md", ".tex"];

/** Sorts the files of two trees into tables, figures and others. The manifest is compared by itself. */
export function sortFiles(a: SideFiles, b: SideFiles): Sorted {
  const paths = [...new Set([...a.files.keys(), ...b.files.keys()])].sort(byteOrder);
  const isTable = (path: string) => [".parquet", ".csv"].includes(endingOf(path));
  const byStem = new Map<string, string[]>();
  for (const path of paths.filter(isTable))
    byStem.set(stemOf(path), [...(byStem.get(stemOf(path)) ?? []), path]);
  const tables = [...byStem].map(([stem, held]) => placesOf(stem, held, a, b));
  const withRenderings = new Map(tables.map(([first]) => [first!.stem, first!.renderings]));
  const figures: string[] = [];
  const files: string[] = [];
  for (const path of paths) {
    const renderings = withRenderings.get(stemOf(path));
    if (path === MANIFEST || isTable(path)) continue;
    if (endingOf(path) === ".svg") figures.push(path);
    else if (renderings !== undefined && RENDERINGS.includes(endingOf(path))) renderings.push(path);
    else files.push(path);
  }
  const places = tables.flat().sort((x, y) => byteOrder(x.stem, y.stem));
  return { tables: places, figures, files };
}

function stemOf(path: string): string {
  return path.slice(0, path.length - endingOf(path).length);
}

interface Place extends TablePlace {
  readonly renderings: string[];
}

/**
 * The table of a stem, and one more for every file beside it whose ending differs in the case of its letters alone:
 * `t.csv` and `t.CSV` may be two tables.
 */
function placesOf(stem: string, paths: readonly string[], a: SideFiles, b: SideFiles): Place[] {
  const [parquet, csv] = [".parquet", ".csv"].map((ending) =>
    paired(
      paths.filter((path) => endingOf(path) === ending),
      a,
      b,
    ),
  ) as [Pair, Pair];
  const rest = paths.filter((path) => ![...parquet, ...csv].includes(path));
  const files = (path: string, side: SideFiles): TableFiles => {
    const held = side.files.has(path) ? path : null;
    return endingOf(path) === ".csv" ? { parquet: null, csv: held } : { parquet: held, csv: null };
  };
  return [
    {
      stem,
      a: { parquet: parquet[0], csv: csv[0] },
      b: { parquet: parquet[1], csv: csv[1] },
      renderings: [],
    },
    ...rest.map((path) => ({ stem: path, a: files(path, a), b: files(path, b), renderings: [] })),
  ];
}

type Pair = readonly [a: string | null, b: string | null];

/** The file of each side that belong together: of one name if there are, else the first of each. */
function paired(paths: readonly string[], a: SideFiles, b: SideFiles): Pair {
  const [inA, inB] = [a, b].map(({ files }) => paths.filter((path) => files.has(path))) as [
    string[],
    string[],
  ];
  // Capitals come first in byte order, and what candor writes has none.
  const both = inA.findLast((path) => inB.includes(path));
  return both === undefined ? [inA.at(-1) ?? null, inB.at(-1) ?? null] : [both, both];
}
