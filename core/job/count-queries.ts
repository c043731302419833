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

/** `sweep` is rays that follow one another closely, `cachedSweep` the same, each begun with the triangle that the last was found to meet (T16). */
export const querySorts = ['rays', 'sweep', 'cachedSweep', 'spheres', 'motions'] as const;
export type QuerySort = (typeof querySorts)[number];

/** What one sort of queries took on one tree: means over its queries. */
export interface QueryCounts {
  readonly queries: number;
  /** Volumes tested a query; for motions pairs of volumes. */
  readonly nodesVisited: number;
  /** Triangles tested a query that it did not meet; for motions pairs of triangles. */
  readonly falsePositives: number;
}

export interface CountedQueries {
  readonly counts: Readonly<Record<QuerySort, QueryCounts>>;
  /** Asks all queries of one sort once more, for the clock. */
  readonly rounds: Readonly<Record<QuerySort, () => void>>;
  /** Hash of the triangles that rays and spheres meet, of whether rays of the sweep meet any and that are closest to the spheres' centres, and of whether poses meet. */
  readonly answers: string;
}

/**
 * Asks a tree all rays for their first hit, those of the sweep for any, without a hit cache and with it, all spheres for all their touches and all motions whether the surfaces meet, for which `loaded` is the tree
 * twice; `goOn` may throw between two. All hits of the rays, and what is closest to the spheres' centres, are asked besides, for the hash alone.
 */
export function countQueries(
  treed: TreedMesh,
  loaded: LoadedPair | null,
  { rays, sweep, spheres, motions }: CompareTasks,
  goOn: () => void,
): CountedQueries {
  const { mesh, tree } = treed;
  const answers = createHash();
  const ofRays = createTally();
  const ofSweep = createTally();
  const ofCached = createTally();
  const ofSpheres = createTally();
  const ofMotions = createTally();
  const rayRoom = createRayWorkspace(tree);
  const sphereRoom = createSphereWorkspace(tree);
  const closestRoom = createClosestWorkspace(tree);
  const all = { mode: 'all', cull: false } as const;
  const first = { mode: 'first', cull: false } as const;
  const any = { mode: 'any', cull: false } as const;
  for (const ray of rays) {
    goOn();
    const nearest = raycastInto(tree, mesh, ray, first, rayRoom);
    ofRays.add(rayRoom.nodesVisited, rayRoom.trianglesTested - nearest);
    answers.add(rayRoom.hitTriangles.slice(0, nearest));
    const hits = raycastInto(tree, mesh, ray, all, rayRoom);
    answers.add(rayRoom.hitTriangles.slice(0, hits).sort((p, q) => p - q));
  }
  let last = noTriangleIndex;
  for (const ray of sweep) {
    goOn();
    const plain = raycastInto(tree, mesh, ray, any, rayRoom);
    ofSweep.add(rayRoom.nodesVisited, rayRoom.trianglesTested - plain);
    const cached = raycastInto(tree, mesh, ray, any, rayRoom, last);
    ofCached.add(rayRoom.nodesVisited, rayRoom.trianglesTested - cached);
    // Which of the triangles it is depends on the tree.
    answers.add([plain, cached]);
    if (cached > 0) last = rayRoom.hitTriangles[0];
  }
  for (const sphere of spheres) {
    goOn();
    const touches = sphereOverlapInto(tree, mesh, sphere, 'all', sphereRoom);
    ofSpheres.add(sphereRoom.nodesVisited, sphereRoom.trianglesTested - touches);
    answers.add(sphereRoom.triangles.slice(0, touches).sort((p, q) => p - q));
    answers.add([closestPointInto(tree, mesh, sphere.center, Infinity, closestRoom)]);
  }
  for (const aFromB of motions) {
    const { overlap, stats } = surfacesIntersect(treed, treed, aFromB, goOn, loaded);
    ofMotions.add(stats.nodePairsTested, stats.trianglePairsTested - (overlap ? 1 : 0));
    answers.add([overlap ? 1 : 0]);
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
      rays: () => rays.forEach((ray) => raycastInto(tree, mesh, ray, first, rayRoom)),
      sweep: () => sweep.forEach((ray) => raycastInto(tree, mesh, ray, any, rayRoom)),
      cachedSweep: () => {
        let start = noTriangleIndex;
        for (const ray of sweep) if (raycastInto(tree, mesh, ray, any, rayRoom, start) > 0) start = rayRoom.hitTriangles[0];
      },
      spheres: () => spheres.forEach((sphere) => sphereOverlapInto(tree, mesh, sphere, 'all', sphereRoom)),
      motions: () => motions.forEach((aFromB) => surfacesIntersect(treed, treed, aFromB, goOn, loaded)),
    },
    answers: answers.text(),
  };
}

interface Tally {
  readonly add: (visited: number, wrong: number) => void;
  readonly means: () => QueryCounts;
}

function createTally(): Tally {
  let queries = 0;
  let visited = 0;
  let wrong = 0;
  return {
    add: (ofOne, wrongOfOne) => {
      queries++;
      visited += ofOne;
      wrong += wrongOfOne;
    },
    means: () => ({ queries, nodesVisited: visited / Math.max(1, queries), falsePositives: wrong / Math.max(1, queries) }),
  };
}

/** A running hash of lists of numbers: FNV-1a on words, twice with another beginning and factor, 64 bits. */
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
