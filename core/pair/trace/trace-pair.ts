import type { Transform } from '../../math/transform.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { decide, defaultMaxSteps } from '../../query/trace/recorder.ts';
import type { Trace } from '../../query/trace/trace.ts';
import { trianglesIntersect } from '../../shape/triangle-triangle.ts';
import { checkPairing } from '../check-pairing.ts';
import { distanceOf, isNodeAOpened } from '../distance/walk.ts';
import { boxesApartSq, consider, createWork, settle } from '../distance/work.ts';
import { readPlacedCorners } from '../placed-triangle.ts';
import type { TreedMesh } from '../treed-mesh.ts';
import { boxesApart, largerIsA } from '../volume/box-separation.ts';
import { compareVolumes } from '../volume/volume-separation.ts';
import { tracePairWalk, type TracedPairTest } from './pair-walk.ts';
import { createSeparator, separationOf, widestGap } from './separation.ts';

/** A query of two meshes that can be traced: every intersecting pair of triangles, the first that is found, or the distance. */
export type TracePairQuery = 'pairs' | 'overlap' | 'distance';

/**
 * Runs a query of two meshes and records its traversal: pairs of nodes with the axis that separates them, and pairs of triangles. The trace
 * is that of the JavaScript descent of these two trees. `aFromB` places B in the space of A. `separationOf` returns the intervals of a step.
 * @throws InspectorError `invalid-argument` as `pairs`, and for a limit below 1.
 */
export function tracePair(a: TreedMesh, b: TreedMesh, aFromB: Transform, query: TracePairQuery, maxSteps: number = defaultMaxSteps): Trace {
  checkPairing(a, b, aFromB);
  const test = query === 'distance' ? distanceTest(a, b, aFromB) : pairsTest(a, b, aFromB, query === 'overlap');
  return tracePairWalk(a, b, test, maxSteps);
}

function pairsTest(a: TreedMesh, b: TreedMesh, aFromB: Transform, first: boolean): TracedPairTest {
  const separator = createSeparator(a.tree, b.tree, aFromB);
  const p = new Float64Array(9);
  const q = new Float64Array(9);
  const found: number[] = [];
  let larger = boxesApart;
  return {
    enter: (nodeA, nodeB) => {
      larger = compareVolumes(separator.volumes, nodeA, nodeB);
      return larger === boxesApart ? Infinity : 0;
    },
    opensA: () => larger === largerIsA,
    explain: (nodeA, nodeB, _entry, decision) => {
      const { axis, gap } = separationOf(separator, nodeA, nodeB);
      decide(decision, 'axis', gap, 0, axis);
    },
    isBeyond: () => false,
    lengthOf: (entry) => entry,
    limit: () => 0,
    readB: (triangle) => readPlacedCorners(b.mesh, triangle, aFromB, q),
    testTriangles: (triangleA, triangleB) => {
      readCorners(a.mesh, triangleA, p);
      if (!trianglesIntersect(p, q)) return 'miss';
      found.push(triangleA, triangleB);
      return 'hit';
    },
    isDone: () => first && found.length > 0,
    testsAll: false,
    result: () => sortedPairs(found),
  };
}

function distanceTest(a: TreedMesh, b: TreedMesh, aFromB: Transform): TracedPairTest {
  const work = createWork(a, b, aFromB);
  const separator = createSeparator(a.tree, b.tree, aFromB);
  let isSettled = false;
  return {
    enter: (nodeA, nodeB) => Math.min(distanceOf(work, nodeA, nodeB), Number.MAX_VALUE),
    opensA: (nodeA, nodeB) => isNodeAOpened(work, nodeA, nodeB),
    explain: (nodeA, nodeB, entry, decision) =>
      decide(decision, 'beyond-best', Math.sqrt(entry), work.best, widestGap(separator, nodeA, nodeB).axis),
    isBeyond: (entry) => entry > work.limitSq,
    lengthOf: Math.sqrt,
    limit: () => work.best,
    readB: (triangle) => {
      if (!readPlacedCorners(b.mesh, triangle, aFromB, work.q)) return false;
      const { q, boxQ } = work;
      for (let k = 0; k < 3; k++) {
        boxQ[k] = Math.min(q[k], q[k + 3], q[k + 6]);
        boxQ[k + 3] = Math.max(q[k], q[k + 3], q[k + 6]);
      }
      return true;
    },
    testTriangles: (triangleA, triangleB) => {
      readCorners(a.mesh, triangleA, work.p);
      const apartSq = boxesApartSq(work.p, work.boxQ);
      if (apartSq * (1 - 2 ** -48) > work.limitSq) return 'miss';
      if (apartSq === 0 && trianglesIntersect(work.p, work.q)) {
        settle(work, triangleA, triangleB);
        isSettled = true;
        return 'best';
      }
      const before = work.best;
      consider(work, triangleA, triangleB);
      if (work.triangleA !== triangleA || work.triangleB !== triangleB) return 'miss';
      return work.best < before ? 'best' : 'hit';
    },
    isDone: () => isSettled,
    testsAll: true,
    result: () => (work.triangleA < 0 ? new Uint32Array() : Uint32Array.of(work.triangleA, work.triangleB)),
  };
}

/** Returns pairs (2·n) by the triangle of A, then of B. */
function sortedPairs(found: readonly number[]): Uint32Array {
  const order = Array.from({ length: found.length / 2 }, (_, i) => i);
  order.sort((i, j) => found[2 * i]! - found[2 * j]! || found[2 * i + 1]! - found[2 * j + 1]!);
  return Uint32Array.from(order.flatMap((i) => [found[2 * i]!, found[2 * i + 1]!]));
}
