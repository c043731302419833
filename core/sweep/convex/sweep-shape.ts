import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { sweepOptions, type SweepOptions } from '../../options/sweep-options.ts';
import { checkStackFits, checkTreeFits } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { invalidArgument } from '../../error.ts';
import { readRun } from '../../tree/leaf-order.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { childAt, childCount, hasVolume, leafCount, leafFirst } from '../../tree/nodes.ts';
import type { TriangleFilter } from '../../query/triangle-filter.ts';
import { checkSweep } from './check.ts';
import { considerTriangle, createFoundTriangles, firstTriangleOf, sweepResult, type FirstTriangle } from './found.ts';
import { firstByLeaves, firstOfSphere, isSphere } from './kernel.ts';
import { boxEntry, setupBoxSweep } from './node-entry.ts';
import type { ShapeSweep, SweepResult } from './query.ts';
import { setupSweep, type SweepSetup } from './setup.ts';
import { createSweepWorkspace, triangleWorkOf, type SweepWorkspace, type TriangleWork } from './workspace.ts';

export type { ShapeSweep, SweepContact, SweepResult, SweepStats, SweptShape } from './query.ts';

/**
 * Returns the first contact of a convex shape that moves along a straight line (catalogue Q6). It is never late and never missed: no
 * contact before the interval, and contact within it, are both proven, with exact arithmetic where f64 leaves a doubt. The interval is at
 * most `tolerance` long, in mesh units along the motion, unless f64 has no time in between. Sets are closed: touching counts, also at the
 * start. Surfaces count, volumes do not: a shape inside a closed mesh is free until it touches the surface.
 *
 * The result does not depend on the tree. Pass a workspace made for this tree to save its allocation, and a filter to consider some of the
 * triangles only.
 * @throws InspectorError `invalid-argument` as `checkSweep`, for a tolerance below 0, and for a tree of another mesh.
 */
export function sweepShape(
  tree: Tree,
  mesh: TriangleMesh,
  sweep: ShapeSweep,
  options: Partial<SweepOptions> = {},
  workspace: SweepWorkspace = createSweepWorkspace(tree),
  accepts: TriangleFilter = null,
): SweepResult {
  checkSweep(sweep);
  checkTreeFits(tree, mesh);
  checkStackFits(tree, workspace.stackNodes);
  const setup = setupSweep(sweep, workspace.arrays);
  const work = triangleWorkOf(workspace, setup);
  const { tolerance, maxInterval } = intervalLimit(setup, tree.nodeCount === 0 ? [] : tree.bounds, options);
  const byKernel =
    tree.loaded === null
      ? 'left'
      : accepts === null && isSphere(setup)
        ? firstOfSphere(work, tree.loaded, mesh, maxInterval)
        : firstByLeaves(work, tree.loaded, mesh, maxInterval, accepts);
  const first = byKernel === 'left' ? firstByDescent(work, tree, mesh, maxInterval, workspace, accepts) : byKernel;
  return sweepResult(work, mesh, first, tolerance);
}

/** Visits the nodes of a tree of any kind, the one that the shape enters first before the others, and tests the triangles of its leaves. Hot. */
function firstByDescent(
  work: TriangleWork,
  tree: Tree,
  mesh: TriangleMesh,
  maxInterval: number,
  { stackNodes, stackEntries, run, box }: SweepWorkspace,
  accepts: TriangleFilter,
): FirstTriangle | null {
  const found = createFoundTriangles();
  const reach = tree.nodeCount === 0 ? 0 : sweepReach(tree);
  const boxes = setupBoxSweep(work.setup, tree.origin, reach);
  let nodesVisited = 0;
  let trianglesTested = 0;
  let top = 0;
  const visit = (node: number): number => {
    nodesVisited++;
    readNodeBox(tree, node, box);
    return boxEntry(boxes, box, 0, found.limit);
  };
  if (tree.nodeCount > 0) {
    stackEntries[top] = visit(0);
    stackNodes[top++] = 0;
  }
  while (top > 0) {
    const entry = stackEntries[--top];
    if (!(entry <= found.limit)) continue;
    const node = stackNodes[top];
    const children = childCount(tree, node);
    if (children === 0) {
      const first = leafFirst(tree, node);
      const end = first + leafCount(tree, node);
      for (let at = first; at < end; at += run.length) {
        const count = readRun(tree, at, end, run);
        for (let i = 0; i < count; i++) {
          if (accepts !== null && !accepts(run[i])) continue;
          trianglesTested++;
          considerTriangle(found, work, mesh, run[i], maxInterval);
        }
      }
      continue;
    }
    const base = top;
    for (let i = 0; i < children; i++) {
      const child = childAt(tree, node, i);
      const childEntry = hasVolume(tree, child) ? visit(child) : entry;
      if (childEntry === Infinity) continue;
      // The earliest child is on top.
      let at = top++;
      for (; at > base && stackEntries[at - 1] <= childEntry; at--) {
        stackNodes[at] = stackNodes[at - 1];
        stackEntries[at] = stackEntries[at - 1];
      }
      stackNodes[at] = child;
      stackEntries[at] = childEntry;
    }
  }
  work.nodesVisited = nodesVisited;
  work.trianglesTested = trianglesTested;
  return firstTriangleOf(found, work, mesh, maxInterval);
}

/** As a part of the largest coordinate: near the precision of f64, and reached without exact arithmetic in most sweeps. */
const finestTolerance = 2 ** -36;

/**
 * Returns the tolerance, and the length in time of the interval of one triangle: half of it, since triangles whose intervals overlap
 * count as touched at once.
 */
export function intervalLimit(
  { size, motionLength }: Pick<SweepSetup, 'size' | 'motionLength'>,
  bounds: ArrayLike<number>,
  given: Partial<SweepOptions>,
): { readonly tolerance: number; readonly maxInterval: number } {
  const wanted = checkTolerance(given);
  const tolerance = wanted > 0 ? wanted : finestTolerance * largestOf(size, bounds);
  return { tolerance, maxInterval: motionLength > 0 ? Math.min(1, tolerance / 2 / motionLength) : 1 };
}

/** Returns the tolerance of a sweep. @throws InspectorError `invalid-argument` for one below 0 or not finite. */
export function checkTolerance({ tolerance = sweepOptions.tolerance.default }: Partial<SweepOptions>): number {
  if (tolerance >= 0 && tolerance < Infinity) return tolerance;
  throw invalidArgument(`The tolerance cannot be ${tolerance}`, 'Use a finite length of 0 or more');
}

function largestOf(size: number, bounds: ArrayLike<number>): number {
  let largest = size;
  for (let i = 0; i < bounds.length; i++) largest = Math.max(largest, Math.abs(bounds[i]!));
  return largest;
}

/** Returns the largest absolute coordinate of a tree that has nodes, relative to its origin. */
export function sweepReach({ bounds, origin }: Tree): number {
  return Array.from(bounds).reduce((max, value, i) => Math.max(max, Math.abs(value - origin[i % 3]!)), 0);
}
