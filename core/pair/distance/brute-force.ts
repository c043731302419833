import { checkTransform, transformPoints, type Transform } from '../../math/transform.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleDistanceExact } from '../../shape/triangle-triangle-distance-exact.ts';
import { areTrianglesApart, finiteTriangles } from '../pairs/brute-force.ts';

/**
 * Test oracle of `meshDistance`: measures every triangle of `a` against every triangle of `b`, without a tree, in rational numbers.
 * A pair is skipped only if its boxes are farther apart than two vertices, beyond all rounding. Returns `null` if a mesh has no
 * finite triangle.
 * @throws InspectorError `invalid-argument` as `checkTransform` does.
 */
export function meshDistanceBruteForce(a: TriangleMesh, b: TriangleMesh, aFromB: Transform): number | null {
  const placed = new Float64Array(b.positions.length);
  transformPoints(checkTransform(aFromB), b.positions, placed);
  const ofA = finiteTriangles(a).map(({ corners }) => corners);
  const ofB = finiteTriangles({ ...b, positions: placed }).map(({ corners }) => corners);
  if (ofA.length === 0 || ofB.length === 0) return null;
  let best = Infinity;
  for (const p of ofA) for (const q of ofB) best = Math.min(best, Math.hypot(q[0] - p[0], q[1] - p[1], q[2] - p[2]));
  for (const p of ofA) {
    for (const q of ofB) {
      if (boxDistance(p, q) > best * (1 + 1e-9)) continue;
      if (!areTrianglesApart(p, q)) return 0;
      best = Math.min(best, triangleDistanceExact(p, q).distance);
    }
  }
  return best;
}

function boxDistance(p: Float64Array, q: Float64Array): number {
  const gaps = [0, 1, 2].map((k) => {
    const [p0, p1, p2, q0, q1, q2] = [p[k]!, p[k + 3]!, p[k + 6]!, q[k]!, q[k + 3]!, q[k + 6]!];
    return Math.max(Math.min(p0, p1, p2) - Math.max(q0, q1, q2), Math.min(q0, q1, q2) - Math.max(p0, p1, p2), 0);
  });
  return Math.hypot(...gaps);
}
