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

/** The distances of all pairs, in exact arithmetic; 0 of those that intersect. */
function allDistances(a: TriangleMesh, b: TriangleMesh): readonly { readonly pair: string; readonly distance: number }[] {
  const cornersOf = (mesh: TriangleMesh): readonly Float64Array[] =>
    Array.from({ length: triangleCount(mesh) }, (_, triangle) => Float64Array.from(triangleVertices(mesh, triangle).flat()));
  const [ofA, ofB] = [cornersOf(a), cornersOf(b)];
  const distanceOf = (p: Float64Array, q: Float64Array): number => (trianglesIntersect(p, q) ? 0 : triangleDistanceExact(p, q).distance);
  return ofA.flatMap((p, i) => ofB.map((q, j) => ({ pair: `${i} ${j}`, distance: distanceOf(p, q) })));
}

const random = seededRandom(3);
const [a, b] = [soup(60, random, 1.5, 0.3), soup(40, random, 1.5, 0.3)];
const aFromB = transformOf({ ...identityTransformParts, translate: [0.4, -0.2, 0.3], rotateDegrees: [30, 50, 70] });
const positions = new Float64Array(b.positions.length);
transformPoints(aFromB, b.positions, positions);
const all = allDistances(a, { ...b, positions });

test.each(treeKinds)('the near pairs of two meshes are those of all pairs of triangles, with trees of %s', (kind) => {
  const [treedA, treedB] = [treed(a, { kind }), treed(b, { kind })];
  expect(all.filter(({ distance }) => distance <= 0.6).length).toBeGreaterThan(20);
  for (const distance of [0, 0.1, 0.6]) {
    const expected = all.filter((one) => one.distance <= distance).map(({ pair }) => pair);
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
