import { cross, dot, minus, type Vec3 } from '#core/math';
import { type Placement, pointToWorld } from '../pair/placement.ts';
import type { ProbeOf } from './probe-shapes.ts';
import { sliceCorners } from './slice-grid.ts';
import type { SlicePicture } from './slice-state.ts';

/** A signed distance of a slice, and how far its cell is along a ray. */
export interface SliceHit {
  /** `null` where the side is unknown. */
  readonly value: number | null;
  readonly distance: number;
}

/**
 * Returns the distance of the slice where a ray in the world hits it; `null` if the ray misses it.
 * @param direction of length 1
 * @throws InspectorError `invalid-argument` for a slice without a normal.
 */
export function sliceHit(
  { columns, rows, distances }: SlicePicture,
  shape: ProbeOf<'slice'>,
  placement: Placement,
  origin: Vec3,
  direction: Vec3,
): SliceHit | null {
  const [corner, right, , down] = sliceCorners(shape).map((point) => pointToWorld(placement, point)) as [Vec3, Vec3, Vec3, Vec3];
  const [along, across] = [minus(right, corner), minus(down, corner)];
  const normal = cross(along, across);
  const distance = dot(normal, minus(corner, origin)) / dot(normal, direction);
  if (!(distance >= 0 && distance < Infinity)) return null;
  const [x, y, z] = minus(origin, corner);
  const offset: Vec3 = [x + distance * direction[0], y + distance * direction[1], z + distance * direction[2]];
  const column = Math.floor((dot(offset, along) / dot(along, along)) * columns);
  const row = Math.floor((dot(offset, across) / dot(across, across)) * rows);
  if (!(column >= 0 && column < columns && row >= 0 && row < rows)) return null;
  const value = distances[row * columns + column]!;
  return { value: Number.isNaN(value) ? null : value, distance };
}
