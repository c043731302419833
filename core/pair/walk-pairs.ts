import { InspectorError } from '../error.ts';
import type { Transform } from '../math/transform.ts';
import type { Progress } from '../progress.ts';
import { trianglesIntersect } from '../shape/triangle-triangle.ts';
import { stackLength } from '../tree/check-tree-fits.ts';
import { triangleAt } from '../tree/leaf-order.ts';
import { childAt, childCount, hasVolume, leafCount, leafFirst } from '../tree/nodes.ts';
import { boxesApart, largerIsA, largerIsB } from './box-separation.ts';
import { readPlacedTriangle, readTriangle } from './placed-triangle.ts';
import type { TreedMesh } from './treed-mesh.ts';
import { compareVolumes, createVolumeSeparation, type VolumeSeparation } from './volume-separation.ts';

export interface PairStats {
  /** Pairs of boxes tested, the roots included. */
  readonly nodePairsTested: number;
  /** Pairs of triangles whose own boxes were compared. */
  readonly trianglePairsTested: number;
}

export interface PairWalk {
  /** Intersecting pairs as a · triangles of B's mesh + b, in the order of finding. */
  readonly codes: Float64Array;
  readonly stats: PairStats;
}

/** Words of a waiting pair: its node of A, its node of B, which is larger, its level below the pair of roots. */
const stackWords = 4;
/** Node pairs between two calls of `progress`. */
const reportStep = 1 << 14;

/**
 * Walks two trees against each other and collects the triangle pairs that intersect: all of them, or with `first` only
 * the first that is found.
 *
 * Of two boxes that may meet the larger is opened, unless it is a leaf (GD-AABB). B's corners are placed where a leaf is
 * reached: placing them all beforehand costs more than a whole yes-or-no query, and the same numbers come out.
 * @throws InspectorError `too-large` beyond `most` pairs; whatever `progress` throws.
 */
