import { stackLength } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { triangleAt } from '../../tree/leaf-order.ts';
import { childAt, childCount, hasVolume, leafCount, leafFirst } from '../../tree/nodes.ts';
import { createDecision, decide, TraceRecorder, type Decision } from './recorder.ts';
import { noStep, type Trace } from './trace.ts';

/** A query of one mesh, as the tests of its traced descent. They are those of the query itself. */
export interface TracedTest {
  /** Returns the order of a node on the stack, smallest first: its distance or a square of it, 0 for overlaps; `Infinity` culls it. */
  enter(node: number): number;
  /** Writes why `enter` has culled a node. */
  explain(node: number, decision: Decision): void;
  /** Whether a node with this order is beyond the best result. */
  isBeyond(entry: number): boolean;
  /** Returns an order as a distance in mesh units. */
  lengthOf(entry: number): number;
  /** Returns the distance beyond which nothing is wanted. */
  limit(): number;
  /** Tests a triangle, or returns why the filter of the query leaves it out. */
  testTriangle(triangle: number): 'miss' | 'hit' | 'best' | 'filtered' | 'hit-filtered';
  /** Whether the query stops before the next node, and before the next triangle of a leaf. */
  isDone(): boolean;
  readonly stopsInLeaf: boolean;
  /** Whether a leaf without a volume has the order of its parent; else 0. */
  readonly inheritsEntry: boolean;
  /** Returns the triangles of the result, ascending. */
  result(): Uint32Array;
}

/**
 * Descends a tree of any kind as the queries do, and records each step: the nearest child first, of equally near ones the first. It visits
 * the nodes and tests the triangles of the JavaScript descents, so `stats` are equal. The recorded order of tests is that of the children.
 */
export function traceWalk(tree: Tree, test: TracedTest, maxSteps: number): Trace {
  const recorder = new TraceRecorder(maxSteps, false);
  const length = stackLength(tree);
  const walk: Walk = {
    tree,
    test,
    recorder,
    decision: createDecision(),
    nodes: new Uint32Array(length),
    entries: new Float64Array(length),
    steps: new Int32Array(length),
    top: 0,
  };
  if (tree.nodeCount > 0) visit(walk, 0, noStep, 0, 0);
  while (walk.top > 0 && !test.isDone()) descend(walk);
  return recorder.finish(test.result(), test.isDone());
}

interface Walk {
  readonly tree: Tree;
  readonly test: TracedTest;
  readonly recorder: TraceRecorder;
  readonly decision: Decision;
  /** The stack: nodes, their order, and the steps that pushed them. */
  readonly nodes: Uint32Array;
  readonly entries: Float64Array;
  readonly steps: Int32Array;
  top: number;
}

/** Takes the top of the stack: skips, opens or tests it. */
function descend(walk: Walk): void {
  const { tree, test, recorder, decision, nodes, entries, steps } = walk;
  const at = --walk.top;
  const node = nodes[at];
  const entry = entries[at];
  if (test.isBeyond(entry)) {
    decide(decision, 'beyond-best', test.lengthOf(entry), test.limit());
    recorder.node('skip', node, 0, steps[at], decision);
    return;
  }
  decide(decision, 'reached', test.lengthOf(entry), test.limit());
  const children = childCount(tree, node);
  if (children === 0) return testLeaf(walk, node, recorder.node('leaf', node, 0, steps[at], decision));
  const opened = recorder.node('open', node, 0, steps[at], decision);
  for (let i = 0; i < children; i++) visit(walk, childAt(tree, node, i), opened, at, test.inheritsEntry ? entry : 0);
}

/** Tests a node and pushes it in order among those from `base` on, unless it is culled. */
function visit(walk: Walk, node: number, parent: number, base: number, inherited: number): void {
  const { tree, test, recorder, decision, nodes, entries, steps } = walk;
  let entry = inherited;
  const isTested = hasVolume(tree, node);
  if (isTested) {
    recorder.nodes++;
    entry = test.enter(node);
    if (entry === Infinity) {
      test.explain(node, decision);
      recorder.node('cull', node, 0, parent, decision);
      return;
    }
  }
  decide(decision, isTested ? 'reached' : 'untested', test.lengthOf(entry), test.limit());
  const step = recorder.node('push', node, 0, parent, decision);
  let at = walk.top++;
  for (; at > base && entries[at - 1] <= entry; at--) {
    nodes[at] = nodes[at - 1];
    entries[at] = entries[at - 1];
    steps[at] = steps[at - 1];
  }
  nodes[at] = node;
  entries[at] = entry;
  steps[at] = step;
}

function testLeaf({ tree, test, recorder }: Walk, leaf: number, parent: number): void {
  const first = leafFirst(tree, leaf);
  const end = first + leafCount(tree, leaf);
  for (let at = first; at < end && !(test.stopsInLeaf && test.isDone()); at++) {
    const triangle = triangleAt(tree, at);
    const outcome = test.testTriangle(triangle);
    if (outcome !== 'filtered') recorder.triangles++;
    if (outcome === 'filtered' || outcome === 'hit-filtered') recorder.triangle('miss', triangle, 0, parent, test.limit(), outcome);
    else recorder.triangle(outcome, triangle, 0, parent, test.limit());
  }
}
