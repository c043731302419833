import { createDecision, decide, TraceRecorder, type Decision } from '../../query/trace/recorder.ts';
import { noStep, type Trace } from '../../query/trace/trace.ts';
import { stackLength } from '../../tree/check-tree-fits.ts';
import { triangleAt } from '../../tree/leaf-order.ts';
import { childAt, childCount, hasVolume, leafCount, leafFirst } from '../../tree/nodes.ts';
import type { TreedMesh } from '../treed-mesh.ts';

/** A query of two meshes, as the tests of its traced descent. They are those of the query itself. */
export interface TracedPairTest {
  /** Returns the order of a pair of nodes on the stack, smallest first: a squared distance, 0 for intersections; `Infinity` culls it. */
  enter(nodeA: number, nodeB: number): number;
  /** Whether the node of A is the larger one, of the pair that `enter` tested last. */
  opensA(nodeA: number, nodeB: number): boolean;
  /** Writes why `enter` culled a pair, or why it is beyond the best. */
  explain(nodeA: number, nodeB: number, entry: number, decision: Decision): void;
  isBeyond(entry: number): boolean;
  lengthOf(entry: number): number;
  limit(): number;
  /** Reads a triangle of B; false if it is not finite after its placement: then it is not tested. */
  readB(triangle: number): boolean;
  testTriangles(triangleA: number, triangleB: number): 'miss' | 'hit' | 'best';
  isDone(): boolean;
  /** Whether leaves without a volume are tested by the box of their parent. */
  readonly testsAll: boolean;
  result(): Uint32Array;
}

/** Descends two trees together as the pair queries do, and records each step. The larger of two nodes is opened, unless it is a leaf. */
export function tracePairWalk(a: TreedMesh, b: TreedMesh, test: TracedPairTest, maxSteps: number): Trace {
  const length = stackLength(a.tree) + stackLength(b.tree) + 8;
  const walk: Walk = {
    a,
    b,
    test,
    recorder: new TraceRecorder(maxSteps, true),
    decision: createDecision(),
    nodesA: new Uint32Array(length),
    nodesB: new Uint32Array(length),
    entries: new Float64Array(length),
    opensA: new Uint8Array(length),
    steps: new Int32Array(length),
    top: 0,
  };
  if (a.tree.nodeCount > 0 && b.tree.nodeCount > 0) visit(walk, 0, 0, noStep, 0, true, false);
  while (walk.top > 0 && !test.isDone()) descend(walk);
  return walk.recorder.finish(test.result(), test.isDone());
}

interface Walk {
  readonly a: TreedMesh;
  readonly b: TreedMesh;
  readonly test: TracedPairTest;
  readonly recorder: TraceRecorder;
  readonly decision: Decision;
  readonly nodesA: Uint32Array;
  readonly nodesB: Uint32Array;
  readonly entries: Float64Array;
  /** 1 where the node of A is opened next. */
  readonly opensA: Uint8Array;
  readonly steps: Int32Array;
  top: number;
}

function descend(walk: Walk): void {
  const { a, b, test, recorder, decision, entries, steps } = walk;
  const at = --walk.top;
  const nodeA = walk.nodesA[at];
  const nodeB = walk.nodesB[at];
  const entry = entries[at];
  if (test.isBeyond(entry)) {
    test.explain(nodeA, nodeB, entry, decision);
    recorder.node('skip', nodeA, nodeB, steps[at], decision);
    return;
  }
  decide(decision, 'reached', test.lengthOf(entry), test.limit());
  const childrenA = childCount(a.tree, nodeA);
  const childrenB = childCount(b.tree, nodeB);
  if (childrenA + childrenB === 0) return testLeaves(walk, nodeA, nodeB, recorder.node('leaf', nodeA, nodeB, steps[at], decision));
  const opensA = childrenB === 0 || (childrenA > 0 && walk.opensA[at] === 1);
  const opened = recorder.node('open', nodeA, nodeB, steps[at], decision);
  for (let i = 0; i < (opensA ? childrenA : childrenB); i++) {
    const childA = opensA ? childAt(a.tree, nodeA, i) : nodeA;
    const childB = opensA ? nodeB : childAt(b.tree, nodeB, i);
    const isTested = test.testsAll || (opensA ? hasVolume(a.tree, childA) : hasVolume(b.tree, childB));
    visit(walk, childA, childB, opened, at, isTested, !opensA);
  }
}

/** Tests a pair and pushes it in order among those from `base` on, unless it is culled. `opensA` is for a pair that is not tested. */
function visit(walk: Walk, nodeA: number, nodeB: number, parent: number, base: number, isTested: boolean, opensA: boolean): void {
  const { test, recorder, decision, nodesA, nodesB, entries, steps } = walk;
  let entry = 0;
  let opensNodeA = opensA;
  if (isTested) {
    recorder.nodes++;
    entry = test.enter(nodeA, nodeB);
    if (entry === Infinity || test.isBeyond(entry)) {
      test.explain(nodeA, nodeB, entry, decision);
      recorder.node('cull', nodeA, nodeB, parent, decision);
      return;
    }
    opensNodeA = test.opensA(nodeA, nodeB);
  }
  decide(decision, isTested ? 'reached' : 'untested', test.lengthOf(entry), test.limit());
  const step = recorder.node('push', nodeA, nodeB, parent, decision);
  let at = walk.top++;
  for (; at > base && entries[at - 1] <= entry; at--) {
    nodesA[at] = nodesA[at - 1];
    nodesB[at] = nodesB[at - 1];
    entries[at] = entries[at - 1];
    walk.opensA[at] = walk.opensA[at - 1];
    steps[at] = steps[at - 1];
  }
  nodesA[at] = nodeA;
  nodesB[at] = nodeB;
  entries[at] = entry;
  walk.opensA[at] = opensNodeA ? 1 : 0;
  steps[at] = step;
}

function testLeaves({ a, b, test, recorder }: Walk, leafA: number, leafB: number, parent: number): void {
  const firstA = leafFirst(a.tree, leafA);
  const endA = firstA + leafCount(a.tree, leafA);
  const firstB = leafFirst(b.tree, leafB);
  const endB = firstB + leafCount(b.tree, leafB);
  for (let j = firstB; j < endB; j++) {
    const triangleB = triangleAt(b.tree, j);
    if (!test.readB(triangleB)) continue;
    for (let i = firstA; i < endA && !test.isDone(); i++) {
      const triangleA = triangleAt(a.tree, i);
      recorder.triangles++;
      recorder.triangle(test.testTriangles(triangleA, triangleB), triangleA, triangleB, parent, test.limit());
    }
  }
}
