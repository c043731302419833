import { InspectorError } from '../../error.ts';
import { reportBytes, type ByteProgress } from '../byte-progress.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { quoted } from '../text/quoted.ts';
import { asciiText } from '../text/text-cursor.ts';
import { binaryMark } from './binary-mark.ts';
import {
  maxNodeDepth,
  maxValues,
  nodeNamed,
  numberValue,
  type FbxDocument,
  type FbxNode,
  type FbxValue,
  type NumberList,
} from './fbx-node.ts';
import { objectText } from './object-text.ts';

/**
 * The binary form: a magic of 23 bytes (the last byte is the byte order), u32 version, then node records. From version
 * 7.5 on the three counts of a record have 64 bits. Source: "FBX binary file format specification" (Blender Foundation,
 * 2013); the byte order as found by ufbx.
 */
const byteOrderAt = 22;
const versionAt = 23;
const firstNodeAt = 27;
const firstLongVersion = 7500;
/** Version in the header of binary FBX 3 and 5; the first node of FBX 5 has the version itself. */
const versionOfFive = 3000;

/** Returns whether bytes start with the binary FBX magic. */
export function isBinaryFbx(bytes: Uint8Array): boolean {
  return asciiText(bytes, 0, Math.min(bytes.length, binaryMark.length)) === binaryMark;
}

/**
 * Reads the binary form.
 * @throws InspectorError `unsupported-dialect`, `truncated`, `malformed`, with the byte.
 */
export function readBinaryFbx(bytes: Uint8Array, report: ByteProgress): FbxDocument {
  if (bytes.length < firstNodeAt) throw refuse('truncated', 'The file ends inside its header', exportAgain, { byte: bytes.length });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = bytes[byteOrderAt] === 0;
  const version = view.getUint32(versionAt, little);
  const reading: Reading = { bytes, view, little, isLong: version >= firstLongVersion, report, at: firstNodeAt };
  checkVersion(version === versionOfFive ? (declaredVersion(reading) ?? version) : version, { byte: versionAt });
  return { bytes, version, encoding: little ? 'little-endian' : 'big-endian', nodes: readNodes(reading, bytes.length, 0) };
}

/** Returns the version in the first node of a file; `null` if it has none or is damaged. */
function declaredVersion(reading: Reading): number | null {
  try {
    const header = readNode({ ...reading }, reading.bytes.length, 0);
    const version = header?.name === 'FBXHeaderExtension' ? nodeNamed(header.children, 'FBXVersion') : undefined;
    const number = version === undefined ? Number.NaN : numberValue(version, 0);
    return number > 0 ? number : null;
  } catch (error) {
    if (error instanceof InspectorError && error.code !== 'cancelled') return null;
    throw error;
  }
}

/**
 * Checks that a version is supported. `text` is what the file states; it is shown if it is not a number.
 * @throws InspectorError `unsupported-dialect`; `malformed` if it is not a number.
 */
export function checkVersion(version: number, location: { readonly byte?: number; readonly line?: number }, text = String(version)): void {
  if (version >= 6000 && version < 8000) return;
  if (!Number.isFinite(version)) throw refuse('malformed', `FBXVersion is ${quoted(text)}, not a number`, exportAgain, location);
  throw refuse(
    'unsupported-dialect',
    `FBX version ${versionText(version)} is not read`,
    'Export the file as FBX 7.4, or convert it with a current program',
    location,
  );
}

/** Returns `2.0 (2000)`: the version as programs name it, and as the file states it. */
function versionText(version: number): string {
  const named = version / 1000;
  return `${Number.isInteger(named) ? named.toFixed(1) : named} (${version})`;
}

interface Reading {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly little: boolean;
  readonly isLong: boolean;
  readonly report: ByteProgress;
  at: number;
}

/** Reads nodes up to the empty record that ends a list of nodes, or to `end`. */
function readNodes(reading: Reading, end: number, depth: number): readonly FbxNode[] {
  if (depth > maxNodeDepth)
    throw refuse('malformed', `Nodes are nested deeper than ${maxNodeDepth} levels`, exportAgain, { byte: reading.at });
  const nodes: FbxNode[] = [];
  while (reading.at < end) {
    reportBytes(reading.report, reading.at);
    const node = readNode(reading, end, depth);
    if (node === null) break;
    nodes.push(node);
  }
  return nodes;
}

