import type { Transform } from '../../math/transform.ts';
import type { Progress } from '../../progress.ts';
import { trianglesIntersect } from '../../shape/triangle-triangle.ts';
import { stackLength } from '../../tree/check-tree-fits.ts';
import { triangleAt } from '../../tree/leaf-order.ts';
import { childAt, childCount, hasVolume, leafCount, leafFirst } from '../../tree/nodes.ts';
import { boxesApart, largerIsA, largerIsB } from '../volume/box-separation.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { readPlacedCorners } from '../placed-triangle.ts';
import type { PairStats } from './result.ts';
import { tooManyPairs } from './too-many.ts';
import type { TreedMesh } from '../treed-mesh.ts';
import { compareVolumes, createVolumeSeparation, type VolumeSeparation } from '../volume/volume-separation.ts';

export interface CollectedPairs {
  /** Intersecting pairs as a · (triangles of B's mesh) + b, in the order found. */
  readonly codes: Float64Array;
  readonly stats: PairStats;
}

/** Words of a pair on the stack: node of A, node of B, which is larger. */
const stackWords = 3;
/** Pairs, of nodes and of triangles, between two calls of `progress`: some milliseconds. */
const reportStep = 1 << 14;

/**
 * Descends two trees together and returns the triangle pairs that intersect: all pairs, or with `first` only the first one found.
 *
 * Of two volumes that may overlap the larger is opened, unless it is a leaf (GD-AABB). B's corners are placed when a leaf is
 * reached: placing all of them first costs more than a whole yes-or-no query, and gives the same numbers.
 * @throws InspectorError `too-large` beyond `max` pairs; whatever `progress` throws.
 */
export function collectPairs(
  a: TreedMesh,
  b: TreedMesh,
  aFromB: Transform,
  first: boolean,
  max: number,
  progress: Progress,
): CollectedPairs {
  const work = createWork(a, b, aFromB, first, max, progress);
  if (a.tree.nodeCount === 0 || b.tree.nodeCount === 0) return finish(work);
  const { stack, parts } = work;
  let top = push(work, 0, 0, 0, 1);
  while (top > 0) {
    const at = stackWords * --top;
    const nodeA = stack[at];
    const nodeB = stack[at + 1];
    const part = parts[top];
    const childrenA = childCount(a.tree, nodeA);
    const childrenB = childCount(b.tree, nodeB);
    if (childrenA + childrenB === 0) {
      if (testLeaves(work, nodeA, nodeB, top, part)) break;
    } else if (childrenB === 0 || (childrenA > 0 && stack[at + 2] === largerIsA)) {
      for (let i = childrenA - 1; i >= 0; i--) {
        const child = childAt(a.tree, nodeA, i);
        top = hasVolume(a.tree, child)
          ? push(work, top, child, nodeB, part / childrenA)
          : keep(work, top, child, nodeB, largerIsB, part / childrenA);
      }
    } else {
      for (let i = childrenB - 1; i >= 0; i--) {
        const child = childAt(b.tree, nodeB, i);
        top = hasVolume(b.tree, child)
          ? push(work, top, nodeA, child, part / childrenB)
          : keep(work, top, nodeA, child, largerIsA, part / childrenB);
      }
    }
    reportIfDue(work, top, 0);
  }
  progress(1);
  return finish(work);
}

interface Work {
  readonly a: TreedMesh;
  readonly b: TreedMesh;
  readonly aFromB: Transform;
  readonly volumes: VolumeSeparation;
  readonly first: boolean;
  readonly max: number;
  readonly progress: Progress;
  /** Pairs of nodes still to visit. */
  readonly stack: Uint32Array;
  /** Estimated part of the whole work of each; children get equal shares of their parent's part. */
  readonly parts: Float64Array;
  /** (9) */
  readonly p: Float64Array;
  readonly q: Float64Array;
  codes: Float64Array;
  count: number;
  nodePairs: number;
  trianglePairs: number;
  /** Number of tested pairs at which `progress` is called next. */
  nextReport: number;
}

