import { bspBytes, type BspTree } from '../bsp/bsp-tree.ts';
import { bspRay } from '../bsp/bsp-ray.ts';
import { pointSide } from '../bsp/point-side.ts';
import type { Vec3 } from '../math/vec3.ts';
import { isClosed } from '../mesh/is-closed.ts';
import { meshBounds } from '../mesh/bounds.ts';
import type { BuildOptions } from '../options/build-options.ts';
import { noProgress, type Progress } from '../progress.ts';
import { insideTest } from '../query/inside-closed-mesh.ts';
import { raycast } from '../query/ray/ray.ts';
import { seededRandom } from '../math/seeded-random.ts';
import { buildTree } from '../tree/build-tree.ts';
import { openTree } from '../tree/open-tree.ts';
import { treeStatistics } from '../tree/statistics.ts';
import { defaultCounts, seededTasks } from './compare-tasks.ts';
import { minMicroseconds } from './min-microseconds.ts';

/** Size and cost of a tree. */
export interface BspCost {
  readonly nodes: number;
  readonly leaves: number;
  readonly depth: number;
  readonly bytes: number;
  readonly buildMilliseconds: number;
  /** Means over the rays of the comparison of kinds, first hits. */
  readonly nodesPerRay: number;
  readonly trianglesPerRay: number;
  readonly microsecondsPerRay: number;
  /** Whether a point is in the solid; by ray parity with the AABB tree, and `null` there if the mesh is not closed by edges. */
  readonly microsecondsPerPoint: number | null;
}

/** A BSP tree next to the AABB tree of the same mesh, with the same queries. */
export interface BspComparison {
  readonly rays: number;
  readonly points: number;
  readonly bsp: BspCost;
  readonly aabb: BspCost;
  /** Rays and points with different results. */
  readonly differences: number;
}

const pointCount = 1000;
const aabbOptions: Partial<BuildOptions> = { kind: 'aabb' };

/**
 * Compares a BSP tree with an AABB tree by the rays of `compareKinds`, and by points in the box of the mesh.
 * @param buildMilliseconds that of the BSP tree
 * @throws whatever `progress` throws
 */
export function compareBsp(bsp: BspTree, buildMilliseconds: number, progress: Progress = noProgress): BspComparison {
  const { mesh } = bsp;
  const start = performance.now();
  const built = buildTree(mesh, aabbOptions);
  const aabbMilliseconds = performance.now() - start;
  // The traversal of all kinds, in TypeScript: the engine of the BSP tree.
  const tree = { ...openTree(built), isReadInPlace: false };
  const { rays } = seededTasks(mesh, defaultCounts);
  const points = pointsIn(bsp);
  const byParity = isClosed(mesh);
  const cost = { bspNodes: 0, bspTriangles: 0, nodes: 0, triangles: 0 };
  let differences = 0;
  for (const [i, ray] of rays.entries()) {
    if (i % 64 === 0) progress((0.5 * i) / rays.length);
    const ours = bspRay(bsp, ray.origin, ray.direction);
    const { hits, stats } = raycast(tree, mesh, ray);
    cost.bspNodes += ours.nodesVisited / rays.length;
    cost.bspTriangles += ours.trianglesTested / rays.length;
    cost.nodes += stats.nodesVisited / rays.length;
    cost.triangles += stats.trianglesTested / rays.length;
    if (ours.hit?.triangle !== hits[0]?.triangle || ours.hit?.distance !== hits[0]?.distance) differences++;
  }
  const isInside = insideTest(tree, mesh);
  for (const [i, point] of points.entries()) {
    if (i % 64 === 0) progress(0.5 + (0.2 * i) / points.length);
    const side = pointSide(bsp, point);
    const inside = byParity && side !== 'on' ? isInside(point) : null;
    if (inside !== null && inside !== (side === 'solid')) differences++;
  }
  const time = (call: () => void, count: number, at: number): number =>
    minMicroseconds(call, defaultCounts.turnMilliseconds, () => progress(at)) / count;
  const statistics = treeStatistics(openTree(built), 'typescript', null);
  return {
    rays: rays.length,
    points: points.length,
    bsp: {
      nodes: bsp.planes.length,
      leaves: bsp.windings.length,
      depth: bsp.depth,
      bytes: bspBytes(bsp),
      buildMilliseconds,
      nodesPerRay: cost.bspNodes,
      trianglesPerRay: cost.bspTriangles,
      microsecondsPerRay: time(() => rays.forEach(({ origin, direction }) => bspRay(bsp, origin, direction)), rays.length, 0.7),
      microsecondsPerPoint: time(() => points.forEach((point) => pointSide(bsp, point)), points.length, 0.8),
    },
    aabb: {
      nodes: statistics.nodes,
      leaves: statistics.leaves,
      depth: statistics.depth,
      bytes: statistics.bytes,
      buildMilliseconds: aabbMilliseconds,
      nodesPerRay: cost.nodes,
      trianglesPerRay: cost.triangles,
      microsecondsPerRay: time(() => rays.forEach((ray) => raycast(tree, mesh, ray)), rays.length, 0.9),
      microsecondsPerPoint: byParity ? time(() => points.forEach((point) => isInside(point)), points.length, 0.95) : null,
    },
    differences,
  };
}

/** Returns random points in the box of the mesh. */
function pointsIn({ mesh }: BspTree): readonly Vec3[] {
  const { min, max } = meshBounds(mesh) ?? { min: [0, 0, 0], max: [0, 0, 0] };
  const random = seededRandom(defaultCounts.seed);
  const along = (k: 0 | 1 | 2): number => min[k] + random() * (max[k] - min[k]);
  return Array.from({ length: pointCount }, (): Vec3 => [along(0), along(1), along(2)]);
}
