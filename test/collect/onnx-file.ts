/** Numbers of the ONNX format: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto */
const FLOAT = 1;
const INT64 = 7;

/** One input or output of a graph. A dimension with a name has any length. */
export interface Port {
  readonly name: string;
  readonly type: "float" | "int64";
  readonly dims: readonly (number | string)[];
}

/** An operation on named values. */
export interface Operation {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** A constant of a graph. */
export interface Constant {
  readonly name: string;
  readonly dims: readonly number[];
  readonly values: readonly number[];
}

export interface Graph {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  readonly constants: readonly Constant[];
  readonly operations: readonly Operation[];
}

/** Bytes of an ONNX file with this graph: IR version 8, operators of set 13. */
export function onnxFile(graph: Graph): Uint8Array {
  const node = ({ op, inputs, outputs }: Operation) => [
    ...inputs.flatMap((name) => text(1, name)),
    ...outputs.flatMap((name) => text(2, name)),
    ...text(4, op),
  ];
  const body = [
    ...graph.operations.flatMap((operation) => message(1, node(operation))),
    ...text(2, "graph"),
    ...graph.constants.flatMap((constant) => message(5, tensor(constant))),
    ...graph.inputs.flatMap((port) => message(11, valueInfo(port))),
    ...graph.outputs.flatMap((port) => message(12, valueInfo(port))),
  ];
  const operators = [...text(1, ""), ...integer(2, 13)];
  return Uint8Array.from([...integer(1, 8), ...message(7, body), ...message(8, operators)]);
}

function tensor({ name, dims, values }: Constant): number[] {
  const raw = new Uint8Array(4 * values.length);
  const view = new DataView(raw.buffer);
  values.forEach((value, k) => {
    view.setFloat32(4 * k, value, true);
  });
  return [
    ...dims.flatMap((dim) => integer(1, dim)),
    ...integer(2, FLOAT),
    ...text(8, name),
    ...message(9, raw),
  ];
}

function valueInfo({ name, type, dims }: Port): number[] {
  const shape = dims.flatMap((dim) => message(1, typeof dim === "number" ? integer(1, dim) : text(2, dim)));
  const tensorType = [...integer(1, type === "float" ? FLOAT : INT64), ...message(2, shape)];
  return [...text(1, name), ...message(2, message(1, tensorType))];
}

/** Fields of protocol buffers: a tag of number and wire type, then a value. */
function integer(field: number, value: number): number[] {
  return [...varint(field * 8), ...varint(value)];
}

function message(field: number, bytes: ArrayLike<number>): number[] {
  return [...varint(field * 8 + 2), ...varint(bytes.length), ...Array.from(bytes)];
}

function text(field: number, value: string): number[] {
  return message(field, new TextEncoder().encode(value));
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}
