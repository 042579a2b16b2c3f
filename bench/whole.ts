import { readFileSync } from "node:fs";
import path from "node:path";
import { Project } from "../test/project.ts";
import { type Figure, type Findings, median, type Section } from "./section.ts";
import { candor } from "./timed.ts";

const TIMES = 3;
const CALIBRATION = "cheap-talk/calibration";

/** A study from nothing: no store, no bundle, the command line itself not built. */
async function fromNothing(study: string, seconds: number): Promise<Findings> {
  const times: number[] = [];
  const peaks: number[] = [];
  const calibrations: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const project = Project.whole();
    try {
      project.remove(".candor");
      const { ms, peakMB } = await candor(project, ["run", study]);
      times.push(ms / 1000);
      peaks.push(peakMB);
      const log = path.join(project.root, ".candor", "log", "last-run.json");
      const { stages } = JSON.parse(readFileSync(log, "utf8")) as { stages: { stage: string; ms: number }[] };
      for (const { stage, ms } of stages) if (stage === CALIBRATION) calibrations.push(ms / 1000);
    } finally {
      project.dispose();
    }
  }
  const calibration = (): Figure => ({
    name: "the calibration stage in it, median",
    value: median(calibrations),
    unit: "s",
    bound: { kind: "at most", value: 10 },
  });
  return {
    figures: [
      {
        name: `wall time, median of ${TIMES}`,
        value: median(times),
        unit: "s",
        bound: { kind: "at most", value: seconds },
      },
      ...(calibrations.length > 0 ? [calibration()] : []),
      { name: `wall time, longest of ${TIMES}`, value: Math.max(...times), unit: "s" },
      {
        name: `peak memory, most of ${TIMES}`,
        value: Math.max(...peaks),
        unit: "MB",
        bound: { kind: "at most", value: 800 },
      },
    ],
    notes: [],
  };
}

export const whole: Section = {
  name: "whole",
  title:
    "candor run cheap-talk from an empty store, bundling included (12,000 rows, 60 cells, 5 receivers, 1000 resamples, calibration, 7 figures)",
  measure: () => fromNothing("cheap-talk", 20),
};

export const episodes: Section = {
  name: "episodes",
  title: "candor run ai-liedar from an empty store, bundling included (5,400 episodes, 10,800 judgements)",
  measure: () => fromNothing("ai-liedar", 30),
};
