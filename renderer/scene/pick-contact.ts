import type { Contacts } from '#core/pair';
import type { Pixel } from '../tools/tool.ts';
import type { LocalSpace } from './local-space.ts';

export interface ContactPick {
  readonly contacts: Contacts;
  readonly viewSpace: LocalSpace;
  /** (16) from view space to clip space and to the space of the camera, column by column. */
  readonly clipFromView: readonly number[];
  readonly eyeFromView: readonly number[];
  /** The view's size, CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  readonly pixel: Pixel;
}

/** A contact that is drawn near a pixel. */
export interface NearContact {
  readonly contact: number;
  /** The drawn point nearest to that pixel. */
  readonly pixel: Pixel;
  /** Depth of that point along the view direction, view units. */
  readonly depth: number;
  readonly awaySq: number;
}

/** Maximum distance from the pointer to a line, CSS pixels. */
const reach = 5;
/** Maximum number of nearest contacts to return. */
const maxNear = 16;

/**
 * Returns the contacts whose segments, polygon outlines or points are drawn near a pixel, nearest first. Occlusion is not
 * tested. Hot: runs on pointer moves over hundreds of thousands of contacts.
 */
export function contactsNear({ contacts, viewSpace, clipFromView, eyeFromView, size, pixel }: ContactPick): readonly NearContact[] {
  const { firstPoint, positions, kinds } = contacts;
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  const near: NearContact[] = [];
  for (let contact = 0; contact < kinds.length; contact++) {
    const first = firstPoint[contact]!;
    const end = firstPoint[contact + 1]!;
    // A segment is one line, not an outline there and back.
    const lines = end - first === 2 ? 1 : end - first;
    for (let at = first; at < first + lines; at++) {
      const isAhead = project(positions, at, viewSpace, clipFromView, eyeFromView, size, from);
      const isEndAhead = project(positions, at + 1 < end ? at + 1 : first, viewSpace, clipFromView, eyeFromView, size, to);
      // Segments that reach behind the eye cannot be picked here.
      if (!isAhead || !isEndAhead) continue;
      const dx = to[0]! - from[0]!;
      const dy = to[1]! - from[1]!;
      const px = pixel[0] - from[0]!;
      const py = pixel[1] - from[1]!;
      const lengthSq = dx * dx + dy * dy;
      const along = lengthSq > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / lengthSq)) : 0;
      const x = px - along * dx;
      const y = py - along * dy;
      const awaySq = x * x + y * y;
      if (awaySq >= Math.min(reach * reach, near[maxNear - 1]?.awaySq ?? Infinity)) continue;
      const depth = from[2]! + along * (to[2]! - from[2]!);
      insert(near, { contact, pixel: [pixel[0] - x, pixel[1] - y], depth, awaySq });
    }
  }
  return near;
}

/** Keeps the nearest contacts, nearest first; equal distances keep the order of contacts. */
function insert(near: NearContact[], one: NearContact): void {
  let at = near.length;
  while (at > 0 && near[at - 1]!.awaySq > one.awaySq) at--;
  near.splice(at, 0, one);
  if (near.length > maxNear) near.pop();
}

/** Writes x, y in pixels and the depth along the view. Returns whether the point is in front of the eye; without perspective each is. */
function project(
  positions: Float64Array,
  at: number,
  { origin, unit }: LocalSpace,
  m: readonly number[],
  eye: readonly number[],
  { width, height }: ContactPick['size'],
  out: Float64Array,
): boolean {
  const x = (positions[3 * at]! - origin[0]) / unit;
  const y = (positions[3 * at + 1]! - origin[1]) / unit;
  const z = (positions[3 * at + 2]! - origin[2]) / unit;
  const w = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!;
  out[0] = (0.5 + (m[0]! * x + m[4]! * y + m[8]! * z + m[12]!) / (2 * w)) * width;
  out[1] = (0.5 - (m[1]! * x + m[5]! * y + m[9]! * z + m[13]!) / (2 * w)) * height;
  out[2] = -(eye[2]! * x + eye[6]! * y + eye[10]! * z + eye[14]!);
  return w > 0;
}
