import type { Transform } from '../../math/transform.ts';
import type { Progress } from '../../progress.ts';
import { trianglesIntersect } from '../../shape/triangle-triangle.ts';
import { type Tree } from '../../tree/layout.ts';
import { triangleAt } from '../../tree/leaf-order.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { childAt, childCount, leafCount, leafFirst } from '../../tree/nodes.ts';
import { boxDistanceSq, isLargerA } from '../volume/box-distance.ts';
import { rssDistanceSq } from '../volume/rss-distance.ts';
import type { LoadedPair } from '../loaded/load-pair.ts';
import { type NearestCandidates, walkDistanceKernel } from './kernel.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { PairStats } from '../pairs/result.ts';
import type { DistanceResult } from './result.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { readPlacedCorners } from '../placed-triangle.ts';
import type { TreedMesh } from '../treed-mesh.ts';
import { boxesApartSq, consider, createNearest, createWork, type Nearest, reportStep, settle, type Work } from './work.ts';

/**
 * Returns the distance of two meshes; see `meshDistance`. Descends both trees together, nearer nodes first, and opens the larger of
 * two nodes. If WebAssembly has found the few pairs that may be nearest, only these are measured.
 */
export function walkDistance(a: TreedMesh, b: TreedMesh, aFromB: Transform, loaded: LoadedPair | null, progress: Progress): DistanceResult {
  const near = loaded === null ? null : walkDistanceKernel(loaded, aFromB, progress);
  if (near !== null) {
    const nearest = decide(a.mesh, b.mesh, aFromB, near);
    progress(1);
    return resultOf(nearest, near.stats);
  }
  const work = createWork(a, b, aFromB);
  if (a.tree.nodeCount > 0 && b.tree.nodeCount > 0) descend(work, progress);
  progress(1);
  return resultOf(work, { engine: 'typescript', nodePairsTested: work.nodePairs, trianglePairsTested: work.trianglePairs });
}

function resultOf({ best, triangleA, triangleB, pointA, pointB }: Nearest, stats: PairStats): DistanceResult {
  if (best === Infinity && triangleA < 0) return { distance: null, witness: null, stats };
  return { distance: best, witness: { a: triangleA, b: triangleB, pointA, pointB }, stats };
}

/** Finds the nearest of the candidates, or records the pair that intersects. */
function decide(a: TriangleMesh, b: TriangleMesh, aFromB: Transform, { pairs, intersects }: NearestCandidates): Nearest {
  const nearest = createNearest();
  const { p, q } = nearest;
  let placed = -1;
  let isPlaced = false;
  for (let i = 0; i < pairs.length; i += 2) {
    const triangleA = pairs[i]!;
    const triangleB = pairs[i + 1]!;
    // Most follow others of the same triangle of B.
    if (triangleB !== placed) isPlaced = readPlacedCorners(b, triangleB, aFromB, q);
    placed = triangleB;
    if (!isPlaced) continue;
    readCorners(a, triangleA, p);
    if (intersects) settle(nearest, triangleA, triangleB);
    else consider(nearest, triangleA, triangleB);
  }
  return nearest;
}

function descend(work: Work, progress: Progress): void {
  const { nodes, entries } = work;
  const treeA = work.a.tree;
  const treeB = work.b.tree;
  let top = 0;
  nodes[0] = 0;
  nodes[1] = 0;
  entries[top++] = distanceOf(work, 0, 0);
  while (top > 0) {
    const entry = entries[--top];
    // Not `<=`: where numbers overflow nothing may be culled.
    if (entry > work.limitSq) continue;
    const nodeA = nodes[2 * top];
    const nodeB = nodes[2 * top + 1];
    const childrenA = childCount(treeA, nodeA);
    const childrenB = childCount(treeB, nodeB);
    if (childrenA + childrenB === 0) {
      if (testLeaves(work, nodeA, nodeB, progress)) return;
      continue;
    }
    const opensA = childrenB === 0 || (childrenA > 0 && isNodeAOpened(work, nodeA, nodeB));
    const from = top;
    for (let i = (opensA ? childrenA : childrenB) - 1; i >= 0; i--) {
      const a = opensA ? childAt(treeA, nodeA, i) : nodeA;
      const b = opensA ? nodeB : childAt(treeB, nodeB, i);
      top = insert(work, from, top, a, b, distanceOf(work, a, b));
    }
    report(work, progress);
  }
}

