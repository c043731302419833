import { bigCross, bigDot, bigMinus, bigPoint } from '../../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../../math/exact.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { checkSegmentQuery } from './check.ts';
import type { Segment } from './query.ts';

/**
 * Test oracle of `segmentCast` with mode `all`: solves every triangle for fraction and weights in rational numbers (Möller & Trumbore 1997),
 * without a tree. Returns [fraction, triangle], sorted.
 * @throws InspectorError `invalid-argument` as `segmentCast`.
 */
export function segmentCastBruteForce(mesh: TriangleMesh, segment: Segment, cull: boolean): readonly (readonly [number, number])[] {
  checkSegmentQuery(segment);
  const hits: (readonly [number, number])[] = [];
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    const { integers } = scaledIntegers([...segment.from, ...segment.to, ...triangleVertices(mesh, triangle).flat()]);
    const p0 = bigPoint(integers, 6);
    const d = bigMinus(bigPoint(integers, 3), bigPoint(integers, 0));
    const f = bigMinus(bigPoint(integers, 9), p0);
    const g = bigMinus(bigPoint(integers, 12), p0);
    const s = bigMinus(bigPoint(integers, 0), p0);
    const signed = bigDot(f, bigCross(d, g));
    if (signed === 0n || (cull && signed < 0n)) continue;
    const sign = signed < 0n ? -1n : 1n;
    const whole = sign * signed;
    const u = sign * bigDot(s, bigCross(d, g));
    const v = sign * bigDot(d, bigCross(s, f));
    const t = sign * bigDot(g, bigCross(s, f));
    if (u >= 0n && v >= 0n && u + v <= whole && t >= 0n && t <= whole) hits.push([roundedRatio(t, whole, 0), triangle]);
  }
  return hits.sort(([p, i], [q, j]) => p - q || i - j);
}
