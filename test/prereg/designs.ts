import { hashOf } from "../../src/pipeline/canonical.ts";
import type { Design } from "../../src/prereg/lock.ts";

/** A small design with a leaf or more in every section. */
export const SMALL_DESIGN: Design = {
  answers: { "data/journals/small/toy.jsonl": 0 },
  basket: { studies: ["toy"], imported: [], embedding: null },
  engine: { worker: hashOf("worker"), writer: hashOf("writer"), key_format: 4 },
  files: { "data/notes/first.txt": hashOf("note") },
  machinery: { "src/pipeline/run.ts": { code: hashOf("code"), text: hashOf("text") } },
  models: { one: { provider: "openai-compatible", model: "m", base_url: "http://127.0.0.1/v1", params: {} } },
  packages: { esbuild: "0.28.2", "typescript settings": hashOf("tsconfig") },
  params: { bins: 20, biases: [0, 0.04], thresholds: { valid: { target: 0.95 } } },
  requests: { 'toy/squared {"group":"a"}': [hashOf("1"), hashOf("2")] },
  rows: { "toy/numbers": hashOf("rows") },
  schemas: { "schemas/toy/numbers.schema.json": { rows: hashOf("r"), text: hashOf("t") } },
  sources: { "stages/toy/numbers.ts": hashOf("source") },
  stages: {
    "toy/numbers": {
      module: "stages/toy/numbers.ts",
      code: hashOf("bundle"),
      answerers: {},
      params: ["bins"],
      inputs: {},
      schema: "schemas/toy/numbers.schema.json",
      map: [],
      sliced: null,
      ask: null,
      askRoles: [],
      onDemand: false,
      outputs: ["toy/numbers.parquet"],
      sources: ["stages/toy/numbers.ts"],
      packages: [],
    },
  },
  tree: { git: "0".repeat(40), clean: true, changed: [] },
};
