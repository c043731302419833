import type { Vec3 } from '../../math/vec3.ts';
import { partOfTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { featureOf } from '../../shape/triangle-feature.ts';
import { checkTreeFits, stackLength } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { triangleAt } from '../../tree/leaf-order.ts';
import { childAt, childCount, hasVolume, leafCount, leafFirst } from '../../tree/nodes.ts';
import type { ClosestPoint } from '../closest/query.ts';
import { closestOfTriangle } from '../closest/record.ts';
import { volumeDistanceSq } from '../closest/volume.ts';
import { paddedRadius } from '../sphere/volume.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { considerNearest, createCandidates, nearestOf, type Candidates } from './candidates.ts';
import { checkNearestQuery } from './check.ts';
import type { NearestOptions, NearestResult } from './query.ts';

export type { NearestOptions, NearestResult } from './query.ts';

/**
 * Returns the `count` triangles of a mesh that are nearest to a point, with their closest points (catalogue Q5). Which triangles, and
 * their order, are those of exact arithmetic; for the numbers see `closestOfTriangle`. The first one is that of `closestPoint`.
 * With a filter only the triangles that it accepts exist.
 * @throws InspectorError `invalid-argument` as `checkNearestQuery`, and for a tree of another mesh.
 */
export function nearestTriangles(
  tree: Tree,
  mesh: TriangleMesh,
  point: Vec3,
  count: number,
  { maxDistance = Infinity }: Partial<NearestOptions> = {},
  accepts: TriangleFilter = null,
): NearestResult {
  checkNearestQuery(point, count, maxDistance);
  checkTreeFits(tree, mesh);
  const candidates = createCandidates(point, count, maxDistance);
  const stats = tree.nodeCount === 0 ? { nodesVisited: 0, trianglesTested: 0 } : descend(candidates, tree, mesh, accepts);
  const scratch = new Float64Array(4);
  return { closest: nearestOf(candidates, mesh).map((triangle) => nearestRecord(mesh, triangle, point, scratch)), stats };
}

/** Returns the record of one triangle. `scratch` has 4 numbers. */
export function nearestRecord(mesh: TriangleMesh, triangle: number, point: Vec3, scratch: Float64Array): ClosestPoint {
  const { code, point: position, distance, direction } = closestOfTriangle(mesh, triangle, point, scratch);
  return { triangle, ...featureOf(code), position, distance, direction, part: partOfTriangle(mesh, triangle) };
}

/** Visits the nearest child first. */
function descend(candidates: Candidates, tree: Tree, mesh: TriangleMesh, accepts: TriangleFilter): NearestResult['stats'] {
  const { point } = candidates;
  const [x, y, z] = [point[0] - tree.origin[0], point[1] - tree.origin[1], point[2] - tree.origin[2]];
  const stack = new Uint32Array(stackLength(tree));
  const entries = new Float64Array(stack.length);
  const box = new Float32Array(6);
  const scratch = new Float64Array(6);
  let nodesVisited = 1;
  let trianglesTested = 0;
  entries[0] = volumeDistanceSq(tree, 0, x, y, z, box);
  for (let top = 1; top > 0; ) {
    const entry = entries[--top];
    const reach = paddedRadius(candidates.limit, x, y, z);
    // Not `<=`: where squares overflow, both sides are infinite or NaN, and nothing may be culled.
    if (entry > reach * reach + 1e-290) continue;
    const node = stack[top];
    const children = childCount(tree, node);
    if (children === 0) {
      const first = leafFirst(tree, node);
      const end = first + leafCount(tree, node);
      trianglesTested += end - first;
      for (let at = first; at < end; at++) {
        const triangle = triangleAt(tree, at);
        if (accepts === null || accepts(triangle)) considerNearest(candidates, mesh, triangle, scratch);
      }
    }
    const from = top;
    for (let i = children - 1; i >= 0; i--) {
      const child = childAt(tree, node, i);
      const has = hasVolume(tree, child);
      if (has) nodesVisited++;
      const childEntry = has ? volumeDistanceSq(tree, child, x, y, z, box) : entry;
      // Insertion sort among at most eight children: the nearest is on top.
      let at = top++;
      for (; at > from && entries[at - 1] < childEntry; at--) {
        entries[at] = entries[at - 1];
        stack[at] = stack[at - 1];
      }
      entries[at] = childEntry;
      stack[at] = child;
    }
  }
  return { nodesVisited, trianglesTested };
}
