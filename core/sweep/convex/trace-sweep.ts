import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { SweepOptions } from '../../options/sweep-options.ts';
import { decide, defaultMaxSteps } from '../../query/trace/recorder.ts';
import type { Trace } from '../../query/trace/trace.ts';
import { traceWalk, type TracedTest } from '../../query/trace/walk.ts';
import type { TriangleFilter } from '../../query/triangle-filter.ts';
import { checkTreeFits } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { checkSweep } from './check.ts';
import { considerTriangle, createFoundTriangles, firstTriangleOf } from './found.ts';
import { boxEntry, setupBoxSweep } from './node-entry.ts';
import type { ShapeSweep } from './query.ts';
import { setupSweep } from './setup.ts';
import { intervalLimit, sweepReach } from './sweep-shape.ts';
import { createSweepWorkspace, triangleWorkOf } from './workspace.ts';

/**
 * Runs the sweep of a convex shape on a tree of any kind and records its traversal. Orders and limits of the steps are times from 0 to 1. The
 * trace is that of the JavaScript descent; result and counts are those of `sweepShape` on a tree that is not loaded.
 * @throws InspectorError `invalid-argument` as `sweepShape`, and for a limit of steps below 1.
 */
export function traceSweep(
  tree: Tree,
  mesh: TriangleMesh,
  sweep: ShapeSweep,
  options: Partial<SweepOptions> = {},
  maxSteps: number = defaultMaxSteps,
  accepts: TriangleFilter = null,
): Trace {
  checkSweep(sweep);
  checkTreeFits(tree, mesh);
  const setup = setupSweep(sweep);
  const work = triangleWorkOf(createSweepWorkspace(tree), setup);
  const { maxInterval } = intervalLimit(setup, tree.nodeCount === 0 ? [] : tree.bounds, options);
  const boxes = setupBoxSweep(setup, tree.origin, tree.nodeCount === 0 ? 0 : sweepReach(tree));
  const found = createFoundTriangles();
  const box = new Float32Array(6);
  const test: TracedTest = {
    enter: (node) => {
      readNodeBox(tree, node, box);
      return boxEntry(boxes, box, 0, found.limit);
    },
    explain: (_node, decision) => decide(decision, 'outside', 0, found.limit),
    isBeyond: (entry) => !(entry <= found.limit),
    lengthOf: (entry) => entry,
    limit: () => found.limit,
    testTriangle: (triangle) => {
      if (accepts !== null && !accepts(triangle)) return 'filtered';
      const before = found.limit;
      considerTriangle(found, work, mesh, triangle, maxInterval);
      if (found.limit < before) return 'best';
      return found.triangles.at(-1) === triangle ? 'hit' : 'miss';
    },
    isDone: () => false,
    stopsInLeaf: false,
    inheritsEntry: true,
    result: () => {
      const first = firstTriangleOf(found, work, mesh, maxInterval);
      return first === null ? new Uint32Array() : Uint32Array.of(first.triangle);
    },
  };
  return traceWalk(tree, test, maxSteps);
}
