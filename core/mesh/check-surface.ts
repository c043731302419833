import { InspectorError } from '../error.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from './triangle-mesh.ts';

/**
 * Checks that a mesh has a surface: a finite triangle with three positions. Usually the first triangle is one.
 * @throws InspectorError `no-triangles` if every finite triangle uses a position twice. A mesh without finite triangles passes.
 */
export function checkSurface(mesh: TriangleMesh): void {
  let hasFinite = false;
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (!isFiniteTriangle(mesh, triangle)) continue;
    if (hasThreePositions(mesh, triangle)) return;
    hasFinite = true;
  }
  if (!hasFinite) return;
  throw new InspectorError({
    code: 'no-triangles',
    message: 'Every triangle of the mesh uses a position twice',
    fix: 'Run boxwood check to see the findings of the mesh',
    location: {},
  });
}

function hasThreePositions({ positions, indices }: TriangleMesh, triangle: number): boolean {
  const [a, b, c] = [indices[3 * triangle], indices[3 * triangle + 1], indices[3 * triangle + 2]];
  const areEqual = (p: number, q: number): boolean =>
    positions[3 * p] === positions[3 * q] && positions[3 * p + 1] === positions[3 * q + 1] && positions[3 * p + 2] === positions[3 * q + 2];
  return !areEqual(a, b) && !areEqual(b, c) && !areEqual(c, a);
}
