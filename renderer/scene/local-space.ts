import type { Vec3 } from '#core/math';
import { type Bounds, boundsCenter, boundsRadius } from '#core/mesh';
import { pointToWorld, type Placement } from '../state/pair/placement.ts';

/**
 * The space of a document's GPU data: `local = (source − origin) / unit`.
 *
 * Source coordinates are f64 and may be 1e-6 or 1e6 in size, or lie a million units from zero; f32 would round them on
 * a visible grid. Each document is therefore centred and scaled to a radius near 1, in f64. `unit` is a power of two, so
 * scaling is exact. `placeInView` keeps the relative positions of documents: the matrix from one local space to the other
 * is f64 too, and three multiplies it with the camera's in f64.
 */
export interface LocalSpace {
  readonly origin: Vec3;
  readonly unit: number;
}

export function localSpaceOf(bounds: Bounds): LocalSpace {
  const radius = boundsRadius(bounds);
  // A single point has no size: one source unit is used.
  const exponent = radius > 0 ? Math.round(Math.log2(radius)) : 0;
  return { origin: boundsCenter(bounds), unit: 2 ** Math.min(Math.max(exponent, -1000), 1000) };
}

export function toLocal({ origin, unit }: LocalSpace, point: Vec3): Vec3 {
  return [(point[0] - origin[0]) / unit, (point[1] - origin[1]) / unit, (point[2] - origin[2]) / unit];
}

export function toSource({ origin, unit }: LocalSpace, point: Vec3): Vec3 {
  return [origin[0] + point[0] * unit, origin[1] + point[1] * unit, origin[2] + point[2] * unit];
}

/** Returns the transform from a document's local space to view space: a column-major 4 x 4 matrix. */
export function placeInView(view: LocalSpace, local: LocalSpace, placement: Placement): readonly number[] {
  const scale = local.unit / view.unit;
  const linear =
    placement === null ? [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0] : placement.slice(0, 12).map((value) => value * scale);
  return [...linear, ...toLocal(view, pointToWorld(placement, local.origin)), 1];
}
