import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { runLength } from '../../tree/leaf-order.ts';
import { stackLength } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import type { TouchJudge } from '../../tree/kinds/wide/loaded-tree.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import type { Sphere } from './query.ts';

/** Scratch memory and results of `sphereOverlapInto`. It can be reused for any number of queries, on trees no deeper than the one it was made for. */
export interface SphereWorkspace {
  /** Stack of nodes. */
  readonly stack: Uint32Array;
  /** Unpacked triangles of a leaf with packed leaf order, one buffer at a time. */
  readonly run: Uint32Array;
  /** (6) box of a node: min, max. */
  readonly box: Float32Array;
  /** (6) output of `closestPointTriangle` and `boundDistance`. */
  readonly closest: Float64Array;

  /** Number of triangles that the last sphere touches. */
  count: number;
  /** Import indices, in the order found. Entries from `count` on are stale. */
  readonly triangles: number[];
  /** Of a query that runs in WebAssembly: the sphere, and what the callbacks need. */
  query: Sphere | null;
  mesh: TriangleMesh | null;
  judge: TouchJudge | null;
  /** The triangles that the query considers. */
  accepts: TriangleFilter;
  /** Nodes whose volume was tested, including the root. */
  nodesVisited: number;
  trianglesTested: number;
}

/** Returns a workspace for `sphereOverlapInto` on a tree. */
export function createSphereWorkspace(tree: Tree): SphereWorkspace {
  return {
    stack: new Uint32Array(stackLength(tree)),
    run: new Uint32Array(runLength),
    box: new Float32Array(6),
    closest: new Float64Array(6),
    count: 0,
    triangles: [0],
    query: null,
    mesh: null,
    judge: null,
    accepts: null,
    nodesVisited: 0,
    trianglesTested: 0,
  };
}
