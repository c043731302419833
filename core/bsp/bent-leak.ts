import type { Vec3 } from '../math/vec3.ts';
import { boundsRadius, meshBounds } from '../mesh/bounds.ts';
import { triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../progress.ts';
import { closestPoint } from '../query/closest/closest.ts';
import type { Tree } from '../tree/layout.ts';
import { InspectorError } from '../error.ts';
import type { BspTree } from './bsp-tree.ts';
import { buildBsp } from './build-bsp.ts';
import { type BspCells, bspCells, meanOfPoints } from './cells.ts';
import { type OpenLoop, holePoints, pointsAtHole, type SegmentTest } from './opening.ts';
import { leavesAt } from './point-side.ts';
import { type CellLinks, cellLinks, leakFrom } from './route.ts';

/** Limits of the search: more would take a minute and more. */
const maxTriangles = 20_000;
const maxSplits = 20_000;
const maxTests = 3_000_000;
/** Part of the size of the mesh within which a point counts as on a triangle. */
const touch = 1e-9;
const portalsBetweenReports = 1 << 10;

/** A way around corners. */
export interface BentLeak {
  /** Empty if none was found. */
  readonly path: readonly Vec3[];
  /** Whether all holes were tried: the search did not end at a limit. */
  readonly isComplete: boolean;
}

/**
 * Returns a way through one of the tried holes and around corners that no triangle touches: from inside to the border of a box around the
 * mesh. Fans over all holes close the mesh, so its BSP tree has cells. Behind a fan the way follows the fewest portals between them, and
 * is shortened afterwards. Empty if there is none, and where the mesh or its tree is beyond the limits of the search.
 * @throws whatever `progress` throws.
 */
export function bentLeak(
  tree: Tree,
  mesh: TriangleMesh,
  holes: readonly OpenLoop[],
  tried: readonly OpenLoop[],
  isFree: SegmentTest,
  progress: Progress = noProgress,
): BentLeak {
  if (triangleCount(mesh) > maxTriangles) return { path: [], isComplete: false };
  const closed = closedTree(mesh, holes, progress);
  if (closed === 'too-large') return { path: [], isComplete: false };
  const none = { path: [], isComplete: tried.length === holes.length };
  // Triangles that no hole makes solid have no inside.
  if (closed === 'no-triangles' || closed.windings.every((winding) => winding === 0)) return none;
  const cells = bspCells(closed, (fraction) => progress(0.5 + fraction / 4));
  const links = openLinks(tree, mesh, closed, cells, progress);
  // Triangles with an inside have bounds.
  const reach = 3 * boundsRadius(meshBounds(mesh)!);
  const points = tried.flatMap((hole) => holePoints(mesh, hole));
  for (const [i, point] of points.entries()) {
    progress(0.75 + i / points.length / 4);
    const { middle } = point;
    const { before, behind } = pointsAtHole(tree, mesh, point, reach);
    for (const [insides, outsides] of [
      [behind, before],
      [before, behind],
    ] as const) {
      const start = outsides.find((one) => windingOf(closed, one) === 0 && isFree(middle, one));
      const end = insides.find((one) => windingOf(closed, one) !== 0 && isFree(middle, one));
      if (start === undefined || end === undefined) continue;
      const way = leakFrom(cells, links, start, leavesAt(closed, start)[0]!);
      if (way.length === 0) continue;
      const whole = [end, middle, ...way];
      if (whole.every((one, at) => at === 0 || isFree(whole[at - 1]!, one))) return { path: shortened(whole, isFree), isComplete: true };
    }
  }
  return none;
}

function windingOf(tree: BspTree, point: Vec3): number {
  return tree.windings[leavesAt(tree, point)[0]!];
}

/** Returns the tree of the mesh with fans over its holes, or why it has none. */
function closedTree(mesh: TriangleMesh, holes: readonly OpenLoop[], progress: Progress): BspTree | 'too-large' | 'no-triangles' {
  const positions = [...mesh.positions];
  const indices = [...mesh.indices];
  for (const { middle, loop } of holes) {
    const apex = positions.push(...middle) / 3 - 1;
    loop.forEach((from, i) => indices.push(loop[(i + 1) % loop.length]!, from, apex));
  }
  const closed = { positions: Float64Array.from(positions), indices: Uint32Array.from(indices), parts: [] };
  try {
    return buildBsp(closed, { maxSplits }, (fraction) => progress(fraction / 2), maxTests);
  } catch (thrown) {
    if (thrown instanceof InspectorError && (thrown.code === 'too-large' || thrown.code === 'no-triangles')) return thrown.code;
    throw thrown;
  }
}

/** Returns the links through portals whose middle is on no triangle: two triangles with opposite sides block a portal. */
function openLinks(tree: Tree, mesh: TriangleMesh, { space: { box } }: BspTree, cells: BspCells, progress: Progress): CellLinks {
  const size = Math.max(...box.min.map(Math.abs), ...box.max.map(Math.abs));
  const isOpen = cells.portals.map(({ polygon }, i) => {
    if (i % portalsBetweenReports === 0) progress(0.75);
    return closestPoint(tree, mesh, meanOfPoints(polygon.points), { maxDistance: touch * size }).closest === null;
  });
  return cellLinks(cells).map((list) => list?.filter(({ portal }) => isOpen[portal]));
}

/** Returns the way with fewer points: each is followed by the last one that a free segment reaches. The hole stays a point of it. */
function shortened(way: readonly Vec3[], isFree: SegmentTest): readonly Vec3[] {
  const kept = [way[0]!, way[1]!];
  for (let at = 1; at + 1 < way.length; ) {
    let next = way.length - 1;
    while (next > at + 1 && !isFree(way[at]!, way[next]!)) next--;
    kept.push(way[next]!);
    at = next;
  }
  return kept;
}
