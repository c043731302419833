import type { RaySetup } from './ray-setup.ts';

/** Results of `rayTriangle`. */
export const rayMisses = 0;
export const rayHits = 1;
/** Rounding could change the result: use `rayTriangleExact`. */
export const rayUnsure = 2;

/** Half the spacing of f64 at 1. */
const unit = 2 ** -53;
/** Added to every bound: more than underflow can lose, and negligible above 1e-140. */
const underflow = 1e-290;

/**
 * Tests a ray against the closed triangle of the vertices at `a`, `b`, `c` (offsets into `positions`): returns misses, hits or
 * unsure. The caller checks the far end and the best hit; here only triangles behind the origin miss by distance. For a hit `out`
 * receives the distance and its error bound, which is `Infinity` if only exact arithmetic can decide. With `cull`, a triangle seen
 * from behind is a miss.
 *
 * Source: Woop, Benthin & Wald, "Watertight Ray/Triangle Intersection" (JCGT 2013). The origin is moved to 0 and the space is
 * sheared so that the ray runs along z; then three 2D edge functions decide. Changed: every sign is certain, since an edge function
 * counts only if it exceeds its rounding error bound, in f64.
 *
 * The bound: with R ≥ every coordinate of a vertex relative to the origin, the error of a sheared coordinate is at most
 * (2 + 4)·unit·R, rounded up to 8. The error of an edge function x·y' − y·x' of coordinates up to m is at most
 * 4·8·unit·R·m + 2·(8·unit·R)² plus four roundings of 2·R·m·unit, together at most unit·R·(64·m + 256·unit·R). m ≤ 2·R, or measured
 * if that is not enough. Nothing overflows: beyond 2⁵⁰⁰ `setupRay` sets an infinite R, and every result is unsure.
 * Hot: bench `rays-random`.
 */
export function rayTriangle(
  ray: RaySetup,
  positions: Float64Array,
  a: number,
  b: number,
  c: number,
  cull: boolean,
  out: Float64Array,
): number {
  const { axisX, axisY, axisZ, shearX, shearY, reach, origin } = ray;
  const originX = origin[axisX];
  const originY = origin[axisY];
  const originZ = origin[axisZ];
  const az = positions[a + axisZ] - originZ;
  const bz = positions[b + axisZ] - originZ;
  const cz = positions[c + axisZ] - originZ;
  const ax = positions[a + axisX] - originX - shearX * az;
  const ay = positions[a + axisY] - originY - shearY * az;
  const bx = positions[b + axisX] - originX - shearX * bz;
  const by = positions[b + axisY] - originY - shearY * bz;
  const cx = positions[c + axisX] - originX - shearX * cz;
  const cy = positions[c + axisY] - originY - shearY * cz;
  // Weights of the vertices, times the sum of all three.
  const u = bx * cy - by * cx;
  const v = cx * ay - cy * ax;
  const w = ax * by - ay * bx;
  let bound = unit * reach * reach * 160 + underflow;
  if ((u > bound || v > bound || w > bound) && (u < -bound || v < -bound || w < -bound)) return rayMisses;
  let isInside = (u > bound && v > bound && w > bound) || (u < -bound && v < -bound && w < -bound);
  if (!isInside) {
    const m = Math.max(Math.max(Math.abs(ax), Math.abs(ay), Math.abs(bx)), Math.max(Math.abs(by), Math.abs(cx), Math.abs(cy)));
    bound = unit * reach * (64 * m + 256 * unit * reach) + underflow;
    if ((u > bound || v > bound || w > bound) && (u < -bound || v < -bound || w < -bound)) return rayMisses;
    isInside = (u > bound && v > bound && w > bound) || (u < -bound && v < -bound && w < -bound);
    if (!isInside) return rayUnsure;
  }
  const sum = u + v + w;
  const isFront = sum < 0 === ray.inverseZ > 0;
  if (cull && !isFront) return rayMisses;
  const size = Math.abs(sum);
  if (!(size > 16 * bound)) return rayUnsure;
  const inverse = 1 / sum;
  const t = (u * inverse * az + v * inverse * bz + w * inverse * cz) * ray.inverseZ;
  // The error of a weighted mean: the error of the weights times the spread, plus its own roundings.
  const low = Math.min(az, bz, cz);
  const high = Math.max(az, bz, cz);
  const stretch = Math.abs(ray.inverseZ);
  const error = ((8 * bound * (high - low)) / size + 32 * unit * Math.max(-low, high)) * stretch + underflow;
  if (t < -error) return rayMisses;
  // Also true if both are NaN after an overflow.
  if (!(t > error)) return rayUnsure;
  out[0] = t;
  out[1] = error;
  return rayHits;
}
