import { seededRandom } from '#core/math/seeded-random';
import { identityTransformParts, transformOf, transformPoints } from '#core/math/transform';
import { noProgress } from '#core/progress';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { trianglesWithin } from '#core/pair/distance/triangles-within';
import { trianglesIntersect } from '#core/shape/triangle-triangle';
import { triangleDistanceExact } from '#core/shape/triangle-triangle-distance-exact';
import { expect, test } from 'vitest';
import { treeKinds } from '../../fixtures/kinds.ts';
import { soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

/** The pairs within a distance, by measuring all of them in exact arithmetic. */
function allNear(a: TriangleMesh, b: TriangleMesh, distance: number): readonly string[] {
  const cornersOf = (mesh: TriangleMesh): readonly Float64Array[] =>
    Array.from({ length: triangleCount(mesh) }, (_, triangle) => Float64Array.from(triangleVertices(mesh, triangle).flat()));
  const [ofA, ofB] = [cornersOf(a), cornersOf(b)];
  const isNear = (p: Float64Array, q: Float64Array): boolean =>
    trianglesIntersect(p, q) || triangleDistanceExact(p, q).distance <= distance;
  return ofA.flatMap((p, i) => ofB.flatMap((q, j) => (isNear(p, q) ? [`${i} ${j}`] : [])));
}

test.each(treeKinds)('the near pairs of two meshes are those of all pairs of triangles, with trees of %s', (kind) => {
  const random = seededRandom(3);
  const [a, b] = [soup(60, random, 1.5, 0.3), soup(40, random, 1.5, 0.3)];
  const aFromB = transformOf({ ...identityTransformParts, translate: [0.4, -0.2, 0.3], rotateDegrees: [30, 50, 70] });
  const positions = new Float64Array(b.positions.length);
  transformPoints(aFromB, b.positions, positions);
  const [treedA, treedB] = [treed(a, { kind }), treed(b, { kind })];
  for (const distance of [0, 0.1, 0.6]) {
    const expected = allNear(a, { ...b, positions }, distance);
    const { pairs, areAll } = trianglesWithin(treedA, treedB, aFromB, distance, 1e6, noProgress);
    const found = Array.from({ length: pairs.length / 2 }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`);
    expect(areAll).toBe(true);
    expect(found.toSorted()).toEqual(expected.toSorted());
    const limited = trianglesWithin(treedA, treedB, aFromB, distance, 20, noProgress);
    expect({ count: limited.pairs.length / 2, areAll: limited.areAll }).toEqual({
      count: Math.min(20, expected.length),
      areAll: expected.length <= 20,
    });
  }
});
