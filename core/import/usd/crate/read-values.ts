import { allocate } from '../../growable.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import type { UsdSamples, UsdValue } from '../layer.ts';
import { readLarge, takePacked, type CrateCursor, type CrateFile } from './crate-file.ts';
import { unpackIntegers } from './fast-compression.ts';
import { cutOff, readSmall, stringAt, takeCount, takeCount64, takeList, takeString, takeToken, tokenAt } from './take-values.ts';

/**
 * A value of a crate file: its position, or the value itself. Source: OpenUSD 26.05, `pxr/usd/sdf/crateFile.h`,
 * `ValueRep`.
 */
export interface ValueRep {
  readonly type: number;
  readonly isArray: boolean;
  readonly isInlined: boolean;
  readonly isPacked: boolean;
  /** 48 bits: a byte of the file, or the inlined value. */
  readonly payload: number;
}

/** Codes of types, from `pxr/usd/sdf/crateDataTypes.h`. */
export const valueTypes = {
  bool: 1,
  string: 10,
  token: 11,
  asset: 12,
  matrix2: 13,
  matrix3: 14,
  matrix4: 15,
  dictionary: 31,
  tokenEdits: 32,
  pathEdits: 34,
  referenceEdits: 35,
  pathVector: 40,
  tokenVector: 41,
  specifier: 42,
  variants: 45,
  timeSamples: 46,
  payload: 47,
  doubleVector: 48,
  stringVector: 50,
  payloadEdits: 55,
  timeCode: 56,
} as const;

/** Number type and count, by type code. */
type Scalar = 'u8' | 'i32' | 'u32' | 'i64' | 'u64' | 'half' | 'float' | 'double';
const numeric: ReadonlyMap<number, readonly [Scalar, number]> = new Map([
  [1, ['u8', 1]],
  [2, ['u8', 1]],
  [3, ['i32', 1]],
  [4, ['u32', 1]],
  [5, ['i64', 1]],
  [6, ['u64', 1]],
  [7, ['half', 1]],
  [8, ['float', 1]],
  [9, ['double', 1]],
  [13, ['double', 4]],
  [14, ['double', 9]],
  [15, ['double', 16]],
  [16, ['double', 4]],
  [17, ['float', 4]],
  [18, ['half', 4]],
  [19, ['double', 2]],
  [20, ['float', 2]],
  [21, ['half', 2]],
  [22, ['i32', 2]],
  [23, ['double', 3]],
  [24, ['float', 3]],
  [25, ['half', 3]],
  [26, ['i32', 3]],
  [27, ['double', 4]],
  [28, ['float', 4]],
  [29, ['half', 4]],
  [30, ['i32', 4]],
  [56, ['double', 1]],
]);
const sizes: Readonly<Record<Scalar, number>> = { u8: 1, i32: 4, u32: 4, i64: 8, u64: 8, half: 2, float: 4, double: 8 };
const quaternions: ReadonlySet<number> = new Set([16, 17, 18]);
/** Shorter lists are not compressed, even if they are marked so. */
const minPacked = 16;

export function repAt(view: DataView, at: number): ValueRep {
  readLarge(view, at);
  const high = view.getUint32(at + 4, true);
  return {
    type: (high >>> 16) & 0xff,
    isArray: high >>> 31 === 1,
    isInlined: (high & 0x4000_0000) !== 0,
    isPacked: (high & 0x2000_0000) !== 0,
    payload: view.getUint32(at, true) + 2 ** 32 * (high & 0xffff),
  };
}

/**
 * Returns a value as `UsdValue`. A quaternion has its real part first, as in text. Returns `null` for types that the
 * import does not use.
 * @throws InspectorError `truncated`, `malformed`, `count-exceeds-file`, `index-out-of-range`, with the byte.
 */
export function readRep(file: CrateFile, rep: ValueRep): UsdValue {
  const { type, isArray, isInlined, payload } = rep;
  if (!isArray || isInlined) return readUncached(file, rep);
  // Equal lists are stored once in a file.
  const key = 256 * payload + type;
  let value = file.lists.get(key);
  if (value === undefined) file.lists.set(key, (value = readUncached(file, rep)));
  return value;
}

