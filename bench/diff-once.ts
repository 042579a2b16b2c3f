import { readFileSync } from "node:fs";
import { parquetMetadata, parquetRead } from "hyparquet";

// What a process of its own does once: reads two files with the reader alone.
for (const name of process.argv.slice(2)) {
  const file = Uint8Array.from(readFileSync(name)).buffer;
  await parquetRead({ file, metadata: parquetMetadata(file), onChunk() {} });
}
