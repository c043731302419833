import { reportBytes } from '../byte-progress.ts';
import { elementsInReach, type ByteWindow } from '../source/byte-window.ts';
import type { PlyBody } from './ply-body.ts';
import { plyTypeBytes, type PlyElement } from './ply-header.ts';

/**
 * A cursor for the common forms of a binary body, which are read without checking the type of each value. Each function
 * reads as far as the form matches and returns how much it read. The general reader handles the rest, with all types
 * and errors.
 */
export interface PlyCursor extends ByteWindow {
  readonly littleEndian: boolean;
}

/** Byte offsets of x, y and z of a vertex, if all are f32 or all f64 and the element has no list. */
export interface PlainVertices {
  readonly type: 'f32' | 'f64';
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly stride: number;
}

export function plainVertices({ properties }: PlyElement, [atX, atY, atZ]: readonly [number, number, number]): PlainVertices | null {
  const type = properties[atX]?.type;
  if ((type !== 'f32' && type !== 'f64') || properties[atY]?.type !== type || properties[atZ]?.type !== type) return null;
  if (properties.some(({ countType }) => countType !== null)) return null;
  const offsetOf = (property: number): number => sizeOf(properties.slice(0, property));
  return { type, x: offsetOf(atX), y: offsetOf(atY), z: offsetOf(atZ), stride: sizeOf(properties) };
}

/**
 * Reads vertices up to the end of the window, the free capacity and `max`, and returns their count; 0 if no whole
 * vertex is left. Hot.
 */
export function readVertexRun(
  cursor: PlyCursor,
  { type, x, y, z, stride }: PlainVertices,
  max: number,
  { builder, report }: PlyBody,
): number {
  const { positions } = builder;
  const { values, length } = positions;
  const count = elementsInReach(cursor, stride, Math.min(max, Math.floor((values.length - length) / 3)));
  const { view, littleEndian, start } = cursor;
  const end = cursor.at + count * stride;
  for (let at = cursor.at, to = length; at < end; at += stride, to += 3) {
    reportBytes(report, start + at);
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
  cursor.at = end;
  return count;
}

/** Layout of a face whose list has a one-byte count and four-byte indices, and which has no other list. */
export interface PlainFaces {
  /** Bytes before and after the list. */
  readonly before: number;
  readonly behind: number;
}

export function plainFaces({ properties }: PlyElement, corners: number): PlainFaces | null {
  const list = properties[corners];
  if (list === undefined || (list.countType !== 'u8' && list.countType !== 'i8') || (list.type !== 'i32' && list.type !== 'u32'))
    return null;
  if (properties.some(({ countType }, i) => countType !== null && i !== corners)) return null;
  return { before: sizeOf(properties.slice(0, corners)), behind: sizeOf(properties.slice(corners + 1)) };
}

/**
 * Reads consecutive triangles with valid indices up to the end of the window, the free capacity and `max`, and returns
 * their count. Hot.
 */
export function readTriangleRun(cursor: PlyCursor, plain: PlainFaces, max: number, { plan, builder, report }: PlyBody): number {
  const { indices } = builder;
  const { values } = indices;
  const { vertices } = plan;
  const step = plain.before + 13 + plain.behind;
  let to = indices.length;
  const room = elementsInReach(cursor, step, Math.min(max, Math.floor((values.length - to) / 3)));
  const { bytes, view, littleEndian, start } = cursor;
  let at = cursor.at + plain.before;
  let read = 0;
  for (; read < room; read++, at += step, to += 3) {
    reportBytes(report, start + at);
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
  cursor.at += read * step;
  return read;
}

function sizeOf(properties: PlyElement['properties']): number {
  return properties.reduce((sum, { type }) => sum + plyTypeBytes[type], 0);
}