function readUncached(file: CrateFile, rep: ValueRep): UsdValue {
  const { type, isArray, isInlined, payload } = rep;
  if (type === valueTypes.token || type === valueTypes.string || type === valueTypes.asset) return readText(file, rep);
  if (type === valueTypes.tokenVector) return takeList(file, { at: payload }, (cursor) => takeToken(file, cursor));
  if (type === valueTypes.stringVector) return takeList(file, { at: payload }, (cursor) => takeString(file, cursor));
  const layout = numeric.get(type);
  if (layout === undefined) return null;
  if (isArray) return readArray(file, rep, layout);
  const [scalar, width] = layout;
  if (isInlined) return inlined(rep, scalar, width);
  const byte = payload;
  if (byte + width * sizes[scalar] > file.bytes.length) throw cutOff(byte);
  return ordered(type, readNumbers(file.view, byte, scalar, width));
}

/** Returns whether a value changes over time. If so, `firstSample` reads it. */
export function isTimeSamples({ type }: ValueRep): boolean {
  return type === valueTypes.timeSamples;
}

/** Returns the value at the earliest time; times ascend. */
export function firstSample(file: CrateFile, samples: ValueRep): UsdValue {
  const { count, valueAt } = openSamples(file, samples);
  return count === 0 ? null : valueAt(0);
}

/**
 * Returns all samples.
 * @throws InspectorError `malformed` without a time for each value, and as `readRep`.
 */
export function allSamples(file: CrateFile, samples: ValueRep, take: (numbers: number) => void): UsdSamples {
  const { times, count, valueAt } = openSamples(file, samples);
  const rep = repAt(file.view, times);
  const read = rep.type === valueTypes.doubleVector ? readDoubles(file, rep.payload) : readRep(file, rep);
  if (!(read instanceof Float64Array) || read.length !== count)
    throw refuse('malformed', `${count} samples do not each have a time`, exportAgain, { byte: times });
  const values = Array.from(read, (_, i) => {
    const value = valueAt(i);
    take(1 + (value?.length ?? 0));
    return value;
  });
  return { times: read, values };
}

/** Returns the positions of times and values. The first offset leads to the times; the next one leads to the values. */
function openSamples(
  file: CrateFile,
  { payload }: ValueRep,
): { readonly times: number; readonly count: number; readonly valueAt: (index: number) => UsdValue } {
  const { view } = file;
  const times = payload + readLarge(view, payload);
  const values = times + 8;
  const list = values + readLarge(view, values);
  const count = readLarge(view, list);
  const valueAt = (index: number): UsdValue => {
    const rep = repAt(view, list + 8 * (index + 1));
    return isTimeSamples(rep) ? null : readRep(file, rep);
  };
  return { times, count, valueAt };
}

function readDoubles(file: CrateFile, byte: number): Float64Array {
  const cursor = { at: byte };
  const count = takeCount64(file, cursor, 8);
  return readNumbers(file.view, cursor.at, 'double', count);
}

function readText(file: CrateFile, { type, isArray, isInlined, payload }: ValueRep): UsdValue {
  if (isArray) {
    const cursor = { at: payload };
    if (payload === 0) return [];
    const count = takeCount(file, cursor, 4);
    return Array.from({ length: count }, () => (type === valueTypes.token ? takeToken(file, cursor) : takeString(file, cursor)));
  }
  const at = isInlined ? payload % 2 ** 32 : readSmall(file, payload);
  return type === valueTypes.string ? stringAt(file, at) : tokenAt(file, at);
}

/**
 * Returns a value that is stored in place of its offset, in at most 32 bits: doubles as floats, integer vectors and
 * matrix diagonals as bytes.
 */
function inlined({ type, payload }: ValueRep, scalar: Scalar, width: number): Float64Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, payload % 2 ** 32, true);
  if (width === 1) {
    switch (scalar) {
      case 'float':
      case 'double':
        return Float64Array.of(view.getFloat32(0, true));
      case 'half':
        return Float64Array.of(halfAt(view, 0));
      case 'i32':
      case 'i64':
        return Float64Array.of(view.getInt32(0, true));
      case 'u8':
        return Float64Array.of(view.getUint8(0));
      default:
        return Float64Array.of(view.getUint32(0, true));
    }
  }
  if (type === 21) return Float64Array.of(halfAt(view, 0), halfAt(view, 2));
  const out = new Float64Array(width);
  const rank = type === valueTypes.matrix2 ? 2 : type === valueTypes.matrix3 ? 3 : type === valueTypes.matrix4 ? 4 : 0;
  if (rank > 0) for (let i = 0; i < rank; i++) out[i * (rank + 1)] = view.getInt8(i);
  else for (let i = 0; i < width; i++) out[i] = view.getInt8(i);
  return out;
}