function createWork(a: TreedMesh, b: TreedMesh, aFromB: Transform, first: boolean, max: number, progress: Progress): Work {
  const height = stackLength(a.tree) + stackLength(b.tree);
  return {
    a,
    b,
    aFromB,
    volumes: createVolumeSeparation(a.tree, b.tree, aFromB),
    first,
    max,
    progress,
    stack: new Uint32Array(stackWords * height),
    parts: new Float64Array(height),
    p: new Float64Array(9),
    q: new Float64Array(9),
    codes: new Float64Array(first ? 1 : 256),
    count: 0,
    nodePairs: 0,
    trianglePairs: 0,
    nextReport: reportStep,
  };
}

function finish(work: Work): CollectedPairs {
  const stats = { engine: 'typescript', nodePairsTested: work.nodePairs, trianglePairsTested: work.trianglePairs } as const;
  return { codes: work.codes.subarray(0, work.count), stats };
}

/** Pushes a pair of nodes unless their volumes are apart; returns the new height of the stack. Hot. */
function push(work: Work, top: number, nodeA: number, nodeB: number, part: number): number {
  work.nodePairs++;
  const larger = compareVolumes(work.volumes, nodeA, nodeB);
  return larger === boxesApart ? top : keep(work, top, nodeA, nodeB, larger, part);
}

/** Pushes a pair without a test: a leaf without a volume has the volume of its parent. Returns the new height. Hot. */
function keep({ stack, parts }: Work, top: number, nodeA: number, nodeB: number, larger: number, part: number): number {
  const at = stackWords * top;
  stack[at] = nodeA;
  stack[at + 1] = nodeB;
  stack[at + 2] = larger;
  parts[top] = part;
  return top + 1;
}

/** Reports progress from time to time: all work except the pairs on the stack and `left`, the rest of the current pair. */
function reportIfDue(work: Work, top: number, left: number): void {
  if (work.nodePairs + work.trianglePairs < work.nextReport) return;
  work.nextReport = work.nodePairs + work.trianglePairs + reportStep;
  let waiting = left;
  for (let i = 0; i < top; i++) waiting += work.parts[i];
  work.progress(1 - waiting);
}

/** Tests the triangles of two leaves; returns true if the descent is done. `top` and `part` are for `reportIfDue`. Hot. */
function testLeaves(work: Work, leafA: number, leafB: number, top: number, part: number): boolean {
  const { a, b, aFromB, p, q } = work;
  const firstA = leafFirst(a.tree, leafA);
  const endA = firstA + leafCount(a.tree, leafA);
  const firstB = leafFirst(b.tree, leafB);
  const endB = firstB + leafCount(b.tree, leafB);
  for (let j = firstB; j < endB; j++) {
    reportIfDue(work, top, (part * (endB - j)) / (endB - firstB));
    const triangleB = triangleAt(b.tree, j);
    if (!readPlacedCorners(b.mesh, triangleB, aFromB, q)) continue;
    for (let i = firstA; i < endA; i++) {
      const triangleA = triangleAt(a.tree, i);
      work.trianglePairs++;
      readCorners(a.mesh, triangleA, p);
      if (areBoxesApart(p, q) || !trianglesIntersect(p, q)) continue;
      addPair(work, triangleA, triangleB);
      if (work.first) return true;
    }
  }
  return false;
}

/** Whether the boxes of two triangles are apart, exactly. Hot. */
function areBoxesApart(p: Float64Array, q: Float64Array): boolean {
  const px = p[0];
  const py = p[1];
  const pz = p[2];
  const qx = q[0];
  const qy = q[1];
  const qz = q[2];
  return (
    Math.max(px, p[3], p[6]) < Math.min(qx, q[3], q[6]) ||
    Math.min(px, p[3], p[6]) > Math.max(qx, q[3], q[6]) ||
    Math.max(py, p[4], p[7]) < Math.min(qy, q[4], q[7]) ||
    Math.min(py, p[4], p[7]) > Math.max(qy, q[4], q[7]) ||
    Math.max(pz, p[5], p[8]) < Math.min(qz, q[5], q[8]) ||
    Math.min(pz, p[5], p[8]) > Math.max(qz, q[5], q[8])
  );
}

function addPair(work: Work, triangleA: number, triangleB: number): void {
  if (work.count === work.max) throw tooManyPairs(work.max);
  if (work.count === work.codes.length) {
    const grown = new Float64Array(2 * work.count);
    grown.set(work.codes);
    work.codes = grown;
  }
  work.codes[work.count++] = triangleA * work.b.tree.meshTriangles + triangleB;
}
