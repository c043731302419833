import { bigPoint, type BigVec3 } from '../math/big-vec3.ts';
import { scaledIntegers } from '../math/exact.ts';
import type { Vec3 } from '../math/vec3.ts';
import { exactHeights, type HalfSpaces } from './half-spaces.ts';

/**
 * Whether a triangle and the set of points in all half-spaces share a point, in exact arithmetic. It clips the triangle in the weights of
 * its corners, so it may have no area (Sutherland & Hodgman, "Reentrant polygon clipping", 1974).
 */
export function halfSpacesTriangleExact({ exact }: HalfSpaces, a: Vec3, b: Vec3, c: Vec3): boolean {
  const { integers, exponent } = scaledIntegers([...a, ...b, ...c]);
  const corners = [0, 3, 6].map((at) => bigPoint(integers, at));
  let polygon: readonly BigVec3[] = [
    [1n, 0n, 0n],
    [0n, 1n, 0n],
    [0n, 0n, 1n],
  ];
  for (const side of exact) {
    const [p, q, r] = exactHeights(side, corners, exponent) as BigVec3;
    if (p >= 0n && q >= 0n && r >= 0n) continue;
    polygon = clipped(polygon, ([u, v, w]) => u * p + v * q + w * r);
    if (polygon.length === 0) return false;
  }
  return true;
}

/** Returns what of a polygon has no negative height. Points at height 0 stay. */
function clipped(polygon: readonly BigVec3[], height: (weights: BigVec3) => bigint): readonly BigVec3[] {
  const heights = polygon.map(height);
  return polygon.flatMap((from, i) => {
    const j = (i + 1) % polygon.length;
    const to = polygon[j]!;
    const [p, q] = [heights[i]!, heights[j]!];
    const kept = p >= 0n ? [from] : [];
    if (!((p < 0n && q > 0n) || (p > 0n && q < 0n))) return kept;
    const [u, v] = p > 0n ? [-q, p] : [q, -p];
    return [...kept, [from[0] * u + to[0] * v, from[1] * u + to[1] * v, from[2] * u + to[2] * v] as BigVec3];
  });
}
