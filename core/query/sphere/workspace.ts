import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { runLength } from '../../tree/leaf-order.ts';
import { stackLength } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import type { TouchJudge } from '../../tree/kinds/wide/loaded-tree.ts';
import type { Sphere } from './sphere.ts';

/** Scratch and answer of `sphereOverlapInto`: one serves query after query, on trees no deeper than the one it was made for. */
export interface SphereWorkspace {
  /** Nodes that wait; one a level. */
  readonly stack: Uint32Array;
  /** Triangles of a leaf whose order is packed, as many at a time as there is room for. */
  readonly run: Uint32Array;
  /** (6) the box of a node. */
  readonly box: Float32Array;
  /** What `closestPointTriangle` writes. */
  readonly closest: Float64Array;

  /** How many triangles the last sphere touches. */
  count: number;
  /** Import indices, in the order found. What lies behind `count` is stale. */
  readonly triangles: number[];
  /** Of a sphere that WebAssembly was asked about, for what it asks back. */
  asked: Sphere | null;
  mesh: TriangleMesh | null;
  judge: TouchJudge | null;
  /** Volumes tested, the root's included. */
  nodesVisited: number;
  trianglesTested: number;
}

export function createSphereWorkspace(tree: Tree): SphereWorkspace {
  return {
    stack: new Uint32Array(stackLength(tree)),
    run: new Uint32Array(runLength),
    box: new Float32Array(6),
    closest: new Float64Array(4),
    count: 0,
    triangles: [0],
    asked: null,
    mesh: null,
    judge: null,
    nodesVisited: 0,
    trianglesTested: 0,
  };
}
