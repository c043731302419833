import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { createRaySetup, type RaySetup } from '../../shape/ray-setup.ts';
import type { ExactRayHit } from '../../shape/ray-triangle-exact.ts';
import { runLength } from '../../tree/leaf-order.ts';
import { stackLength } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import type { RayJudge } from '../../tree/kinds/wide/loaded-tree.ts';
import { createRayVolumeSetup, type RayVolumeSetup } from './volume.ts';
import type { Ray } from './ray.ts';

/** Scratch and answer of `raycastInto`: one serves ray after ray, on trees no deeper than the one it was made for. */
export interface RayWorkspace {
  readonly ray: RaySetup;
  /** Nodes that wait, and the distance at which the ray enters them; one a level. */
  readonly stackNodes: Uint32Array;
  readonly stackEntries: Float64Array;
  /** Depths of those nodes, where `deepest` is wanted. */
  readonly depths: Uint32Array | null;
  /** Triangles of a leaf whose order is packed, as many at a time as there is room for. */
  readonly run: Uint32Array;
  readonly volumes: RayVolumeSetup;
  /** Distance and error bound of the triangle tested last. */
  readonly tested: Float64Array;

  /** How many hits the last ray has; at most 1 for `first` and `any`. */
  hitCount: number;
  /** Import indices of the hits, in the order found. What lies behind `hitCount` is stale. */
  readonly hitTriangles: number[];
  /** Their distances in plain f64. */
  readonly hitDistances: number[];
  /** For `first`: bound on the error of the distance; 0 where it is the f64 nearest to the true one. */
  hitError: number;
  /** What exact arithmetic said last, for copies of the same triangle; the caller of `raycastInto` need not care. */
  lastExact: { readonly triangle: number; readonly hit: ExactRayHit | null } | null;
  /** Of a ray that WebAssembly was asked: the ray itself while `ray` has not been set up for it, and what its judge needs. */
  asked: Ray | null;
  mesh: TriangleMesh | null;
  cull: boolean;
  judge: RayJudge | null;
  /** Volumes tested, the root's included. */
  nodesVisited: number;
  /** Where there are `depths`: of the deepest node that the ray went into; the root has 0. -1 where it missed even that. */
  deepest: number;
  trianglesTested: number;
}

/** `hasDepths` for what a ray costs; see `rayCostInto`. */
export function createRayWorkspace(tree: Tree, hasDepths = false): RayWorkspace {
  const ray = createRaySetup();
  return {
    ray,
    stackNodes: new Uint32Array(stackLength(tree)),
    stackEntries: new Float64Array(stackLength(tree)),
    depths: hasDepths ? new Uint32Array(stackLength(tree)) : null,
    run: new Uint32Array(runLength),
    volumes: createRayVolumeSetup(ray),
    tested: new Float64Array(2),
    hitCount: 0,
    hitTriangles: [0],
    hitDistances: [0],
    hitError: 0,
    lastExact: null,
    asked: null,
    mesh: null,
    cull: false,
    judge: null,
    nodesVisited: 0,
    deepest: -1,
    trianglesTested: 0,
  };
}
