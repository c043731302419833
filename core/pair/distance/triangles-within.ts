import type { Transform } from '../../math/transform.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import type { Progress } from '../../progress.ts';
import { trianglesIntersect } from '../../shape/triangle-triangle.ts';
import { triangleDistanceSq } from '../../shape/triangle-triangle-distance.ts';
import { triangleAt } from '../../tree/leaf-order.ts';
import { childAt, childCount, leafCount, leafFirst } from '../../tree/nodes.ts';
import { readPlacedCorners } from '../placed-triangle.ts';
import type { TreedMesh } from '../treed-mesh.ts';
import { distanceOf, isNodeAOpened } from './walk.ts';
import { boxesApartSq, createWork, reportStep, type Work } from './work.ts';

/** Pairs of triangles of two meshes. */
export interface TrianglesWithin {
  /** (2·n) triangle of A, triangle of B; in the order found. */
  readonly pairs: Uint32Array;
  readonly areAll: boolean;
}

/**
 * Returns the pairs of triangles within a distance of each other, up to rounding. Beyond `max` pairs the search ends, and these are some of them.
 * `aFromB` places B in the space of A. Triangles with a vertex that is not finite are left out.
 * @throws whatever `progress` throws.
 */
export function trianglesWithin(
  a: TreedMesh,
  b: TreedMesh,
  aFromB: Transform,
  distance: number,
  max: number,
  progress: Progress,
): TrianglesWithin {
  const found: number[] = [];
  if (a.tree.nodeCount === 0 || b.tree.nodeCount === 0) return { pairs: Uint32Array.from(found), areAll: true };
  const work = createWork(a, b, aFromB);
  work.limitSq = distance * distance * (1 + 2 ** -40);
  let top = 1;
  while (top > 0) {
    top--;
    const [nodeA, nodeB] = [work.nodes[2 * top], work.nodes[2 * top + 1]];
    if (work.nodePairs + work.trianglePairs >= work.nextReport) {
      work.nextReport += reportStep;
      progress(0);
    }
    if (distanceOf(work, nodeA, nodeB) > work.limitSq) continue;
    const [childrenA, childrenB] = [childCount(a.tree, nodeA), childCount(b.tree, nodeB)];
    if (childrenA + childrenB === 0) {
      addNear(work, nodeA, nodeB, found);
      if (found.length > 2 * max) return { pairs: Uint32Array.from(found.slice(0, 2 * max)), areAll: false };
      continue;
    }
    const opensA = childrenB === 0 || (childrenA > 0 && isNodeAOpened(work, nodeA, nodeB));
    for (let i = (opensA ? childrenA : childrenB) - 1; i >= 0; i--, top++) {
      work.nodes[2 * top] = opensA ? childAt(a.tree, nodeA, i) : nodeA;
      work.nodes[2 * top + 1] = opensA ? nodeB : childAt(b.tree, nodeB, i);
    }
  }
  return { pairs: Uint32Array.from(found), areAll: true };
}

/** Adds the pairs of two leaves that are near. */
function addNear(work: Work, leafA: number, leafB: number, found: number[]): void {
  const { a, b, aFromB, p, q, boxQ, limitSq } = work;
  const [firstA, firstB] = [leafFirst(a.tree, leafA), leafFirst(b.tree, leafB)];
  for (let j = firstB; j < firstB + leafCount(b.tree, leafB); j++) {
    const triangleB = triangleAt(b.tree, j);
    if (!readPlacedCorners(b.mesh, triangleB, aFromB, q)) continue;
    for (let k = 0; k < 3; k++) {
      boxQ[k] = Math.min(q[k], q[k + 3], q[k + 6]);
      boxQ[k + 3] = Math.max(q[k], q[k + 3], q[k + 6]);
    }
    for (let i = firstA; i < firstA + leafCount(a.tree, leafA); i++) {
      const triangleA = triangleAt(a.tree, i);
      work.trianglePairs++;
      readCorners(a.mesh, triangleA, p);
      const apartSq = boxesApartSq(p, boxQ);
      if (apartSq > limitSq) continue;
      const isNear = triangleDistanceSq(p, q, work.found, work.scratch) <= limitSq || (apartSq === 0 && trianglesIntersect(p, q));
      if (isNear) found.push(triangleA, triangleB);
    }
  }
}
