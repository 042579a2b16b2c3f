/** The part of parquetjs-lite 0.8 that src/tables/parquet.ts drives. */
declare module "parquetjs-lite" {
  interface FieldOptions {
    type: "DOUBLE" | "INT32" | "UTF8" | "BOOLEAN";
    optional: boolean;
    compression: "SNAPPY";
    statistics: false;
  }
  interface WriterOptions {
    rowGroupSize: number;
    pageSize: number;
    pageIndex: boolean;
  }
  interface Sink {
    write(bytes: Uint8Array, done: (error?: Error) => void): void;
    end(done: (error?: Error) => void): void;
  }
  /** One column of the rows that wait for their page. */
  interface ColumnBuffer {
    dlevels: number[];
    rlevels: number[];
    values: unknown[];
    distinct_values: Set<unknown>;
    count: number;
  }
  interface RowBuffer {
    rowCount: number;
    pageRowCount: number;
    columnData: Record<string, ColumnBuffer>;
    pages: Record<string, unknown[]>;
  }
  class ParquetSchema {
    constructor(fields: Record<string, FieldOptions>);
  }
  class ParquetWriter {
    static openStream(schema: ParquetSchema, sink: Sink, options: WriterOptions): Promise<ParquetWriter>;
    /** An empty object until the first row of a row group. */
    rowBuffer: RowBuffer | Record<string, never>;
    appendRow(row: Record<string, unknown>): Promise<void>;
    close(): Promise<void>;
  }
  const parquet: { ParquetSchema: typeof ParquetSchema; ParquetWriter: typeof ParquetWriter };
  export default parquet;
}