function readArray(file: CrateFile, { type, isPacked, payload }: ValueRep, [scalar, width]: readonly [Scalar, number]): Float64Array {
  // An empty list takes no bytes.
  if (payload === 0) return new Float64Array(0);
  const cursor = { at: payload };
  if (file.version < 5) cursor.at += 4;
  const count = file.version < 7 ? readSmall(file, cursor.at) : readLarge(file.view, cursor.at);
  cursor.at += file.version < 7 ? 4 : 8;
  if (isPacked && count >= minPacked) return readPacked(file, cursor, scalar, count * width);
  if (cursor.at + count * width * sizes[scalar] > file.bytes.length)
    throw refuse('count-exceeds-file', `A list declares ${count} values, more than the file has bytes for`, exportAgain, { byte: payload });
  return ordered(type, readNumbers(file.view, cursor.at, scalar, count * width));
}

/**
 * Returns a compressed list. Whole numbers are stored as differences. Other numbers are stored as whole numbers if all
 * are whole, else as indices into a table of distinct values.
 */
function readPacked(file: CrateFile, cursor: CrateCursor, scalar: Scalar, count: number): Float64Array {
  const { bytes, view } = file;
  const integers = (isWide: boolean): Float64Array => {
    const { packed, byte } = takePacked(bytes, view, cursor);
    const values = unpackIntegers(packed, count, byte, isWide);
    return values instanceof Float64Array ? values : allocate(() => Float64Array.from(values));
  };
  switch (scalar) {
    case 'i32':
      return integers(false);
    case 'u32':
      return integers(false).map((value) => (value < 0 ? value + 2 ** 32 : value));
    case 'i64':
    case 'u64':
      return integers(true);
    case 'u8':
      throw refuse('malformed', 'A list of this type cannot be compressed', exportAgain, { byte: cursor.at });
    default: {
      if (cursor.at >= bytes.length) throw cutOff(cursor.at);
      const code = bytes[cursor.at++];
      if (code === 0x69) return integers(false);
      if (code !== 0x74)
        throw refuse('malformed', `A list has the unknown compression method ${code}`, exportAgain, { byte: cursor.at - 1 });
      const entries = readSmall(file, cursor.at);
      cursor.at += 4;
      const byte = cursor.at;
      if (byte + entries * sizes[scalar] > bytes.length) throw cutOff(byte);
      const table = readNumbers(view, byte, scalar, entries);
      cursor.at += entries * sizes[scalar];
      return integers(false).map((index) => {
        if (!(index >= 0 && index < entries))
          throw refuse('index-out-of-range', `A list refers to value ${index} of ${entries}`, exportAgain, { byte });
        return table[index];
      });
    }
  }
}

/** Hot. */
function readNumbers(view: DataView, at: number, scalar: Scalar, count: number): Float64Array {
  const out = allocate(() => new Float64Array(count));
  switch (scalar) {
    case 'float':
      for (let i = 0; i < count; i++) out[i] = view.getFloat32(at + 4 * i, true);
      return out;
    case 'double':
      for (let i = 0; i < count; i++) out[i] = view.getFloat64(at + 8 * i, true);
      return out;
    case 'half':
      for (let i = 0; i < count; i++) out[i] = halfAt(view, at + 2 * i);
      return out;
    case 'i32':
      for (let i = 0; i < count; i++) out[i] = view.getInt32(at + 4 * i, true);
      return out;
    case 'u32':
      for (let i = 0; i < count; i++) out[i] = view.getUint32(at + 4 * i, true);
      return out;
    case 'u8':
      for (let i = 0; i < count; i++) out[i] = view.getUint8(at + i);
      return out;
    case 'i64':
      for (let i = 0; i < count; i++) out[i] = Number(view.getBigInt64(at + 8 * i, true));
      return out;
    case 'u64':
      for (let i = 0; i < count; i++) out[i] = Number(view.getBigUint64(at + 8 * i, true));
      return out;
  }
}

/** Moves the real part of quaternions to the front. Crate files store it last. */
function ordered(type: number, values: Float64Array): Float64Array {
  if (!quaternions.has(type)) return values;
  for (let i = 0; i + 3 < values.length; i += 4) {
    const real = values[i + 3];
    values.copyWithin(i + 1, i, i + 3);
    values[i] = real;
  }
  return values;
}

function halfAt(view: DataView, at: number): number {
  const bits = view.getUint16(at, true);
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size =
    exponent === 31
      ? fraction === 0
        ? Infinity
        : Number.NaN
      : exponent === 0
        ? fraction * 2 ** -24
        : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits >> 15 === 1 ? -size : size;
}