function readNode(reading: Reading, end: number, depth: number): FbxNode | null {
  const { bytes, isLong, at: start } = reading;
  const headBytes = isLong ? 25 : 13;
  if (start + headBytes > end) throw cutShort(start);
  const [nodeEnd, valueCount, valueBytes] = [readCount(reading), readCount(reading), readCount(reading)];
  const nameBytes = bytes[reading.at++];
  if (nodeEnd === 0) return null;
  const valuesAt = reading.at + nameBytes;
  const childrenAt = valuesAt + valueBytes;
  if (nodeEnd > end || childrenAt > nodeEnd) throw cutShort(start);
  const name = asciiText(bytes, reading.at, valuesAt);
  reading.at = valuesAt;
  const { values, list } = readValues(reading, valueCount, childrenAt);
  reading.at = childrenAt;
  const children = childrenAt < nodeEnd ? readNodes(reading, nodeEnd, depth + 1) : [];
  reading.at = nodeEnd;
  return { name, values, list, children, location: { byte: start } };
}

function readCount(reading: Reading): number {
  const { view, little, isLong, at } = reading;
  reading.at += isLong ? 8 : 4;
  return isLong ? Number(view.getBigUint64(at, little)) : view.getUint32(at, little);
}

/** Reads the values up to `end`: the first few, and the position of a list of numbers. */
function readValues(
  reading: Reading,
  count: number,
  end: number,
): { readonly values: readonly FbxValue[]; readonly list: NumberList | null } {
  const start = reading.at;
  const values: FbxValue[] = [];
  let list: NumberList | null = null;
  for (let i = 0; i < count && values.length < maxValues; i++) {
    if (reading.at >= end) throw cutShort(reading.at);
    const value = readValue(reading, end);
    if (typeof value === 'object') list ??= value;
    else values.push(value);
  }
  if (count > maxValues) list ??= { kind: 'properties', count, at: start };
  return { values, list };
}

const sizes: Readonly<Record<string, number>> = { B: 1, C: 1, Z: 1, Y: 2, I: 4, F: 4, L: 8, D: 8 };
const arrayTypes = 'fdlibc';

function readValue(reading: Reading, end: number): FbxValue | NumberList {
  const { bytes, view, little } = reading;
  const at = reading.at + 1;
  const type = String.fromCharCode(bytes[reading.at]);
  const size = sizes[type];
  if (size !== undefined) {
    if (at + size > end) throw cutShort(reading.at);
    reading.at = at + size;
    return readPlain(view, at, type, little);
  }
  if (type === 'S' || type === 'R') {
    if (at + 4 > end) throw cutShort(reading.at);
    const length = view.getUint32(at, little);
    if (at + 4 + length > end) throw cutShort(reading.at);
    reading.at = at + 4 + length;
    return type === 'S' ? decodeObjectName(bytes.subarray(at + 4, at + 4 + length)) : '';
  }
  if (!arrayTypes.includes(type))
    throw refuse('malformed', `A value has the type ${JSON.stringify(type)}, which FBX does not have`, exportAgain, { byte: reading.at });
  if (at + 12 > end) throw cutShort(reading.at);
  const [count, encoding, length] = [0, 4, 8].map((offset) => view.getUint32(at + offset, little));
  if (encoding > 1)
    throw refuse('malformed', `An array has the encoding ${encoding}, which FBX does not have`, exportAgain, { byte: reading.at });
  if (at + 12 + length > end) throw cutShort(reading.at);
  reading.at = at + 12 + length;
  return { kind: 'array', type, count, packed: encoding === 1, at: at + 12, bytes: length };
}

/** Reads a value of one of the fixed-size types. */
export function readPlain(view: DataView, at: number, type: string, little: boolean): number | bigint {
  switch (type) {
    case 'Y':
      return view.getInt16(at, little);
    case 'I':
      return view.getInt32(at, little);
    case 'F':
      return view.getFloat32(at, little);
    case 'D':
      return view.getFloat64(at, little);
    case 'L': {
      const value = view.getBigInt64(at, little);
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    }
    default:
      return view.getInt8(at);
  }
}

/** Returns an object name as in text files: `name NUL 1 class` becomes `class::name`. */
function decodeObjectName(bytes: Uint8Array): string {
  const mark = bytes.indexOf(0);
  if (mark < 0 || bytes[mark + 1] !== 1) return objectText(bytes);
  return `${objectText(bytes.subarray(mark + 2))}::${objectText(bytes.subarray(0, mark))}`;
}

function cutShort(byte: number): Error {
  return refuse('truncated', 'A node does not fit into the file or into the node around it', exportAgain, { byte });
}
