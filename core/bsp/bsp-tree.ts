import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { ExactSpace } from './exact-space.ts';
import type { BspPlane } from './plane.ts';

/**
 * A BSP tree whose leaves are convex regions, each wholly solid or wholly empty. Node 0 is the root; a tree without nodes is one empty leaf.
 */
export interface BspTree {
  readonly mesh: TriangleMesh;
  readonly space: ExactSpace;
  /** (N) */
  readonly planes: readonly BspPlane[];
  /** (2·N) front and back child: a node, or `~leaf`. */
  readonly children: Int32Array;
  /** (N) the triangles that lie in the plane of each node, within its region. Ascending. */
  readonly triangles: readonly Uint32Array[];
  /** (L) winding number of each leaf; a leaf is solid where it is not 0. */
  readonly windings: Int32Array;
  /** Number of nodes on the longest path. */
  readonly depth: number;
  /** Number of polygons that were split. */
  readonly splits: number;
}

/** Returns the bytes of the tree as flat arrays: a plane of four f64, two children and its triangles for each node, a winding for each leaf. */
export function bspBytes({ planes, triangles, windings }: BspTree): number {
  return planes.length * (4 * 8 + 2 * 4 + 4) + triangles.reduce((sum, { byteLength }) => sum + byteLength, 0) + windings.byteLength;
}
