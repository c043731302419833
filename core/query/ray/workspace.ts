import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { createRaySetup, type RaySetup } from '../../shape/ray-setup.ts';
import type { RayDistanceScratch } from '../../shape/ray-distance-rounded.ts';
import type { ExactRayHit } from '../../shape/ray-triangle-exact.ts';
import { createRayHitScratch } from '../../shape/ray-weights-rounded.ts';
import { runLength } from '../../tree/leaf-order.ts';
import { stackLength } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import type { RayJudge } from '../../tree/kinds/wide/loaded-tree.ts';
import { createRayVolumeSetup, type RayVolumeSetup } from './volume.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import type { Ray } from './query.ts';

/** Scratch memory and results of `raycastInto`. It can be reused for any number of rays, on trees no deeper than the one it was made for. */
export interface RayWorkspace {
  readonly ray: RaySetup;
  /** Stack of nodes, and the distance at which the ray enters each. */
  readonly stackNodes: Uint32Array;
  readonly stackEntries: Float64Array;
  /** Depths of those nodes; `null` unless `deepest` is wanted. */
  readonly depths: Uint32Array | null;
  /** Unpacked triangles of a leaf with packed leaf order, one buffer at a time. */
  readonly run: Uint32Array;
  readonly volumes: RayVolumeSetup;
  /** (2) distance and error bound of the triangle tested last. */
  readonly tested: Float64Array;
  /** Of `numbersOfHit`. */
  readonly scratch: RayDistanceScratch;

  /** Number of hits of the last ray; at most 1 for `first` and `any`. */
  hitCount: number;
  /** Import indices of the hits, in the order found. Entries from `hitCount` on are stale. */
  readonly hitTriangles: number[];
  /** Distances of the hits in plain f64. */
  readonly hitDistances: number[];
  /** For `first`: error bound of the distance; 0 if it is the f64 nearest to the true value. */
  hitError: number;
  /** Last result of exact arithmetic, for copies of the same triangle. Internal. */
  lastExact: { readonly triangle: number; readonly hit: ExactRayHit | null } | null;
  /** Of a query that runs in WebAssembly: the ray, until `ray` is set up for it, and what its callbacks need. */
  query: Ray | null;
  mesh: TriangleMesh | null;
  cull: boolean;
  judge: RayJudge | null;
  /** The triangles that the query considers. */
  accepts: TriangleFilter;
  /** Nodes whose volume was tested, including the root. */
  nodesVisited: number;
  /** With `depths`: depth of the deepest node that the ray entered, 0 for the root, -1 if it missed the root. */
  deepest: number;
  trianglesTested: number;
}

/** Returns a workspace for `raycastInto` on a tree. `hasDepths` is for `rayCostInto`. */
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
    scratch: createRayHitScratch(),
    hitCount: 0,
    hitTriangles: [0],
    hitDistances: [0],
    hitError: 0,
    lastExact: null,
    query: null,
    mesh: null,
    cull: false,
    judge: null,
    accepts: null,
    nodesVisited: 0,
    deepest: -1,
    trianglesTested: 0,
  };
}
