import type { BspTree } from '../../bsp/bsp-tree.ts';
import { pointSide } from '../../bsp/point-side.ts';
import { meshBounds } from '../../mesh/bounds.ts';
import { isFiniteTriangle, triangleCount } from '../../mesh/triangle-mesh.ts';
import type { SweepOptions } from '../../options/sweep-options.ts';
import { checkSweep } from '../convex/check.ts';
import { considerTriangle, createFoundTriangles, firstTriangleOf, sweepResult } from '../convex/found.ts';
import type { ShapeSweep, SweepResult } from '../convex/query.ts';
import { setupSweep } from '../convex/setup.ts';
import { intervalLimit } from '../convex/sweep-shape.ts';
import { createTriangleWork } from '../convex/workspace.ts';
import { childVisits, planeSpan, rootVisit, type SubtreeVisit } from './plane-spans.ts';

/** Result of a sweep against a BSP tree. */
export interface BspSweepResult extends SweepResult {
  /** Whether the shape is at the start inside the solid: its surface may be out of reach then. */
  readonly startsInSolid: boolean;
}

/** Sweeps against one BSP tree. */
export interface BspSweeper {
  /**
   * Returns the first contact of a moving convex shape with the triangles, with the same bits as `sweepShape`. The tree orders the search: a
   * triangle lies in the plane of a node, so it is tested when the shape reaches that plane within the node's region.
   * @throws InspectorError `invalid-argument` as `sweepShape`.
   */
  readonly sweep: (sweep: ShapeSweep, options?: Partial<SweepOptions>) => BspSweepResult;
}

/** Prepares sweeps. */
export function createBspSweeper(tree: BspTree): BspSweeper {
  const { mesh } = tree;
  const seen = new Uint32Array(triangleCount(mesh));
  const others = trianglesWithoutPlane(tree);
  const bounds = meshBounds(mesh);
  const box = bounds === null ? [] : [...bounds.min, ...bounds.max];
  let query = 0;
  return {
    sweep: (sweep, options = {}) => {
      checkSweep(sweep);
      query++;
      const setup = setupSweep(sweep);
      const work = createTriangleWork(setup);
      const { tolerance, maxInterval } = intervalLimit(setup, box, options);
      const found = createFoundTriangles();
      const test = (triangle: number): void => {
        // A triangle that was split lies in several nodes.
        if (seen[triangle] === query) return;
        seen[triangle] = query;
        work.trianglesTested++;
        considerTriangle(found, work, mesh, triangle, maxInterval);
      };
      others.forEach(test);
      const stack: (SubtreeVisit & { readonly isPlane?: true })[] = [rootVisit(tree)];
      for (let visit = stack.pop(); visit !== undefined; visit = stack.pop()) {
        if (visit.node < 0 || visit.from * (1 - 2 ** -40) > found.limit) continue;
        if (visit.isPlane === true) {
          tree.triangles[visit.node]!.forEach(test);
          continue;
        }
        work.nodesVisited++;
        const span = planeSpan(tree.planes[visit.node]!, setup);
        const [first, second] = childVisits(tree, visit, span, span.error);
        if (first !== undefined) stack.push(first);
        // The triangles in the plane come between its sides. A shape on one side does not reach them.
        if (second !== undefined) stack.push({ ...first!, node: visit.node, isPlane: true }, second);
      }
      const result = sweepResult(work, mesh, firstTriangleOf(found, work, mesh, maxInterval), tolerance);
      return { ...result, startsInSolid: pointSide(tree, sweep.from) === 'solid' };
    },
  };
}

/** Returns the finite triangles that lie in no plane of the tree, ascending: those without area. They are still segments and points. */
export function trianglesWithoutPlane({ mesh, triangles }: BspTree): readonly number[] {
  const hasPlane = new Uint8Array(triangleCount(mesh));
  for (const list of triangles) for (const triangle of list) hasPlane[triangle] = 1;
  return [...hasPlane.keys()].filter((triangle) => hasPlane[triangle] === 0 && isFiniteTriangle(mesh, triangle));
}