/** The remaining work is unknown: the call only allows cancellation. Hot. */
function report(work: Work, progress: Progress): void {
  const tested = work.nodePairs + work.trianglePairs;
  if (tested < work.nextReport) return;
  work.nextReport = tested + reportStep;
  progress(0);
}

/** Inserts a pair among those from `from` on, the nearest on top; returns the new height. Hot. */
function insert({ nodes, entries, limitSq }: Work, from: number, top: number, a: number, b: number, entry: number): number {
  if (entry > limitSq) return top;
  let at = top;
  for (; at > from && entries[at - 1] < entry; at--) {
    entries[at] = entries[at - 1];
    nodes[2 * at] = nodes[2 * at - 2];
    nodes[2 * at + 1] = nodes[2 * at - 1];
  }
  entries[at] = entry;
  nodes[2 * at] = a;
  nodes[2 * at + 1] = b;
  return top + 1;
}

/** Returns a lower bound of the squared distance of two nodes, and counts the test. Hot. */
export function distanceOf(work: Work, nodeA: number, nodeB: number): number {
  work.nodePairs++;
  const { boxes, rss, a, b } = work;
  const ofBoxes = boxDistanceSq(boxes, boxAt(a.tree, nodeA, boxes.boxes.nodesA), boxAt(b.tree, nodeB, boxes.boxes.nodesB));
  return rss === null ? ofBoxes : Math.max(ofBoxes, rssDistanceSq(rss, nodeA, nodeB));
}

/** Whether the node of A is opened. Reads both boxes again: those of another pair may have overwritten them. Hot. */
export function isNodeAOpened({ boxes, a, b }: Work, nodeA: number, nodeB: number): boolean {
  return isLargerA(boxes, boxAt(a.tree, nodeA, boxes.boxes.nodesA), boxAt(b.tree, nodeB, boxes.boxes.nodesB));
}

/** Returns the index in `nodes` of a node's box: the node itself if read in place, else 0 after writing the box there. Hot. */
function boxAt(tree: Tree, node: number, nodes: Float32Array): number {
  if (tree.isReadInPlace) return node;
  readNodeBox(tree, node, nodes);
  return 0;
}

/** Tests the triangles of two leaves; returns true if two intersect. Hot. */
function testLeaves(work: Work, leafA: number, leafB: number, progress: Progress): boolean {
  const { a, b, aFromB, p, q, boxQ } = work;
  const firstA = leafFirst(a.tree, leafA);
  const endA = firstA + leafCount(a.tree, leafA);
  const firstB = leafFirst(b.tree, leafB);
  const endB = firstB + leafCount(b.tree, leafB);
  for (let j = firstB; j < endB; j++) {
    const triangleB = triangleAt(b.tree, j);
    // A leaf may have many triangles.
    report(work, progress);
    if (!readPlacedCorners(b.mesh, triangleB, aFromB, q)) continue;
    for (let k = 0; k < 3; k++) {
      boxQ[k] = Math.min(q[k], q[k + 3], q[k + 6]);
      boxQ[k + 3] = Math.max(q[k], q[k + 3], q[k + 6]);
    }
    for (let i = firstA; i < endA; i++) {
      const triangleA = triangleAt(a.tree, i);
      work.trianglePairs++;
      readCorners(a.mesh, triangleA, p);
      const apartSq = boxesApartSq(p, boxQ);
      if (apartSq * (1 - 2 ** -48) > work.limitSq) continue;
      if (apartSq === 0 && trianglesIntersect(p, q)) {
        settle(work, triangleA, triangleB);
        return true;
      }
      consider(work, triangleA, triangleB);
    }
  }
  return false;
}
