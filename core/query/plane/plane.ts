import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkValues } from '../../options/option.ts';
import { planeOptions, type PlaneOptions } from '../../options/plane-options.ts';
import type { Tree } from '../../tree/layout.ts';
import { type OverlapTest, overlapWith, type ShapeOverlap, type ShapeWorkspace } from '../overlap-descent.ts';
import { slabsAlong } from '../slabs.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { checkPlaneQuery } from './check.ts';
import type { Plane } from './query.ts';
import { sideOfSlab, slabOf, type Slab } from './side.ts';
import { slabReachesNode } from './volume.ts';

export type { Plane } from './query.ts';

/**
 * Returns all triangles that overlap a plane, or with a thickness the closed slab around it: touching counts, and so do triangles in the
 * plane (catalogue Q4). The set is that of exact arithmetic on the f64 vertices and the numbers of the plane.
 *
 * Nodes are culled by the AABB around their volume, whatever the kind of the tree. Mode `any` stops at the first triangle found, which
 * depends on the tree.
 * @throws InspectorError `invalid-argument` for numbers that are not finite, a normal of length 0, and unknown options. Also for a tree of
 * another mesh, and a workspace made for a shallower tree.
 */
export function planeOverlap(
  tree: Tree,
  mesh: TriangleMesh,
  plane: Plane,
  options: Partial<PlaneOptions> = {},
  workspace?: ShapeWorkspace,
  accepts: TriangleFilter = null,
): ShapeOverlap {
  const { thickness, mode } = checkValues(planeOptions, options);
  return overlapWith(planeTest(mesh, plane, thickness), tree, mesh, { mode }, workspace, accepts);
}

/** Returns the tests of a plane or slab for `overlappingTriangles`. @throws InspectorError `invalid-argument` as `checkPlaneQuery`. */
export function planeTest(mesh: TriangleMesh, plane: Plane, thickness: number): OverlapTest {
  checkPlaneQuery(plane);
  const slab = slabOf(plane, thickness);
  return {
    slabs: slabsAlong([plane.normal], [plane.point], thickness / 2),
    reachesNode: (nodeBox, origin) => slabReachesNode(slab, nodeBox, origin),
    overlapsTriangle: (triangle) => overlapsSlab(mesh, triangle, slab),
  };
}

/** Returns whether a triangle overlaps a slab: it is apart exactly if its corners are all above it or all under it. */
function overlapsSlab({ positions, indices }: TriangleMesh, triangle: number, slab: Slab): boolean {
  let sum = 0;
  for (let i = 3 * triangle; i < 3 * triangle + 3; i++) {
    const at = 3 * indices[i];
    const side = sideOfSlab(slab, positions[at], positions[at + 1], positions[at + 2]);
    if (side === 0) return true;
    sum += side;
  }
  return Math.abs(sum) < 3;
}
