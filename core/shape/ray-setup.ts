import { normalizeInto, type Vec3 } from '../math/vec3.ts';

/**
 * Values that all box and triangle tests of one ray share. `setupRay` fills in the record, which is reused for all rays. Box tests
 * are relative to a frame's origin, where boxes are f32; triangle tests are in source space.
 */
export interface RaySetup {
  /** Source space; the direction has length 1. */
  readonly origin: Float64Array;
  readonly direction: Float64Array;
  far: number;

  /** Axis with the largest component of the direction, as z, and the two that follow it cyclically. */
  axisX: number;
  axisY: number;
  axisZ: number;
  /** Direction of axes x and y over that of axis z: the shear that makes the ray run along z. */
  shearX: number;
  shearY: number;
  inverseZ: number;
  /** Bound on every coordinate of a vertex relative to the ray's origin; `Infinity` where their products could overflow. */
  reach: number;

  /** (3) word in a box (min x y z, max x y z) of the near plane, and of the far plane. */
  readonly nearWord: Int32Array;
  readonly farWord: Int32Array;
  /** (3) origin in the frame, padded by its rounding error, for near planes and for far planes. */
  readonly nearOrigin: Float64Array;
  readonly farOrigin: Float64Array;
  /** (3) 1 / direction, reduced for near planes and increased for far planes by the rounding of a slab test. */
  readonly nearInverse: Float64Array;
  readonly farInverse: Float64Array;
}

export function createRaySetup(): RaySetup {
  return {
    origin: new Float64Array(3),
    direction: new Float64Array(3),
    far: Infinity,
    axisX: 0,
    axisY: 1,
    axisZ: 2,
    shearX: 0,
    shearY: 0,
    inverseZ: 1,
    reach: 0,
    nearWord: new Int32Array(3),
    farWord: new Int32Array(3),
    nearOrigin: new Float64Array(3),
    farOrigin: new Float64Array(3),
    nearInverse: new Float64Array(3),
    farInverse: new Float64Array(3),
  };
}

/** A slab test has four roundings of 2⁻⁵³; this is twice as much. */
const slabSlack = 2 ** -50;
/** A ray with a smaller component counts as parallel; see `setupAxis`. */
const minSlope = 1e-280;

/** Products of two coordinates up to it, and their sums, are finite; beyond it the triangle test has no bound. */
const maxReach = 2 ** 500;

/**
 * Prepares a ray for boxes in the frame at `frame`. The first box of `boxes` (f32 words, min then max) contains all others. Origin
 * and direction are finite; the direction has any length except 0. Hot.
 */
export function setupRay(ray: RaySetup, origin: Vec3, direction: Vec3, far: number, frame: Vec3, boxes: Float32Array): void {
  const unit = ray.direction;
  normalizeInto(direction[0], direction[1], direction[2], unit);
  ray.far = far;
  ray.reach = 0;
  for (let k = 0; k < 3; k++) {
    ray.origin[k] = origin[k]!;
    const local = origin[k]! - frame[k]!;
    ray.reach = Math.max(ray.reach, Math.abs(boxes[k] - local), Math.abs(boxes[k + 3] - local));
  }
  // The subtractions above were rounded.
  ray.reach *= 1 + 2 ** -50;
  for (let k = 0; k < 3; k++) setupAxis(ray, k, origin[k]! - frame[k]!);
  if (ray.reach > maxReach) ray.reach = Infinity;
  const absX = Math.abs(unit[0]);
  const absY = Math.abs(unit[1]);
  const absZ = Math.abs(unit[2]);
  const axis = absX >= absY ? (absX >= absZ ? 0 : 2) : absY >= absZ ? 1 : 2;
  ray.axisZ = axis;
  ray.axisX = axis === 2 ? 0 : axis + 1;
  ray.axisY = axis === 0 ? 2 : axis - 1;
  ray.inverseZ = 1 / unit[axis];
  ray.shearX = unit[ray.axisX] / unit[axis];
  ray.shearY = unit[ray.axisY] / unit[axis];
}

/**
 * Sets up the slab of one axis, so that no box that the exact ray hits is culled. `local` is the origin in the frame, rounded, with an
 * error below 2⁻⁵² of it.
 *
 * The inverse of a component below `minSlope` would overflow. Such a ray counts as parallel, and the slab is padded by the ray's
 * movement along the axis within the root box, and by less than the smallest f32.
 */
function setupAxis(ray: RaySetup, axis: number, local: number): void {
  const slope = ray.direction[axis];
  let padding = Math.abs(local) * 2 ** -52 + 2 ** -150;
  let inverse = 1 / slope;
  if (Math.abs(slope) < minSlope) {
    if (slope !== 0) padding += 2 * ray.reach * Math.abs(slope);
    inverse = Infinity;
  }
  const isForward = inverse > 0;
  ray.nearWord[axis] = isForward ? axis : axis + 3;
  ray.farWord[axis] = isForward ? axis + 3 : axis;
  ray.nearOrigin[axis] = isForward ? local + padding : local - padding;
  ray.farOrigin[axis] = isForward ? local - padding : local + padding;
  ray.nearInverse[axis] = inverse * (1 - slabSlack);
  ray.farInverse[axis] = inverse * (1 + slabSlack);
}
