import { bigMinus, type BigVec3 } from '../math/big-vec3.ts';
import { cross, dot, type Vec3 } from '../math/vec3.ts';

/** An axis along which a body may leave a triangle: a vector, or the cross product of two. */
export interface ExitAxis {
  readonly factors: readonly [BigVec3] | readonly [BigVec3, BigVec3];
}

/** Bounds of the length of the move along an axis. */
export interface ExitRange {
  readonly min: number;
  readonly max: number;
}

const unknown: ExitRange = { min: -Infinity, max: Infinity };
/** A cross product that is shorter than this part of the product of its factors is mostly rounding. */
const minSine = 2 ** -30;
/** Bound of the rounding errors below, in units of the product of the factors and the reach: 256 times 2^-53. */
const rounding = 2 ** -45;

/**
 * Returns bounds of the move along each axis by which a body leaves a triangle, computed in f64; unbounded where rounding decides, and for
 * axes that may be zero.
 * @param corners of the body.
 */
export function exitRanges(axes: readonly ExitAxis[], corners: readonly BigVec3[], triangle: readonly BigVec3[]): readonly ExitRange[] {
  // Relative to a corner of the triangle, so that a place far from the origin loses no digits.
  const near = (point: BigVec3): Vec3 => numbers(bigMinus(point, triangle[0]!));
  const own = corners.map(near);
  const other = triangle.map(near);
  const reach = [...own, ...other].reduce((most, point) => Math.max(most, sum(point)), 0);
  return axes.map(({ factors: [first, second] }) => {
    const p = numbers(first);
    const q = second === undefined ? null : numbers(second);
    const axis = q === null ? p : cross(p, q);
    const product = sum(p) * (q === null ? 1 : sum(q));
    const length = Math.hypot(...axis);
    if (!(length > minSine * product)) return unknown;
    const [a, b] = [own.map((point) => dot(axis, point)), other.map((point) => dot(axis, point))];
    const needed = Math.min(Math.max(...b) - Math.min(...a), Math.max(...a) - Math.min(...b)) / length;
    const error = (rounding * product * reach) / length;
    return Number.isFinite(needed) && Number.isFinite(error) ? { min: needed - error, max: needed + error } : unknown;
  });
}

function numbers([x, y, z]: BigVec3): Vec3 {
  return [Number(x), Number(y), Number(z)];
}

function sum([x, y, z]: Vec3): number {
  return Math.abs(x) + Math.abs(y) + Math.abs(z);
}
