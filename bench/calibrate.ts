import { Project } from "../test/project.ts";
import type { Findings, Section } from "./section.ts";
import { candor } from "./timed.ts";

/** `make calibrate` from an empty store. */
async function measure(): Promise<Findings> {
  const project = Project.whole();
  try {
    const { ms, peakMB } = await candor(project, [
      "run",
      "cheap-talk/coverage",
      "cheap-talk/tables/coverage",
    ]);
    return {
      figures: [
        { name: "wall time", value: ms / 1000, unit: "s", bound: { kind: "at most", value: 1800 } },
        { name: "peak memory", value: peakMB, unit: "MB" },
      ],
      notes: [],
    };
  } finally {
    project.dispose();
  }
}

export const calibrate: Section = {
  name: "calibrate",
  title: "coverage of the half-sample intervals: 50 and 200 states, 400 replications",
  measure,
};