export function walkPairs(a: TreedMesh, b: TreedMesh, aFromB: Transform, first: boolean, most: number, progress: Progress): PairWalk {
  const work = createWork(a, b, aFromB, first, most);
  if (a.tree.nodeCount === 0 || b.tree.nodeCount === 0) return finish(work);
  const stack = new Uint32Array(stackWords * (stackLength(a.tree) + stackLength(b.tree)));
  let top = push(work, stack, 0, 0, 0, 0);
  let nextReport = reportStep;
  while (top > 0) {
    const at = stackWords * --top;
    const nodeA = stack[at], nodeB = stack[at + 1], level = stack[at + 3];
    const childrenA = childCount(a.tree, nodeA), childrenB = childCount(b.tree, nodeB);
    if (childrenA + childrenB === 0) {
      if (testLeaves(work, nodeA, nodeB)) break;
    } else if (childrenB === 0 || (childrenA > 0 && stack[at + 2] === largerIsA)) {
      for (let i = childrenA - 1; i >= 0; i--) {
        const child = childAt(a.tree, nodeA, i);
        top = hasVolume(a.tree, child) ? push(work, stack, top, child, nodeB, level + 1) : keep(stack, top, child, nodeB, largerIsB, level + 1);
      }
    } else {
      for (let i = childrenB - 1; i >= 0; i--) {
        const child = childAt(b.tree, nodeB, i);
        top = hasVolume(b.tree, child) ? push(work, stack, top, nodeA, child, level + 1) : keep(stack, top, nodeA, child, largerIsA, level + 1);
      }
    }
    if (work.nodePairs >= nextReport) {
      nextReport = work.nodePairs + reportStep;
      progress(finishedPart(stack, top));
    }
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
  readonly most: number;
  /** (9) */
  readonly p: Float64Array;
  readonly q: Float64Array;
  codes: Float64Array;
  count: number;
  nodePairs: number;
  trianglePairs: number;
}

function createWork(a: TreedMesh, b: TreedMesh, aFromB: Transform, first: boolean, most: number): Work {
  return {
    a,
    b,
    aFromB,
    volumes: createVolumeSeparation(a.tree, b.tree, aFromB),
    first,
    most,
    p: new Float64Array(9),
    q: new Float64Array(9),
    codes: new Float64Array(first ? 1 : 256),
    count: 0,
    nodePairs: 0,
    trianglePairs: 0,
  };
}

function finish(work: Work): PairWalk {
  const stats = { nodePairsTested: work.nodePairs, trianglePairsTested: work.trianglePairs };
  return { codes: work.codes.subarray(0, work.count), stats };
}

/** Puts a pair of nodes on the stack unless their boxes are apart; the new height. Hot. */
function push(work: Work, stack: Uint32Array, top: number, nodeA: number, nodeB: number, level: number): number {
  work.nodePairs++;
  const larger = compareVolumes(work.volumes, nodeA, nodeB);
  return larger === boxesApart ? top : keep(stack, top, nodeA, nodeB, larger, level);
}

/** Puts a pair on the stack without a test: a leaf without a volume meets what its parent meets. Hot. */
function keep(stack: Uint32Array, top: number, nodeA: number, nodeB: number, larger: number, level: number): number {
  const at = stackWords * top;
  stack[at] = nodeA;
  stack[at + 1] = nodeB;
  stack[at + 2] = larger;
  stack[at + 3] = level;
  return top + 1;
}

/** Each step halves the work of a pair, as far as anyone knows; what waits is not finished. */
function finishedPart(stack: Uint32Array, top: number): number {
  let waiting = 0;
  for (let at = 0; at < stackWords * top; at += stackWords) waiting += 2 ** -stack[at + 3];
  return 1 - waiting;
}

/** Tests the triangles of two leaves; true when the walk is over. Hot. */
function testLeaves(work: Work, leafA: number, leafB: number): boolean {
  const { a, b, aFromB, p, q } = work;
  const firstA = leafFirst(a.tree, leafA), endA = firstA + leafCount(a.tree, leafA);
  const firstB = leafFirst(b.tree, leafB), endB = firstB + leafCount(b.tree, leafB);
  for (let j = firstB; j < endB; j++) {
    const triangleB = triangleAt(b.tree, j);
    if (!readPlacedTriangle(b.mesh, triangleB, aFromB, q)) continue;
    for (let i = firstA; i < endA; i++) {
      const triangleA = triangleAt(a.tree, i);
      work.trianglePairs++;
      readTriangle(a.mesh, triangleA, p);
      if (areBoxesApart(p, q) || !trianglesIntersect(p, q)) continue;
      addPair(work, triangleA, triangleB);
      if (work.first) return true;
    }
  }
  return false;
}

/** Whether the boxes of two triangles are apart, exactly. Hot. */
function areBoxesApart(p: Float64Array, q: Float64Array): boolean {
  const px = p[0], py = p[1], pz = p[2], qx = q[0], qy = q[1], qz = q[2];
  return (
    Math.max(px, p[3], p[6]) < Math.min(qx, q[3], q[6]) || Math.min(px, p[3], p[6]) > Math.max(qx, q[3], q[6]) ||
    Math.max(py, p[4], p[7]) < Math.min(qy, q[4], q[7]) || Math.min(py, p[4], p[7]) > Math.max(qy, q[4], q[7]) ||
    Math.max(pz, p[5], p[8]) < Math.min(qz, q[5], q[8]) || Math.min(pz, p[5], p[8]) > Math.max(qz, q[5], q[8])
  );
}

function addPair(work: Work, triangleA: number, triangleB: number): void {
  if (work.count === work.most) {
    throw new InspectorError({
      code: 'too-large',
      message: `More than ${work.most} pairs of triangles intersect`,
      cure: 'Move the meshes apart, or allow more pairs',
      place: {},
    });
  }
  if (work.count === work.codes.length) {
    const grown = new Float64Array(2 * work.count);
    grown.set(work.codes);
    work.codes = grown;
  }
  work.codes[work.count++] = triangleA * work.b.tree.meshTriangles + triangleB;
}
