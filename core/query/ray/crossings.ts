import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import { setupRay } from '../../shape/ray-setup.ts';
import { rayHits, rayTriangle } from '../../shape/ray-triangle.ts';
import type { Tree } from '../../tree/layout.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import { raycastInto } from './into.ts';
import { numbersOfHit } from './leaf.ts';
import type { Ray } from './query.ts';
import type { RayWorkspace } from './workspace.ts';

const bothSides: RayOptions = { mode: 'all', cull: false };
const frontsOnly: RayOptions = { mode: 'all', cull: true };

/**
 * Returns the winding number of a closed mesh about the origin of a ray without end: its crossings of back faces minus those of front faces. It is 0 for an
 * origin on the surface, and `null` for a ray through an edge.
 *
 * The plain f64 test decides nearly always. Exact arithmetic, which takes a hundred times as long, runs only for rays with a hit that it leaves open.
 * @throws InspectorError as `raycastInto`.
 */
export function windingAlong(tree: Tree, mesh: TriangleMesh, ray: Ray, workspace: RayWorkspace, accepts: TriangleFilter): number | null {
  const count = raycastInto(tree, mesh, ray, bothSides, workspace, noTriangleIndex, accepts);
  if (count === 0) return 0;
  // A query in WebAssembly leaves the setup of the workspace as it was, or sets up what exact arithmetic needs.
  if (tree.loaded !== null && accepts === null) setUp(tree, ray, workspace);
  return plainWinding(mesh, workspace, count) ?? exactWinding(tree, mesh, ray, workspace, count, accepts);
}

function setUp(tree: Tree, { origin, direction, far }: Ray, workspace: RayWorkspace): void {
  const { ray, volumes } = workspace;
  readNodeBox(tree, 0, volumes.box);
  setupRay(ray, origin, direction, far, tree.origin, volumes.box);
  workspace.query = null;
}

/** Returns the winding number if every hit is certain: inside its triangle, and beyond the origin; else `null`. */
function plainWinding({ positions, indices }: TriangleMesh, { ray, hitTriangles, tested }: RayWorkspace, count: number): number | null {
  let winding = 0;
  for (let i = 0; i < count; i++) {
    const at = 3 * hitTriangles[i]!;
    const a = 3 * indices[at];
    const b = 3 * indices[at + 1];
    const c = 3 * indices[at + 2];
    if (rayTriangle(ray, positions, a, b, c, true, tested) === rayHits) winding--;
    else if (rayTriangle(ray, positions, a, b, c, false, tested) === rayHits) winding++;
    else return null;
  }
  return winding;
}

function exactWinding(
  tree: Tree,
  mesh: TriangleMesh,
  ray: Ray,
  workspace: RayWorkspace,
  count: number,
  accepts: TriangleFilter,
): number | null {
  let isThroughEdge = false;
  for (let i = 0; i < count; i++) {
    const { distance, barycentric } = numbersOfHit(workspace, mesh, workspace.hitTriangles[i]!, false);
    if (distance === 0) return 0;
    isThroughEdge ||= barycentric.includes(0);
  }
  if (isThroughEdge) return null;
  return count - 2 * raycastInto(tree, mesh, ray, frontsOnly, workspace, noTriangleIndex, accepts);
}
