import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { triangleVertices } from '../mesh/triangle-vertices.ts';
import { closestPointTriangleExact, isWithin } from '../shape/closest-point-triangle-exact.ts';
import { pointBoxDistanceSq } from '../shape/sphere-box.ts';
import { sphereMisses, sphereTriangle, sphereUnsure } from '../shape/sphere-triangle.ts';
import { checkStackFits, checkTreeFits } from '../tree/check-tree-fits.ts';
import { countWord, leafFlag, linkWord, nodeWords, type AabbTree } from '../tree/layout.ts';
import { checkSphere } from './check-sphere.ts';
import type { SphereWorkspace } from './sphere-workspace.ts';
import type { Sphere } from './sphere.ts';

/**
 * Q3 without allocation, as far as plain f64 decides: leaves the touching triangles in the workspace, in no particular
 * order, and gives their number. The set is exact. With `mode` any it stops at the first. Hot: bench `spheres`.
 * @throws InspectorError `invalid-argument` as `checkSphere`, for a tree of another mesh, and a workspace made for a tree
 * less deep.
 */
export function sphereOverlapInto(
  workspace: SphereWorkspace,
  tree: AabbTree,
  mesh: TriangleMesh,
  sphere: Sphere,
  mode: 'any' | 'all',
): number {
  checkSphere(sphere);
  checkTreeFits(tree, mesh);
  checkStackFits(tree, workspace.stack);
  workspace.count = 0;
  workspace.nodesVisited = 0;
  workspace.trianglesTested = 0;
  return tree.nodeCount === 0 ? 0 : descend(workspace, tree, mesh, sphere, mode);
}

function descend(workspace: SphereWorkspace, tree: AabbTree, mesh: TriangleMesh, sphere: Sphere, mode: 'any' | 'all'): number {
  const { nodesF32, nodesU32, order, origin } = tree;
  const { stack } = workspace;
  const { center, radius } = sphere;
  const x = center[0] - origin[0], y = center[1] - origin[1], z = center[2] - origin[2];
  // Boxes are relative to the origin. The differences are half a unit off at most, each way, and the squares are rounded.
  const padded = (radius + 2 ** -51 * Math.max(Math.abs(x), Math.abs(y), Math.abs(z))) * (1 + 2 ** -50);
  const reachSq = padded * padded + 1e-290;
  let boxesTested = 1;
  let top = 0;
  // Never `<=`: where squares overflow, both sides are infinite and nothing may be culled.
  if (!(pointBoxDistanceSq(nodesF32, 0, x, y, z) > reachSq)) stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top];
    const at = node * nodeWords;
    const word = nodesU32[at + countWord];
    const link = nodesU32[at + linkWord];
    if (word < leafFlag) {
      boxesTested += 2;
      if (!(pointBoxDistanceSq(nodesF32, link * nodeWords, x, y, z) > reachSq)) stack[top++] = link;
      if (!(pointBoxDistanceSq(nodesF32, at + nodeWords, x, y, z) > reachSq)) stack[top++] = node + 1;
    } else {
      testLeaf(workspace, mesh, order, link, link + (word - leafFlag), sphere);
      if (mode === 'any' && workspace.count > 0) break;
    }
  }
  workspace.nodesVisited = boxesTested;
  return workspace.count;
}

/** Keeps those that touch among the triangles at positions [first, end) of the leaf order. Hot. */
function testLeaf(
  workspace: SphereWorkspace,
  mesh: TriangleMesh,
  order: Uint32Array,
  first: number,
  end: number,
  sphere: Sphere,
): void {
  const { positions, indices } = mesh;
  const { center, radius } = sphere;
  const { closest, triangles } = workspace;
  workspace.trianglesTested += end - first;
  for (let i = first; i < end; i++) {
    const triangle = order[i];
    const a = 3 * indices[3 * triangle], b = 3 * indices[3 * triangle + 1], c = 3 * indices[3 * triangle + 2];
    const answer = sphereTriangle(center[0], center[1], center[2], radius, positions, a, b, c, closest);
    if (answer === sphereMisses) continue;
    if (answer === sphereUnsure && !touchesExactly(mesh, triangle, sphere)) continue;
    triangles[workspace.count++] = triangle;
  }
}

function touchesExactly(mesh: TriangleMesh, triangle: number, { center, radius }: Sphere): boolean {
  const [a, b, c] = triangleVertices(mesh, triangle);
  return isWithin(closestPointTriangleExact(center, a, b, c), radius);
}
