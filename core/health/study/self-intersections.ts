import type { CoincidentTriangles } from '../../mesh/coincident-triangles.ts';
import type { MeshTopology } from '../../mesh/topology.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { TriangleSets } from '../../mesh/triangle-sets.ts';
import { createUnionFind, unite, type UnionFind } from '../../mesh/union-find.ts';
import { readTriangle } from '../../pair/placed-triangle.ts';
import type { Progress } from '../../progress.ts';
import { areFolded, meetBeyondCorner } from '../../shape/neighbour-triangles.ts';
import { trianglesIntersect } from '../../shape/triangle-triangle.ts';
import type { LiveTriangles } from './live-triangles.ts';
import { questions, searchPairs, walkPairs, type NearPairs } from './near-pairs/near-pairs.ts';
import { addPair, createPairList, type PairList } from './pair-list.ts';

export interface SelfIntersections {
  /** Exact, unless `isComplete` is false: then there are at least so many. */
  readonly pairCount: number;
  /** Whether every pair was looked at. */
  readonly isComplete: boolean;
  /** (2·n) the lower triangle, then the higher; ascending. All of them, or `maxPairs` that were found first. */
  readonly pairs: Uint32Array;
  /** Of the components: those that intersect are one body. */
  readonly bodies: UnionFind;
}

/** A mesh with what is known of it. */
export interface SelfIntersectionInput {
  readonly mesh: TriangleMesh;
  readonly topology: MeshTopology;
  readonly coincident: CoincidentTriangles;
  readonly components: TriangleSets;
  readonly live: LiveTriangles;
  readonly nearPairs: NearPairs;
}

/** What a search may cost. */
export interface SelfIntersectionLimits {
  /** More pairs are counted and not listed. */
  readonly maxPairs: number;
  /** Comparisons of boxes after which the search ends. */
  readonly maxTests: number;
}

/**
 * Every pair of triangles of a mesh that meet beyond the corners that they share, decided exactly by the rule of CGAL's
 * `self_intersections`: without a shared corner touching counts; with one, what lies opposite must meet the other triangle;
 * with an edge, they must be folded onto each other; with three, they always count. Triangles without area, and with a
 * coordinate that is not finite, are passed over.
 *
 * Of triangles with the same corners one stands for all, so that a million of them cost no more than one.
 * @throws whatever `progress` throws.
 */
export function selfIntersections(
  input: SelfIntersectionInput,
  { maxPairs, maxTests }: SelfIntersectionLimits,
  progress: Progress,
): SelfIntersections {
  return searchPairs(input.nearPairs, { questions: questions.meet, distance: 0, maxTests }, (walk) => {
    const found = findIntersections(input, maxPairs);
    const isComplete = walkPairs(walk, progress, found.look);
    return found.result(isComplete);
  });
}

/** The same for the pairs of a walk that others look at too: each that may meet has to be looked at, and then what was found can be asked for. */
export function findIntersections(
  { mesh, topology, coincident, components, live: { triangles: live, weights } }: SelfIntersectionInput,
  maxPairs: number,
) {
  const p = new Float64Array(9);
  const q = new Float64Array(9);
  const bodies = createUnionFind(components.count);
  const found = createPairList(maxPairs);
  let pairCount = 0;
  for (let i = 0; i < weights.length; i++) pairCount += (weights[i] * (weights[i] - 1)) / 2;
  return {
    look: (i: number, j: number): void => {
      const a = live[i];
      const b = live[j];
      if (!doTrianglesMeet(mesh, topology.corners, a, b, p, q)) return;
      pairCount += weights[i] * weights[j];
      unite(bodies, components.setOf[a], components.setOf[b]);
      addPair(found, a, b);
    },
    result: (isComplete: boolean): SelfIntersections => {
      return { pairCount, isComplete, pairs: expandPairs(found, live, coincident, triangleCount(mesh), maxPairs), bodies };
    },
  };
}

/** Whether two triangles meet beyond the corners that they share; `p` (9) and `q` (9) are scratch. Hot. */
function doTrianglesMeet(mesh: TriangleMesh, corners: Uint32Array, a: number, b: number, p: Float64Array, q: Float64Array): boolean {
  const b0 = corners[3 * b];
  const b1 = corners[3 * b + 1];
  const b2 = corners[3 * b + 2];
  let shared = 0;
  let ofA = 0;
  let ofB = 0;
  for (let i = 0; i < 3; i++) {
    const corner = corners[3 * a + i];
    const j = corner === b0 ? 0 : corner === b1 ? 1 : corner === b2 ? 2 : 3;
    if (j === 3) continue;
    shared++;
    ofA += i;
    ofB += j;
  }
  readTriangle(mesh, a, p);
  readTriangle(mesh, b, q);
  if (shared === 0) return trianglesIntersect(p, q);
  // The corners are 0, 1 and 2, so the one that is not shared is what the shared ones lack.
  return shared === 1 ? meetBeyondCorner(p, ofA, q, ofB) : areFolded(p, 3 - ofA, q, 3 - ofB);
}

/** The pairs that were found, with every triangle that one of them stands for, and those within the sets; at most `most`. */
function expandPairs(found: PairList, live: Uint32Array, coincident: CoincidentTriangles, count: number, max: number): Uint32Array {
  const { first, triangles } = coincident;
  const setOf = new Map<number, Uint32Array>();
  for (let set = 0; set + 1 < first.length; set++) setOf.set(triangles[first[set]], triangles.subarray(first[set], first[set + 1]));
  const codes: number[] = [];
  const addPairs = (of: Uint32Array, and: Uint32Array): void => {
    for (let i = 0; i < of.length && codes.length < max; i++) {
      // Within one set each pair once.
      for (let k = of === and ? i + 1 : 0; k < and.length && codes.length < max; k++) {
        codes.push(Math.min(of[i], and[k]) * count + Math.max(of[i], and[k]));
      }
    }
  };
  const alone = (triangle: number): Uint32Array => setOf.get(triangle) ?? Uint32Array.of(triangle);
  for (let i = 0; i < found.words; i += 2) addPairs(alone(found.pairs[i]), alone(found.pairs[i + 1]));
  for (const triangle of live) {
    const set = setOf.get(triangle);
    if (set !== undefined) addPairs(set, set);
  }
  const sorted = Float64Array.from(codes).sort();
  const pairs = new Uint32Array(2 * sorted.length);
  for (let i = 0; i < sorted.length; i++) {
    pairs[2 * i] = Math.floor(sorted[i] / count);
    pairs[2 * i + 1] = sorted[i] % count;
  }
  return pairs;
}
