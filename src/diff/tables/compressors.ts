import * as zlib from "node:zlib";

const { brotliDecompressSync, gunzipSync } = zlib;

/** Node has it from 22.15 on. */
const { zstdDecompressSync } = zlib as { zstdDecompressSync?: typeof gunzipSync };

/** What the reader cannot undo by itself; never more bytes than the page says it holds. */
export const COMPRESSORS: Readonly<Record<string, (input: Uint8Array, outputLength: number) => Uint8Array>> =
  {
    GZIP: (input, outputLength) =>
      new Uint8Array(gunzipSync(input, { maxOutputLength: Math.max(1, outputLength) })),
    BROTLI: (input, outputLength) =>
      new Uint8Array(brotliDecompressSync(input, { maxOutputLength: Math.max(1, outputLength) })),
    ...(zstdDecompressSync && {
      ZSTD: (input: Uint8Array, outputLength: number) =>
        new Uint8Array(zstdDecompressSync(input, { maxOutputLength: Math.max(1, outputLength) })),
    }),
  };
