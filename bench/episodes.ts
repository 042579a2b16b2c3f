import { Project } from "../test/project.ts";
import { type Findings, median, type Section } from "./section.ts";
import { candor } from "./timed.ts";

const TIMES = 3;

/** Study 2 from nothing: no store, no bundle, the command line itself not built. */
async function measure(): Promise<Findings> {
  const times: number[] = [];
  const peaks: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    const project = Project.whole();
    try {
      project.remove(".candor");
      const { ms, peakMB } = await candor(project, ["run", "ai-liedar"]);
      times.push(ms / 1000);
      peaks.push(peakMB);
    } finally {
      project.dispose();
    }
  }
  return {
    figures: [
      {
        name: `wall time, median of ${TIMES}`,
        value: median(times),
        unit: "s",
        bound: { kind: "at most", value: 30 },
      },
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

export const episodes: Section = {
  name: "episodes",
  title: "candor run ai-liedar from an empty store, bundling included (5,400 episodes, 10,800 judgements)",
  measure,
};
