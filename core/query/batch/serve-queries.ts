import { openMeshBytes } from '../../mesh/mesh-bytes.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { serveWork } from '../../serve-work.ts';
import { loadTree } from '../../tree/kinds/wide/load-tree.ts';
import { joinSharedTree } from '../../tree/kinds/wide/share-tree.ts';
import type { Tree } from '../../tree/layout.ts';
import { openTree } from '../../tree/open-tree.ts';
import type { BatchRange, BatchStart, BatchStep, FromQueryThread, ToQueryThread } from './batch-work.ts';
import { part } from './check.ts';
import { closestPointMany } from './closest-point-many.ts';
import { insideMany } from './inside-many.ts';
import { overlapsFrom } from './overlap-many.ts';
import { raycastMany } from './raycast-many.ts';
import type { OverlapsResult } from './result.ts';
import { shapesPart } from './shapes.ts';

/**
 * Returns the receiver of messages in a thread that runs batches of queries. The thread views mesh and tree in shared memory. WebAssembly shares
 * a copy of the tree with the other threads where its memory can be shared, and has one of its own in each thread otherwise.
 * @throws InspectorError `invalid-bytes`, which ends the thread.
 */
export function serveQueries(send: (message: FromQueryThread) => void): (message: ToQueryThread) => void {
  return serveWork((start: BatchStart) => {
    const mesh = openMeshBytes(start.mesh);
    const opened = openTree(start.tree);
    const tree = start.loaded === null ? loadTree(opened, mesh) : joinSharedTree(opened, start.loaded);
    return (step: BatchStep, range: BatchRange) => runRange(tree, mesh, step, range);
  }, send);
}

function runRange(tree: Tree, mesh: TriangleMesh, step: BatchStep, { from, to }: BatchRange): OverlapsResult | null {
  switch (step.kind) {
    case 'rays': {
      const { origins, directions, maxDistances } = step.rays;
      const rays = {
        origins: part(origins, 3 * from, 3 * to),
        directions: part(directions, 3 * from, 3 * to),
        ...(maxDistances !== undefined && { maxDistances: part(maxDistances, from, to) }),
      };
      const { triangles, distances } = raycastMany(tree, mesh, rays, step.options, step.filter);
      step.result.triangles.set(triangles, from);
      step.result.distances.set(distances, from);
      return null;
    }
    case 'closest': {
      const { points, maxDistances } = step.points;
      const queries = {
        points: part(points, 3 * from, 3 * to),
        ...(maxDistances !== undefined && { maxDistances: part(maxDistances, from, to) }),
      };
      const { triangles, distances, positions } = closestPointMany(tree, mesh, queries, step.filter);
      step.result.triangles.set(triangles, from);
      step.result.distances.set(distances, from);
      step.result.positions.set(positions, 3 * from);
      return null;
    }
    case 'shapes':
      return overlapsFrom(from, tree, mesh, shapesPart(step.shapes, from, to), step.filter);
    case 'inside': {
      const { inside, windings, windingErrors } = insideMany(
        { ...step.winding, tree, mesh },
        { points: part(step.points.points, 3 * from, 3 * to) },
        step.options,
      );
      step.result.inside.set(inside, from);
      step.result.windings.set(windings, from);
      step.result.windingErrors.set(windingErrors, from);
      return null;
    }
  }
}
