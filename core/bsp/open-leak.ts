import { fastLength, minus, type Vec3 } from '../math/vec3.ts';
import { boundsRadius, meshBounds } from '../mesh/bounds.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../progress.ts';
import { pointWinding } from '../query/inside/inside.ts';
import { orientedMesh } from '../query/inside/surface.ts';
import { createWindingTree } from '../query/inside/winding-tree.ts';
import { segmentCast } from '../query/segment/segment.ts';
import type { Tree } from '../tree/layout.ts';
import { bentLeak } from './bent-leak.ts';
import { openEdges } from './open-edges.ts';
import { movedAlong, type OpenLoop, openLoops, pointsAtHole, type SegmentTest } from './opening.ts';

/** Holes that are tried, the longest first. */
const maxHoles = 64;
/** Directions that are tried behind the hole: a power of two. */
const ways = 128;

/** A way from inside an open mesh to its outside, or why there is none. */
export interface LeakSearch {
  /** Points of the way; empty if none was found. */
  readonly path: readonly Vec3[];
  /**
   * How the search ended. `flipped`: all open edges are those of flipped triangles, which leave no opening. `none`: nothing leads out of
   * the holes. `limit`: the search ended at its limit.
   */
  readonly end: 'found' | 'flipped' | 'none' | 'limit';
}

/**
 * Returns a way from inside an open mesh through a hole to outside its box, which no triangle touches. Its points are an inner one, the middle
 * of the hole, and one or more beyond. Inside is the side of the hole with the larger winding number. Where one or two straight pieces lead
 * out of no hole, the way goes around corners. Flipped triangles are flipped back first: their edges are no hole.
 * @throws whatever `progress` throws.
 */
export function openLeak(tree: Tree, given: TriangleMesh, progress: Progress = noProgress): LeakSearch {
  const bounds = meshBounds(given);
  if (bounds === null) return { path: [], end: 'none' };
  const winding = createWindingTree(tree, given);
  const { flipped } = winding.surface;
  const mesh = flipped === null ? given : orientedMesh(given, flipped);
  const edges = openEdges(mesh);
  if (edges.length === 0) return { path: [], end: 'flipped' };
  const isFree: SegmentTest = (from, to) => segmentCast(tree, mesh, { from, to }, { mode: 'any' }).hits.length === 0;
  const all = openLoops(mesh, edges);
  const tried = all.slice(0, maxHoles);
  const windingAt = (point: Vec3): number => Math.abs(pointWinding(winding, point).winding ?? 0);
  const reach = 3 * boundsRadius(bounds);
  for (const hole of tried) {
    progress(0);
    const way = straightLeak(tree, mesh, hole, reach, isFree, windingAt);
    if (way !== null) return { path: way, end: 'found' };
  }
  const { path, isComplete } = bentLeak(tree, mesh, all, tried, isFree, progress);
  return { path, end: path.length > 0 ? 'found' : isComplete ? 'none' : 'limit' };
}

/** Returns a way of one or two straight pieces behind a hole; `null` if none is free. */
function straightLeak(
  tree: Tree,
  mesh: TriangleMesh,
  hole: OpenLoop,
  reach: number,
  isFree: SegmentTest,
  windingAt: (point: Vec3) => number,
): readonly Vec3[] | null {
  const { middle } = hole;
  const { before, behind } = pointsAtHole(tree, mesh, hole, reach);
  const of = (points: readonly Vec3[]) =>
    points.filter((point) => isFree(middle, point)).map((point) => ({ point, winding: windingAt(point) }));
  const one = of(behind);
  const other = of(before);
  if (one.length === 0 || other.length === 0) return null;
  const isOneInside = highest(one).winding >= highest(other).winding;
  const inner = highest(isOneInside ? one : other);
  const outer = lowest(isOneInside ? other : one);
  if (inner.winding <= outer.winding) return null;
  const straight = movedAlong(middle, minus(outer.point, middle), reach / Math.max(distance(outer.point, middle), Number.MIN_VALUE));
  if (isFree(middle, straight)) return [inner.point, middle, straight];
  for (let way = 0; way < ways; way++) {
    const end = movedAlong(outer.point, spread(way), reach);
    if (isFree(outer.point, end)) return [inner.point, middle, outer.point, end];
  }
  return null;
}

type Side = readonly { readonly point: Vec3; readonly winding: number }[];

function highest(side: Side) {
  return side.reduce((best, other) => (other.winding > best.winding ? other : best));
}

function lowest(side: Side) {
  return side.reduce((best, other) => (other.winding < best.winding ? other : best));
}

function distance(p: Vec3, q: Vec3): number {
  return fastLength(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/**
 * Returns a direction of a sequence that fills the octahedron evenly. Its numbers are sums, products and quotients, with a square root, so
 * every engine of JavaScript has the same ones.
 */
function spread(way: number): Vec3 {
  // Points (way / ways, reversed bits) fill a square, whose corners are folded over to the lower half.
  let reversed = 0;
  for (let bit = 1; bit < ways; bit *= 2) reversed = 2 * reversed + (way & bit ? 1 : 0);
  const x = (2 * way + 1) / ways - 1;
  const y = (2 * reversed + 1) / ways - 1;
  const z = 1 - Math.abs(x) - Math.abs(y);
  const [u, v] = z >= 0 ? [x, y] : [(1 - Math.abs(y)) * Math.sign(x), (1 - Math.abs(x)) * Math.sign(y)];
  const size = fastLength(u, v, z);
  return [u / size, v / size, z / size];
}
