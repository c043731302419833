import type { Vec3 } from '#core/math/vec3';
import type { Contacts } from '#core/pair/contacts';
import type { LocalSpace } from './local-space.ts';

export interface ContactPick {
  readonly contacts: Contacts;
  readonly viewSpace: LocalSpace;
  /** (16) from view space to clip space, column by column. */
  readonly clipFromView: readonly number[];
  /** The view's size, CSS pixels. */
  readonly size: { readonly width: number; readonly height: number };
  readonly pixel: readonly [x: number, y: number];
  /** Contacts further along the view than this are behind something; view units. */
  readonly mostDepth: number;
}

/** How near to a line a pointer means it, CSS pixels. */
const reach = 5;
/** Lines lie on the surfaces that could hide them: so much further they may seem, for all the rounding. */
const depthRoom = 1.002;

/** The contact whose segment, polygon's outline or point is drawn nearest to a pixel; `null` for none. Hot: under the pointer. */
export function pickContact({ contacts, viewSpace, clipFromView, size, pixel, mostDepth }: ContactPick): number | null {
  const { firstPoint, positions, kinds } = contacts;
  const from = new Float64Array(3);
  const to = new Float64Array(3);
  let nearest: number | null = null;
  let leastSq = reach * reach;
  for (let contact = 0; contact < kinds.length; contact++) {
    const first = firstPoint[contact]!, end = firstPoint[contact + 1]!;
    for (let at = first; at < end; at++) {
      project(positions, at, viewSpace, clipFromView, size, from);
      project(positions, at + 1 < end ? at + 1 : first, viewSpace, clipFromView, size, to);
      // What reaches behind the eye is left to the list.
      if (!(from[2]! > 0 && to[2]! > 0)) continue;
      const dx = to[0]! - from[0]!, dy = to[1]! - from[1]!;
      const px = pixel[0] - from[0]!, py = pixel[1] - from[1]!;
      const lengthSq = dx * dx + dy * dy;
      const along = lengthSq > 0 ? Math.min(1, Math.max(0, (px * dx + py * dy) / lengthSq)) : 0;
      const x = px - along * dx, y = py - along * dy;
      const awaySq = x * x + y * y;
      if (awaySq >= leastSq || from[2]! + along * (to[2]! - from[2]!) > mostDepth * depthRoom) continue;
      leastSq = awaySq;
      nearest = contact;
    }
  }
  return nearest;
}

/** Writes x, y in pixels and the depth along the view. */
function project(positions: Float64Array, at: number, { origin, unit }: LocalSpace, m: readonly number[], { width, height }: ContactPick['size'], out: Float64Array): void {
  const x = (positions[3 * at]! - origin[0]) / unit, y = (positions[3 * at + 1]! - origin[1]) / unit, z = (positions[3 * at + 2]! - origin[2]) / unit;
  const w = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!;
  out[0] = (0.5 + (m[0]! * x + m[4]! * y + m[8]! * z + m[12]!) / (2 * w)) * width;
  out[1] = (0.5 - (m[1]! * x + m[5]! * y + m[9]! * z + m[13]!) / (2 * w)) * height;
  out[2] = w;
}

/** How far along the view lies a point at this distance from the eye, seen in this direction; both directions of length 1. */
export function depthAlong(distance: number, direction: Vec3, forward: Vec3): number {
  return distance * (direction[0] * forward[0] + direction[1] * forward[1] + direction[2] * forward[2]);
}
