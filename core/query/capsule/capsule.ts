import { minus } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { OverlapOptions } from '../../options/overlap-options.ts';
import type { Tree } from '../../tree/layout.ts';
import { type OverlapTest, overlapWith, type ShapeOverlap } from '../overlap-descent.ts';
import { directionsAcross, slabsAround } from '../slabs.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { checkCapsuleQuery } from './check.ts';
import { capsuleTouchesTriangle, writeAxis } from './exact.ts';
import type { Capsule } from './query.ts';
import { capsuleReachesNode } from './volume.ts';
import { createCapsuleWorkspace, type CapsuleWorkspace } from './workspace.ts';

export type { Capsule, CapsuleTouch } from './query.ts';

/**
 * Returns all triangles whose distance from the axis of a capsule is at most its radius: touching counts (catalogue Q4). The set is that of
 * exact arithmetic on the f64 vertices and the numbers of the capsule. Triangles without area act as segments or points. Mode `any` stops at
 * the first triangle found, which depends on the tree. `capsuleTouch` returns feature and depth.
 * @throws InspectorError `invalid-argument` as `checkCapsuleQuery`, for unknown options, a tree of another mesh, and a workspace made for a
 * shallower tree.
 */
export function capsuleOverlap(
  tree: Tree,
  mesh: TriangleMesh,
  capsule: Capsule,
  options: Partial<OverlapOptions> = {},
  workspace: CapsuleWorkspace = createCapsuleWorkspace(tree),
  accepts: TriangleFilter = null,
): ShapeOverlap {
  return overlapWith(capsuleTest(mesh, capsule, workspace), tree, mesh, options, workspace, accepts);
}

/** Returns the tests of a capsule for `overlappingTriangles`. @throws InspectorError `invalid-argument` as `checkCapsuleQuery`. */
export function capsuleTest(mesh: TriangleMesh, capsule: Capsule, workspace: CapsuleWorkspace): OverlapTest {
  checkCapsuleQuery(capsule);
  writeAxis(capsule, workspace.axis);
  const { from, to, radius } = capsule;
  const along = minus(to, from);
  return {
    slabs: slabsAround([from, to], radius, [along, ...directionsAcross(along)]),
    reachesNode: (nodeBox, origin) => capsuleReachesNode(workspace.axis, capsule.radius, nodeBox, origin),
    overlapsTriangle: (triangle) => capsuleTouchesTriangle(mesh, triangle, capsule, workspace),
  };
}
