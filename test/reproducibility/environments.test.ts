import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { $ } from "zx";
import { otherNode } from "../other-node.ts";
import { Project, ROOT, type StageJson } from "../project.ts";
import { skip } from "../skip.ts";
import { differences, readTree, type Tree } from "../trees.ts";

/** A place and a manner in which the whole basket is run. Few runs between them cover every dimension twice. */
interface Setting {
  readonly node: "this Node" | 22 | 24;
  readonly jobs: 1 | 2;
  readonly locale: string;
  readonly zone: string;
  /** What a file that all may read and write is created as. */
  readonly umask: string;
  readonly fileMode: number;
  /** Folder of the project below the scratch folder. */
  readonly folder: string;
  /** Whether candor is called by a path that leads through a symbolic link. */
  readonly linked: boolean;
}

const SETTINGS: readonly Setting[] = [
  {
    node: "this Node",
    jobs: 1,
    locale: "tr_TR.UTF-8",
    zone: "Pacific/Kiritimati",
    umask: "077",
    fileMode: 0o600,
    folder: "two words/ünïcode/and/more/depth/project",
    linked: false,
  },
  {
    node: "this Node",
    jobs: 2,
    locale: "de_DE.UTF-8",
    zone: "America/St_Johns",
    umask: "002",
    fileMode: 0o664,
    folder: "linked",
    linked: true,
  },
  {
    node: 22,
    jobs: 2,
    locale: "tr_TR.UTF-8",
    zone: "Asia/Kathmandu",
    umask: "027",
    fileMode: 0o640,
    folder: "a/b",
    linked: true,
  },
  {
    node: 24,
    jobs: 1,
    locale: "C",
    zone: "America/Sao_Paulo",
    umask: "022",
    fileMode: 0o644,
    folder: "c",
    linked: false,
  },
];

/** What git keeps of a tree of artifacts: all but Parquet. */
const committed = (file: string) => !file.endsWith(".parquet");

let scratch = "";
/** Every file of the first setting's run, Parquet included. */
let first: Tree | null = null;

beforeAll(() => {
  scratch = mkdtempSync(path.join(os.tmpdir(), "candor-settings-"));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs a program of Node in a setting; the shell sets the umask, as a user's would. */
async function inSetting(setting: Setting, node: string, cwd: string, args: readonly string[]) {
  const { locale, zone, umask } = setting;
  const env = { ...process.env, LC_ALL: locale, LANG: locale, LANGUAGE: locale, TZ: zone, NO_COLOR: "1" };
  const { exitCode, stdout, stderr } = await $({
    cwd,
    env,
    nothrow: true,
    quiet: true,
  })`umask ${umask}; exec ${node} ${args}`;
  return { exitCode, stdout, stderr };
}

for (const setting of SETTINGS) {
  test(`the whole basket gives the committed bytes: ${describe(setting)}`, {
    timeout: 180_000,
  }, async (context) => {
    let node = process.execPath;
    if (setting.node !== "this Node") {
      const other = otherNode(setting.node);
      if (other.kind === "absent") skip(context, other.reason);
      node = other.file;
    }
    const root = path.join(scratch, setting.folder);
    mkdirSync(root, { recursive: true });
    const project = Project.whole(root);
    putOnDemand(project);
    const at = setting.linked ? path.join(scratch, `link-${setting.node}`) : root;
    if (setting.linked) symlinkSync(root, at);

    // That the setting takes hold, else the test proves nothing.
    const seen = await inSetting(setting, node, at, [
      "-p",
      "new Date(0).getTimezoneOffset() + ' ' + Intl.Collator().resolvedOptions().locale",
    ]);
    const [offset, locale] = seen.stdout.trim().split(" ");
    expect(Number(offset)).not.toBe(0);
    expect(locale!.slice(0, 2)).toBe(setting.locale === "C" ? "en" : setting.locale.slice(0, 2));

    const command = [path.join(at, "bin", "candor.mjs"), "run", "--json", "--jobs", String(setting.jobs)];
    const run = await inSetting(setting, node, at, command);
    expect(run.exitCode, run.stderr).toBe(0);
    const artifacts = path.join(root, "artifacts", "embedded");
    const made = readTree(artifacts);
    expect(statSync(path.join(artifacts, "manifest.json")).mode & 0o777).toBe(setting.fileMode);
    expect(
      differences(readTree(path.join(ROOT, "artifacts", "embedded"), committed), only(made, committed)),
    ).toEqual([]);
    // Parquet files are not in git: the runs are compared with each other.
    first ??= made;
    expect(differences(first, made)).toEqual([]);

    const times = timesOf(artifacts, made);
    const again = await inSetting(setting, node, at, command);
    expect(again.exitCode, again.stderr).toBe(0);
    const { stages } = JSON.parse(again.stdout) as { stages: StageJson[] };
    expect(stages.filter(({ state, slices }) => state !== "fresh" || slices.ran > 0)).toEqual([]);
    expect(timesOf(artifacts, readTree(artifacts))).toEqual(times);
    project.dispose();
  });
}

/** What is made on demand takes minutes and is no part of a run: it lies there as in a clone, and must stay. */
function putOnDemand(project: Project): void {
  const folder = "artifacts/embedded";
  const { stages: defined } = parse(project.read("pipeline.yaml")) as {
    stages: Record<string, { on_demand?: boolean }>;
  };
  const manifest = JSON.parse(readFileSync(path.join(ROOT, folder, "manifest.json"), "utf8")) as {
    stages: Record<string, { outputs: Record<string, unknown> }>;
  };
  const stages = Object.entries(manifest.stages).filter(([id]) => defined[id]?.on_demand === true);
  for (const output of stages.flatMap(([, { outputs }]) => Object.keys(outputs)).filter(committed))
    project.write(`${folder}/${output}`, readFileSync(path.join(ROOT, folder, output)));
  project.write(
    `${folder}/manifest.json`,
    JSON.stringify({ ...manifest, stages: Object.fromEntries(stages) }),
  );
}

function describe({ node, jobs, locale, zone, umask, folder, linked }: Setting): string {
  const what = `${node === "this Node" ? node : `Node ${node}`}, ${jobs} job${jobs === 1 ? "" : "s"}`;
  return `${what}, ${locale}, ${zone}, umask ${umask}, in ${folder}${linked ? " through a link" : ""}`;
}

function only(tree: Tree, keep: (file: string) => boolean): Tree {
  return new Map([...tree].filter(([file]) => keep(file)));
}

/** When each file was last written. */
function timesOf(folder: string, tree: Tree): Record<string, number> {
  return Object.fromEntries(
    [...tree.keys()].map((file) => [file, statSync(path.join(folder, file)).mtimeMs]),
  );
}
