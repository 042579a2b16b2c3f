import type { Surroundings } from "./report.ts";

/** Time zones whose offsets are no whole hours, so that no other zone hides what leaks. */
const ZONES = ["Pacific/Chatham", "America/St_Johns", "Asia/Kathmandu"];

/** Locales that write, sort and change case otherwise than English. */
const LOCALES = ["tr_TR.UTF-8", "de_DE.UTF-8", "sv_SE.UTF-8"];

/** Names that a program which builds commands or addresses of paths trips over. */
const FOLDERS = ["rebuild 1 'ö' 100%20 #a", "the second & other [folder], 日本"];

/**
 * Surroundings of the first or second rebuild: unlike those of this process, and unlike each other.
 *
 * @param jobs worker threads of an ordinary run
 */
export function surroundingsOf(rebuild: 0 | 1, jobs: number): Surroundings {
  const { TZ, LC_ALL, LANG } = process.env;
  const here = { zone: TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone, locale: LC_ALL ?? LANG };
  return {
    timeZone: ZONES.filter((zone) => zone !== here.zone)[rebuild]!,
    locale: LOCALES.filter((locale) => locale !== here.locale)[rebuild]!,
    folder: FOLDERS[rebuild]!,
    threads: rebuild === 0 ? jobs + 1 : jobs,
    startOrder: rebuild + 1,
  };
}

/** What Node and the system need to start a program; all else stays behind, keys of providers first. */
const KEPT = [
  "PATH",
  "HOME",
  "TMPDIR",
  "TEMP",
  "TMP",
  "NODE_OPTIONS",
  "LD_LIBRARY_PATH",
  "DYLD_LIBRARY_PATH",
  "DYLD_FALLBACK_LIBRARY_PATH",
  "ESBUILD_BINARY_PATH",
  "SYSTEMROOT",
  "USERPROFILE",
  "PATHEXT",
  "COMSPEC",
];

/** Environment of a rebuild. */
export function environmentOf({ timeZone, locale }: Surroundings): Record<string, string> {
  const kept = KEPT.flatMap((name): [string, string][] => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(kept),
    TZ: timeZone,
    LC_ALL: locale,
    LANG: locale,
    LANGUAGE: locale,
    NO_COLOR: "1",
  };
}
