import { normalizeInto, type Vec3 } from '../math/vec3.ts';

/**
 * What many box and triangle tests of one ray share, computed once per ray. One record serves ray after ray: `setupRay`
 * fills it in. The box tests work relative to a frame's origin, where boxes are f32; the triangle tests in source space.
 */
export interface RaySetup {
  /** Source space; the direction has length 1. */
  readonly origin: Float64Array;
  readonly direction: Float64Array;
  far: number;

  /** Axis along which the ray runs fastest, and the two that follow it cyclically. */
  axisX: number;
  axisY: number;
  axisZ: number;
  /** Direction of axes x and y over that of axis z: what a shear takes off so that the ray runs along z. */
  shearX: number;
  shearY: number;
  inverseZ: number;
  /** Bound on every coordinate of a vertex relative to the ray's origin; `Infinity` where their products could overflow. */
  reach: number;

  /** (3) word inside a box (min x y z, max x y z) of the plane the ray meets first, and last. */
  readonly nearWord: Int32Array;
  readonly farWord: Int32Array;
  /** (3) origin in the frame, moved outward by its rounding error: for near planes and for far planes. */
  readonly nearOrigin: Float64Array;
  readonly farOrigin: Float64Array;
  /** (3) 1 / direction, made smaller for near planes and larger for far ones by the rounding of a slab test. */
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

/** Four roundings of 2⁻⁵³ happen to a slab; twice that is taken. */
const slabSlack = 2 ** -50;
/** Components smaller than this are as good as parallel; see `setupAxis`. */
const minSlope = 1e-280;

/** Products of two coordinates up to here, and their sums, are finite; beyond it the triangle test knows no bound. */
const maxReach = 2 ** 500;

/**
 * Prepares a ray for boxes in the frame at `frame`, of which the box at the start of `boxes` (f32 words, min then max)
 * holds all. Origin and direction are finite, the direction is not zero and of any length. Hot.
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
 * The slab of one axis, so that no box is culled that the exact ray meets. `local` is the origin in the frame, rounded:
 * its error is below 2⁻⁵² of it.
 *
 * A component below `minSlope` would overflow its inverse. Such a ray is taken as parallel, and the slab is widened by
 * what the component could amount to inside the root box, and by less than the least f32.
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
