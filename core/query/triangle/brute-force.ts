import { bigPoint } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { polytopesOverlapExact } from '../../shape/polytopes-overlap-exact.ts';
import { polytopeOf } from '../hull/brute-force.ts';
import { checkTriangleQuery, type QueryTriangle } from './triangle.ts';

/**
 * Test oracle of `triangleOverlap`: tests every triangle without a tree, by separating directions in rational numbers; ascending.
 * @throws InspectorError `invalid-argument` as `triangleOverlap`.
 */
export function triangleOverlapBruteForce(mesh: TriangleMesh, triangle: QueryTriangle): Uint32Array {
  checkTriangleQuery(triangle);
  const found: number[] = [];
  for (let other = 0; other < triangleCount(mesh); other++) {
    if (!isFiniteTriangle(mesh, other)) continue;
    const { integers } = scaledIntegers([...triangle.a, ...triangle.b, ...triangle.c, ...triangleVertices(mesh, other).flat()]);
    const corners = Array.from({ length: 6 }, (_, i) => bigPoint(integers, 3 * i));
    if (polytopesOverlapExact(polytopeOf(corners.slice(0, 3)), polytopeOf(corners.slice(3)))) found.push(other);
  }
  return Uint32Array.from(found);
}
