import type { LoadedPair } from '../pair/loaded/load-pair.ts';
import { surfacesIntersect } from '../pair/pairs/pairs.ts';
import type { TreedMesh } from '../pair/treed-mesh.ts';
import { closestPointInto } from '../query/closest/into.ts';
import { createClosestWorkspace } from '../query/closest/workspace.ts';
import { noTriangleIndex } from '../query/no-triangle.ts';
import { createRayWorkspace } from '../query/ray/workspace.ts';
import { raycastInto } from '../query/ray/into.ts';
import { sphereOverlapInto } from '../query/sphere/into.ts';
import { createSphereWorkspace } from '../query/sphere/workspace.ts';
import type { CompareTasks } from './compare-tasks.ts';

/** `sweep` is a sequence of similar rays; `cachedSweep` is the same with a hit cache: each ray tests the last hit triangle first. */
export const querySorts = ['rays', 'sweep', 'cachedSweep', 'spheres', 'motions'] as const;
export type QuerySort = (typeof querySorts)[number];

/** The cost of one sort of queries on one tree: means over its queries. */
export interface QueryCounts {
  readonly queries: number;
  /** Nodes visited per query; for motions pairs of nodes. */
  readonly nodesVisited: number;
  /** Tested triangles without a hit per query; for motions pairs of triangles. */
  readonly falsePositives: number;
}

export interface CountedQueries {
  readonly counts: Readonly<Record<QuerySort, QueryCounts>>;
  /** Runs all queries of one sort again, for timing. */
  readonly rounds: Readonly<Record<QuerySort, () => void>>;
  /** Hash of the triangles that rays hit and spheres touch, the hits of the sweep, the triangles closest to the sphere centres, and the overlaps of poses. */
  readonly resultHash: string;
}

/**
 * Counts the cost of queries on a tree: first hits of rays, any hits of the sweep without and with a hit cache, and all triangles that
 * spheres overlap. For poses it counts the query whether the surfaces intersect. `loaded` is the tree twice, for poses. `checkCancelled`
 * can throw between queries. All hits of rays and the closest triangles to sphere centres are only computed for the hash.
 */
export function countQueries(
  treed: TreedMesh,
  loaded: LoadedPair | null,
  { rays, sweep, spheres, motions }: CompareTasks,
  checkCancelled: () => void,
): CountedQueries {
  const { mesh, tree } = treed;
  const resultsHash = createHash();
  const ofRays = createTally();
  const ofSweep = createTally();
  const ofCached = createTally();
  const ofSpheres = createTally();
  const ofMotions = createTally();
  const rayWorkspace = createRayWorkspace(tree);
  const sphereWorkspace = createSphereWorkspace(tree);
  const closestWorkspace = createClosestWorkspace(tree);
  const all = { mode: 'all', cull: false } as const;
  const first = { mode: 'first', cull: false } as const;
  const any = { mode: 'any', cull: false } as const;
  for (const ray of rays) {
    checkCancelled();
    const nearest = raycastInto(tree, mesh, ray, first, rayWorkspace);
    ofRays.add(rayWorkspace.nodesVisited, rayWorkspace.trianglesTested - nearest);
    resultsHash.add(rayWorkspace.hitTriangles.slice(0, nearest));
    const hits = raycastInto(tree, mesh, ray, all, rayWorkspace);
    resultsHash.add(rayWorkspace.hitTriangles.slice(0, hits).sort((p, q) => p - q));
  }
  let last = noTriangleIndex;
  for (const ray of sweep) {
    checkCancelled();
    const plain = raycastInto(tree, mesh, ray, any, rayWorkspace);
    ofSweep.add(rayWorkspace.nodesVisited, rayWorkspace.trianglesTested - plain);
    const cached = raycastInto(tree, mesh, ray, any, rayWorkspace, last);
    ofCached.add(rayWorkspace.nodesVisited, rayWorkspace.trianglesTested - cached);
    // Which triangle is hit depends on the tree.
    resultsHash.add([plain, cached]);
    if (cached > 0) last = rayWorkspace.hitTriangles[0];
  }
  for (const sphere of spheres) {
    checkCancelled();
    const touches = sphereOverlapInto(tree, mesh, sphere, 'all', sphereWorkspace);
    ofSpheres.add(sphereWorkspace.nodesVisited, sphereWorkspace.trianglesTested - touches);
    resultsHash.add(sphereWorkspace.triangles.slice(0, touches).sort((p, q) => p - q));
    resultsHash.add([closestPointInto(tree, mesh, sphere.center, Infinity, closestWorkspace)]);
  }
  for (const aFromB of motions) {
    const { overlap, stats } = surfacesIntersect(treed, treed, aFromB, checkCancelled, loaded);
    ofMotions.add(stats.nodePairsTested, stats.trianglePairsTested - (overlap ? 1 : 0));
    resultsHash.add([overlap ? 1 : 0]);
  }
  return {
    counts: {
      rays: ofRays.means(),
      sweep: ofSweep.means(),
      cachedSweep: ofCached.means(),
      spheres: ofSpheres.means(),
      motions: ofMotions.means(),
    },
    rounds: {
      rays: () => rays.forEach((ray) => raycastInto(tree, mesh, ray, first, rayWorkspace)),
      sweep: () => sweep.forEach((ray) => raycastInto(tree, mesh, ray, any, rayWorkspace)),
      cachedSweep: () => {
        let start = noTriangleIndex;
        for (const ray of sweep) if (raycastInto(tree, mesh, ray, any, rayWorkspace, start) > 0) start = rayWorkspace.hitTriangles[0];
      },
      spheres: () => spheres.forEach((sphere) => sphereOverlapInto(tree, mesh, sphere, 'all', sphereWorkspace)),
      motions: () => motions.forEach((aFromB) => surfacesIntersect(treed, treed, aFromB, checkCancelled, loaded)),
    },
    resultHash: resultsHash.text(),
  };
}

interface Tally {
  readonly add: (visited: number, falsePositives: number) => void;
  readonly means: () => QueryCounts;
}

function createTally(): Tally {
  let queries = 0;
  let visited = 0;
  let falsePositives = 0;
  return {
    add: (visitedNow, falseNow) => {
      queries++;
      visited += visitedNow;
      falsePositives += falseNow;
    },
    means: () => ({ queries, nodesVisited: visited / Math.max(1, queries), falsePositives: falsePositives / Math.max(1, queries) }),
  };
}

/** A running 64-bit hash of lists of numbers: FNV-1a on words, twice with different offsets and factors. */
interface Hash {
  readonly add: (list: readonly number[]) => void;
  readonly text: () => string;
}

function createHash(): Hash {
  let hash = 0x811c9dc5;
  let other = 0x9e3779b9;
  const mix = (word: number): void => {
    hash = Math.imul(hash ^ word, 0x01000193);
    other = Math.imul(other ^ word, 0x85ebca6b);
  };
  return {
    add: (list) => {
      mix(list.length);
      for (const word of list) mix(word);
    },
    text: () => [hash, other].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join(''),
  };
}
