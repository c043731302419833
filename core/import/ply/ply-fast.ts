import { reportBytes } from '../byte-progress.ts';
import type { PlyBody } from './ply-body.ts';
import { plyTypeBytes, type PlyElement } from './ply-header.ts';

/**
 * The common forms of a binary body, read without a look at each value's type. Whatever is not of that form is left to the general
 * reader, which knows every type and says what is wrong: each function reads as far as it may and tells how far it came.
 */
export interface FastBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly littleEndian: boolean;
}

/** Vertices of one size, x, y and z all f32 or all f64: reads all of them, or none. The byte behind them, or `null`. Hot. */
export function readPlainVertices({ view, littleEndian }: FastBytes, start: number, { properties, count }: PlyElement, { plan, builder, report }: PlyBody): number | null {
  const [atX, atY, atZ] = plan.xyz;
  const type = properties[atX]?.type;
  if ((type !== 'f32' && type !== 'f64') || properties[atY]?.type !== type || properties[atZ]?.type !== type) return null;
  if (properties.some(({ countType }) => countType !== null)) return null;
  const offsetOf = (property: number): number => sizeOf(properties.slice(0, property));
  const [x, y, z] = [offsetOf(atX), offsetOf(atY), offsetOf(atZ)];
  const stride = sizeOf(properties);
  const end = start + count * stride;
  const { positions } = builder;
  const { values, length } = positions;
  if (end > view.byteLength || length + 3 * count > values.length) return null;
  for (let at = start, to = length; at < end; at += stride, to += 3) {
    reportBytes(report, at);
    if (type === 'f32') {
      values[to] = view.getFloat32(at + x, littleEndian);
      values[to + 1] = view.getFloat32(at + y, littleEndian);
      values[to + 2] = view.getFloat32(at + z, littleEndian);
    } else {
      values[to] = view.getFloat64(at + x, littleEndian);
      values[to + 1] = view.getFloat64(at + y, littleEndian);
      values[to + 2] = view.getFloat64(at + z, littleEndian);
    }
  }
  positions.length = length + 3 * count;
  return end;
}

/** Where the corners of a face stand, when its list has a count of one byte, indices of four, and no list beside it. */
export interface PlainFaces {
  /** Bytes before the list and behind it. */
  readonly before: number;
  readonly behind: number;
}

export function plainFaces({ properties }: PlyElement, corners: number): PlainFaces | null {
  const list = properties[corners];
  if (list === undefined || (list.countType !== 'u8' && list.countType !== 'i8') || (list.type !== 'i32' && list.type !== 'u32')) return null;
  if (properties.some(({ countType }, i) => countType !== null && i !== corners)) return null;
  return { before: sizeOf(properties.slice(0, corners)), behind: sizeOf(properties.slice(corners + 1)) };
}

/**
 * As many triangles with sound indices as follow each other, at most `most`, from byte `start` on; their number, each `stepOf`
 * bytes long. Hot.
 */
export function readTriangleRun({ bytes, view, littleEndian }: FastBytes, start: number, plain: PlainFaces, most: number, { plan, builder, report }: PlyBody): number {
  const { indices } = builder;
  const { values } = indices;
  const { vertices } = plan;
  const step = stepOf(plain);
  let to = indices.length;
  const room = Math.min(most, Math.floor((values.length - to) / 3), Math.floor((bytes.length - start) / step));
  let at = start + plain.before;
  let read = 0;
  for (; read < room; read++, at += step, to += 3) {
    reportBytes(report, at);
    if (bytes[at] !== 3) break;
    const a = view.getUint32(at + 1, littleEndian);
    const b = view.getUint32(at + 5, littleEndian);
    const c = view.getUint32(at + 9, littleEndian);
    if (a >= vertices || b >= vertices || c >= vertices) break;
    values[to] = a;
    values[to + 1] = b;
    values[to + 2] = c;
  }
  indices.length = to;
  return read;
}

/** Bytes of a face with three corners. */
export function stepOf({ before, behind }: PlainFaces): number {
  return before + 13 + behind;
}

function sizeOf(properties: PlyElement['properties']): number {
  return properties.reduce((sum, { type }) => sum + plyTypeBytes[type], 0);
}
