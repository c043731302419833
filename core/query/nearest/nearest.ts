import type { Vec3 } from '../../math/vec3.ts';
import { hitWords, renewViews, resultBoxesWord, resultHitsWord, resultTrianglesWord } from '../../kernel/index.ts';
import { partOfTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { featureOf } from '../../shape/triangle-feature.ts';
import { checkTreeFits, stackLength } from '../../tree/check-tree-fits.ts';
import type { LoadedTree } from '../../tree/kinds/wide/loaded-tree.ts';
import type { Tree } from '../../tree/layout.ts';
import { triangleAt } from '../../tree/leaf-order.ts';
import { childCount, leafCount, leafFirst } from '../../tree/nodes.ts';
import type { ClosestPoint } from '../closest/query.ts';
import { pushChildren } from '../closest/push-children.ts';
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
 * With a filter only the triangles that it accepts exist, and the query does not run in WebAssembly.
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
  const inKernel = tree.loaded === null || accepts !== null ? null : considerLoaded(candidates, tree.loaded, mesh);
  const stats = inKernel ?? (tree.nodeCount === 0 ? { nodesVisited: 0, trianglesTested: 0 } : descend(candidates, tree, mesh, accepts));
  const scratch = new Float64Array(4);
  return { closest: nearestOf(candidates, mesh).map((triangle) => nearestRecord(mesh, triangle, point, scratch)), stats };
}

/** Returns the record of one triangle. `scratch` has 4 numbers. */
export function nearestRecord(mesh: TriangleMesh, triangle: number, point: Vec3, scratch: Float64Array): ClosestPoint {
  const { code, point: position, distance, direction } = closestOfTriangle(mesh, triangle, point, scratch);
  return { triangle, ...featureOf(code), position, distance, direction, part: partOfTriangle(mesh, triangle) };
}

/** More wanted triangles are left to JavaScript. */
const maxLoadedCount = 4096;

/** Considers the triangles that WebAssembly cannot rule out in f32; `null` where it cannot represent the point, or has no memory. */
function considerLoaded(candidates: Candidates, loaded: LoadedTree, mesh: TriangleMesh): NearestResult['stats'] | null {
  const { point, wanted, maxDistance } = candidates;
  if (wanted > maxLoadedCount) return null;
  const count = loaded.kernel.findNearest(point[0], point[1], point[2], maxDistance, wanted);
  if (count < 0) return null;
  renewViews(loaded);
  const { u32, resultU32 } = loaded;
  const hits = u32[resultU32 + resultHitsWord] / 4;
  const scratch = new Float64Array(6);
  for (let i = 0; i < count; i++) considerNearest(candidates, mesh, u32[hits + hitWords * i], scratch);
  return { nodesVisited: u32[resultU32 + resultBoxesWord], trianglesTested: u32[resultU32 + resultTrianglesWord] };
}

/** Visits the nearest child first. */
function descend(candidates: Candidates, tree: Tree, mesh: TriangleMesh, accepts: TriangleFilter): NearestResult['stats'] {
  const { point } = candidates;
  const [x, y, z] = [point[0] - tree.origin[0], point[1] - tree.origin[1], point[2] - tree.origin[2]];
  const length = stackLength(tree);
  const search = { stack: new Uint32Array(length), entries: new Float64Array(length), box: new Float32Array(6), nodesVisited: 1 };
  const scratch = new Float64Array(6);
  let trianglesTested = 0;
  search.entries[0] = volumeDistanceSq(tree, 0, x, y, z, search.box);
  for (let top = 1; top > 0; ) {
    const entry = search.entries[--top];
    const reach = paddedRadius(candidates.limit, x, y, z);
    // Not `<=`: where squares overflow, both sides are infinite or NaN, and nothing may be culled.
    if (entry > reach * reach + 1e-290) continue;
    const node = search.stack[top];
    if (childCount(tree, node) > 0) {
      top = pushChildren(search, tree, node, entry, x, y, z, top);
      continue;
    }
    const first = leafFirst(tree, node);
    const end = first + leafCount(tree, node);
    for (let at = first; at < end; at++) {
      const triangle = triangleAt(tree, at);
      if (accepts !== null && !accepts(triangle)) continue;
      trianglesTested++;
      considerNearest(candidates, mesh, triangle, scratch);
    }
  }
  return { nodesVisited: search.nodesVisited, trianglesTested };
}
