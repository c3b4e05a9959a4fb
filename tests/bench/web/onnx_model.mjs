// Just enough of the ONNX format (onnx.proto, IR version 8) to hand ONNX Runtime a graph of a few operators.

const bytesOf = (text) => new TextEncoder().encode(text);

function varint(value) {
  const out = [];
  for (let rest = BigInt(value); ; rest >>= 7n) {
    const low = Number(rest & 127n);
    if (rest < 128n) return [...out, low];
    out.push(low | 128);
  }
}

const integer = (field, value) => [...varint(field << 3), ...varint(value)];
const block = (field, bytes) => [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes];
const text = (field, value) => block(field, bytesOf(value));

const FLOAT = 1;
const INT64 = 7;
/** A size is a number, or a name where only the run says it. */
const dimension = (size) => block(1, typeof size === 'string' ? text(2, size) : integer(1, size));
const tensorType = (type, shape) => block(2, block(1, [...integer(1, type), ...block(2, shape.flatMap(dimension))]));
/** `shape` is a list of sizes, or {int64: sizes} of whole numbers. */
const valueInfo = (field, [name, shape]) =>
  block(field, [...text(1, name), ...(Array.isArray(shape) ? tensorType(FLOAT, shape) : tensorType(INT64, shape.int64))]);

function attribute(name, value) {
  const isList = Array.isArray(value);
  const payload = isList ? value.flatMap((x) => integer(8, x)) : integer(3, value);
  return block(5, [...text(1, name), ...payload, ...integer(20, isList ? 7 : 2)]);
}

const node = ([type, inputs, outputs, attributes = {}]) =>
  block(1, [
    ...inputs.flatMap((name) => text(1, name)),
    ...outputs.flatMap((name) => text(2, name)),
    ...text(4, type),
    ...Object.entries(attributes).flatMap(([name, value]) => attribute(name, value)),
  ]);

/** A tensor whose numbers lie `offset` bytes into a file of their own, of that name, which goes with the model. */
function external([name, { shape, file, offset }]) {
  const length = 4 * shape.reduce((product, size) => product * size, 1);
  const said = Object.entries({ location: file, offset, length }).flatMap(([key, value]) => block(13, [...text(1, key), ...text(2, `${value}`)]));
  return block(5, [...shape.flatMap((size) => integer(1, size)), ...integer(2, FLOAT), ...text(8, name), ...said, ...integer(14, 1)]);
}

/** A scalar, a tensor {shape, data: Float32Array}, or a list of whole numbers as BigInt64Array (a shape). */
function constant([name, value]) {
  if (value.file) return external([name, value]);
  const isList = value instanceof BigInt64Array;
  const data = isList ? value : (value.data ?? Float32Array.of(value));
  const shape = isList ? [value.length] : (value.shape ?? []);
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return block(5, [...shape.flatMap((size) => integer(1, size)), ...integer(2, isList ? INT64 : FLOAT), ...text(8, name), ...block(9, bytes)]);
}

/** A model from nodes [type, inputs, outputs, attributes], constants, and inputs and outputs {name: shape}. */
export function onnxModel({ nodes, constants = {}, inputs, outputs }) {
  const graph = [
    ...nodes.flatMap(node),
    ...text(2, 'graph'),
    ...Object.entries(constants).flatMap(constant),
    ...Object.entries(inputs).flatMap((entry) => valueInfo(11, entry)),
    ...Object.entries(outputs).flatMap((entry) => valueInfo(12, entry)),
  ];
  return Uint8Array.from([...integer(1, 8), ...block(7, graph), ...block(8, integer(2, 17))]);
}
