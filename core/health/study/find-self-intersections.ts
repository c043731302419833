import type { CoincidentTriangles } from '../../mesh/coincident-triangles.ts';
import type { MeshTopology } from '../../mesh/topology.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { TriangleSets } from '../../mesh/triangle-sets.ts';
import { createUnionFind, unite, type UnionFind } from '../../mesh/union-find.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import type { Progress } from '../../progress.ts';
import { areFolded, intersectBeyondCorner } from '../../shape/neighbour-triangles.ts';
import { trianglesIntersect } from '../../shape/triangle-triangle.ts';
import type { LiveTriangles } from './live-triangles.ts';
import { searchPairs, type NearPairs, type PairSearch } from './near-pairs/near-pairs.ts';
import { pairTests } from './near-pairs/pair-walk.ts';
import { addPair, createPairList, type TrianglePairList } from './pair-list.ts';

export interface SelfIntersections {
  /** Exact if `isComplete`, else a lower bound. */
  readonly pairCount: number;
  /** Whether every pair was tested. */
  readonly isComplete: boolean;
  /** (2·n) the triangle with the lower index, then the other; ascending. At most the first `maxPairs` that were found. */
  readonly pairs: Uint32Array;
  /** Over components: components that intersect each other are in one set. */
  readonly joined: UnionFind;
}

/** The input of a search for self-intersections. */
export interface SelfIntersectionInput {
  readonly mesh: TriangleMesh;
  readonly topology: MeshTopology;
  readonly coincident: CoincidentTriangles;
  readonly components: TriangleSets;
  readonly live: LiveTriangles;
  readonly nearPairs: NearPairs;
}

/** The limits of a search. */
export interface SelfIntersectionLimits {
  /** Pairs beyond this number are counted but not listed. */
  readonly maxPairs: number;
  /** The search ends after this many comparisons of boxes. */
  readonly maxTests: number;
}

/**
 * Returns every pair of triangles that intersect beyond their shared corners. The decision is exact and follows the rule of CGAL's
 * `self_intersections`. Without a shared corner, contact counts. With one shared corner, the opposite edge of one triangle must intersect
 * the other triangle. With a shared edge, the triangles must be folded onto each other. With three shared corners, a pair always counts.
 * Triangles without area and triangles with a non-finite coordinate are skipped.
 *
 * One triangle represents all triangles with the same corners, so a million duplicates cost as much as one.
 * @throws whatever `progress` throws.
 */
export function findSelfIntersections(
  input: SelfIntersectionInput,
  { maxPairs, maxTests }: SelfIntersectionLimits,
  progress: Progress,
): SelfIntersections {
  const query = { tests: pairTests.intersect, distance: 0, maxTests };
  return searchPairs(input.nearPairs, query, () => findIntersections(input, maxPairs), progress);
}

/** Returns an intersection test for pairs of a shared walk. Call `look` with each candidate pair, then `result`. */
export function findIntersections(
  { mesh, topology, coincident, components, live: { triangles: live, weights } }: SelfIntersectionInput,
  maxPairs: number,
): PairSearch<SelfIntersections> {
  const p = new Float64Array(9);
  const q = new Float64Array(9);
  const joined = createUnionFind(components.count);
  const found = createPairList(maxPairs);
  let pairCount = 0;
  if (coincident.triangles.length > 0) for (let i = 0; i < weights.length; i++) pairCount += (weights[i] * (weights[i] - 1)) / 2;
  return {
    look: (i: number, j: number): void => {
      const a = live[i];
      const b = live[j];
      if (!intersectBeyondCorners(mesh, topology.corners, a, b, p, q)) return;
      pairCount += weights[i] * weights[j];
      unite(joined, components.setOf[a], components.setOf[b]);
      addPair(found, a, b);
    },
    result: (isComplete: boolean): SelfIntersections => {
      return { pairCount, isComplete, pairs: expandPairs(found, live, coincident, triangleCount(mesh), maxPairs), joined };
    },
  };
}

/**
 * Returns a test whether two triangles with area intersect beyond their shared corners; with the same corners they do.
 * @param corners (3·T) welded vertices of a topology.
 */
export function createSelfIntersectionTest(mesh: TriangleMesh, corners: Uint32Array): (a: number, b: number) => boolean {
  const p = new Float64Array(9);
  const q = new Float64Array(9);
  return (a, b) => {
    const ofB = corners.subarray(3 * b, 3 * b + 3);
    const isSame = ofB.includes(corners[3 * a]) && ofB.includes(corners[3 * a + 1]) && ofB.includes(corners[3 * a + 2]);
    return isSame || intersectBeyondCorners(mesh, corners, a, b, p, q);
  };
}

/** Whether two triangles intersect beyond their shared corners. `p` (9) and `q` (9) are scratch. Hot. */
function intersectBeyondCorners(mesh: TriangleMesh, corners: Uint32Array, a: number, b: number, p: Float64Array, q: Float64Array): boolean {
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
  readCorners(mesh, a, p);
  readCorners(mesh, b, q);
  if (shared === 0) return trianglesIntersect(p, q);
  // The corners are 0, 1 and 2 with the sum 3; `ofA` and `ofB` are the sums of the shared ones.
  return shared === 1 ? intersectBeyondCorner(p, ofA, q, ofB) : areFolded(p, 3 - ofA, q, 3 - ofB);
}

/** Returns the found pairs for every triangle that a found one represents, and the pairs within each set of duplicates; at most `max`. */
function expandPairs(found: TrianglePairList, live: Uint32Array, coincident: CoincidentTriangles, count: number, max: number): Uint32Array {
  const { first, triangles } = coincident;
  const setOf = new Map<number, Uint32Array>();
  for (let set = 0; set + 1 < first.length; set++) setOf.set(triangles[first[set]], triangles.subarray(first[set], first[set + 1]));
  const codes: number[] = [];
  const addPairs = (of: Uint32Array, and: Uint32Array): void => {
    for (let i = 0; i < of.length && codes.length < max; i++) {
      // Each pair within one set comes once.
      for (let k = of === and ? i + 1 : 0; k < and.length && codes.length < max; k++) {
        codes.push(Math.min(of[i], and[k]) * count + Math.max(of[i], and[k]));
      }
    }
  };
  const duplicatesOf = (triangle: number): Uint32Array => setOf.get(triangle) ?? Uint32Array.of(triangle);
  for (let i = 0; i < found.words; i += 2) addPairs(duplicatesOf(found.pairs[i]), duplicatesOf(found.pairs[i + 1]));
  if (setOf.size > 0) {
    for (const triangle of live) {
      const set = setOf.get(triangle);
      if (set !== undefined) addPairs(set, set);
    }
  }
  const sorted = Float64Array.from(codes).sort();
  const pairs = new Uint32Array(2 * sorted.length);
  for (let i = 0; i < sorted.length; i++) {
    pairs[2 * i] = Math.floor(sorted[i] / count);
    pairs[2 * i + 1] = sorted[i] % count;
  }
  return pairs;
}
