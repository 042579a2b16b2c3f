import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Project } from "../project.ts";
import { differences, readTree, type Tree } from "../trees.ts";

const BASKET = "data/baskets/small.yaml";
const SIZES = "state_count: 30, resamples: 20, hypothesis_resamples: 20";
const basket = (params: string, models = "[{ name: embedded/truthful, embedded: { strategy: truthful } }]") =>
  `name: small\nstudies: [cheap-talk]\nparams: { ${SIZES}, ${params} }\nmodels: ${models}\n`;
const GOOD = basket("biases: [0, 0.04]");

let project: Project;
let good: Tree;
const artifacts = () => readTree(path.join(project.root, "artifacts"));

beforeAll(() => {
  project = Project.whole();
  project.write(BASKET, GOOD);
  const { code, stderr } = project.candor(["run", "--basket", "small"]);
  expect(code, stderr).toBe(0);
  good = artifacts();
});
afterAll(() => project.dispose());

interface BadDesign {
  readonly what: string;
  /** File and what stands in it instead: the whole, or a part. */
  readonly file: string;
  readonly from?: string;
  readonly to: string;
  readonly message: RegExp;
}

const BAD: readonly BadDesign[] = [
  {
    what: "a negative bias",
    file: BASKET,
    to: basket("biases: [0, -0.04]"),
    message: /a bias must be a number of 0 or more with at most six decimals, got -0\.04\b/u,
  },
  {
    what: "a bias that is no number",
    file: BASKET,
    to: basket("biases: [0, much]"),
    message: /a bias must be a number of 0 or more with at most six decimals, got "much"/u,
  },
  {
    what: "a bias that is text of digits",
    file: BASKET,
    to: basket('biases: [0, "0.04"]'),
    message: /a bias must be a number of 0 or more with at most six decimals, got "0\.04"/u,
  },
  {
    what: "a bias with seven decimals",
    file: BASKET,
    to: basket("biases: [0, 0.0400001]"),
    message: /a bias must be a number of 0 or more with at most six decimals, got 0\.0400001\b/u,
  },
  {
    what: "a bias that is not finite",
    file: BASKET,
    to: basket("biases: [0, .inf]"),
    message: /^candor: data\/baskets\/small\.yaml:3:\d+: \.inf is not a finite number$/mu,
  },
  {
    what: "a bias that is not in a list",
    file: BASKET,
    to: basket("biases: 0.04"),
    message:
      /^candor: data\/baskets\/small\.yaml:3:\d+: param biases must be a list, as in pipeline\.yaml, got 0\.04$/mu,
  },
  {
    what: "a design without a bias",
    file: BASKET,
    to: basket("biases: []"),
    message: /a design requires at least one bias, got none/u,
  },
  {
    what: "a design without a frame",
    file: BASKET,
    to: basket("biases: [0, 0.04], frames: []"),
    message: /a design requires at least one frame, got none/u,
  },
  {
    what: "a basket without a model",
    file: BASKET,
    to: basket("biases: [0, 0.04]", "[]"),
    message: /^candor: data\/baskets\/small\.yaml:4:\d+: .*a basket needs at least one model/mu,
  },
  {
    what: "a basket without a line",
    file: BASKET,
    to: "",
    message: /^candor: data\/baskets\/small\.yaml/mu,
  },
  {
    what: "fewer states than one",
    file: BASKET,
    to: GOOD.replace("state_count: 30", "state_count: -1"),
    message: /requires a whole number of states from 1 to 500000, got -1/u,
  },
  {
    what: "a state outside [0, 1]",
    file: "stages/cheap-talk/states.ts",
    from: "omega: state,",
    to: "omega: state * 2,",
    message: /states\.schema\.json: row 2 \(state_index=1\): column omega is 1\.938574, must be <= 1/u,
  },
  {
    what: "a drawn state outside [0, 1]",
    file: "stages/cheap-talk/states.ts",
    from: "checkStates(omega)",
    to: "checkStates(omega.map((state) => -state))",
    message: /state 0 must lie in \[0, 1\], got -0\.059191/u,
  },
  {
    what: "a template without its placeholders",
    file: "data/prompts/cheap-talk/payoff.txt",
    to: "Say something.\n",
    message: /payoff\.txt has no placeholder \{omega\}; a prompt must state \{omega\} and \{bias\}/u,
  },
  {
    what: "a template with a placeholder that is not known",
    file: "data/prompts/cheap-talk/payoff.txt",
    from: "{bias}",
    to: "{bais}",
    message: /payoff\.txt has the unknown placeholder \{bais\}; allowed are \{omega\} and \{bias\}/u,
  },
];

test.each(BAD)("$what: one clear message, exit 2, artifacts untouched", ({ file, from, to, message }) => {
  const before = project.read(file);
  project.write(file, from === undefined ? to : before.replace(from, () => to));
  expect(project.read(file)).not.toBe(before);
  const { code, stderr } = project.candor(["run", "--basket", "small"]);
  project.write(file, before);
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
  expect(stderr).not.toMatch(/^(ran|wrote) /mu);
  // Two stages that read one bad param say one and the same thing; the rest wait.
  const failures = [...stderr.matchAll(/^failed \S+: stage \S+ failed: (.*) \(in /gmu)];
  expect(new Set(failures.map(([, reason]) => reason)).size).toBeLessThanOrEqual(1);
  expect(stderr).not.toMatch(/TypeError|^ {4}at /mu);
  expect(differences(good, artifacts())).toEqual([]);
});

test("after all of them the good design is fresh, and nothing runs", () => {
  const { code, stages } = project.run(["--basket", "small"]);
  expect(code).toBe(0);
  expect(Object.values(stages).filter(({ state }) => state !== "fresh")).toEqual([]);
  expect(differences(good, artifacts())).toEqual([]);
});
