import { Project } from "../test/project.ts";
import { type Figure, type Findings, median, type Section } from "./section.ts";
import { candor } from "./timed.ts";

const TIMES = 7;

/** Verifying the embedded basket, 12,060 planned requests, against its lock: as frozen, and with sources that changed. */
async function measure(): Promise<Findings> {
  const project = Project.whole();
  try {
    await candor(project, ["freeze"]);
    const verified = async (): Promise<number> => {
      await candor(project, ["verify"]);
      const times: number[] = [];
      for (let i = 0; i < TIMES; i++) {
        const began = performance.now();
        await candor(project, ["verify"]);
        times.push((performance.now() - began) / 1000);
      }
      return median(times);
    };
    const figure = (name: string, value: number): Figure => ({
      name: `${name}, median of ${TIMES}`,
      value,
      unit: "s",
      bound: { kind: "at most", value: 1 },
    });
    const frozen = await verified();
    const file = "src/cheap-talk/cells.ts";
    project.write(file, `// A comment.\n${project.read(file)}`);
    return {
      figures: [
        figure("as frozen", frozen),
        figure("with a comment more in a shared source", await verified()),
      ],
      notes: [],
    };
  } finally {
    project.dispose();
  }
}

export const verify: Section = { name: "verify", title: "Verifying a basket against its lock", measure };
