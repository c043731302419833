import { minus, type Vec3 } from '../math/vec3.ts';
import { boundsRadius, meshBounds } from '../mesh/bounds.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../progress.ts';
import { pointWinding } from '../query/inside/inside.ts';
import { createWindingTree } from '../query/inside/winding-tree.ts';
import { segmentCast } from '../query/segment/segment.ts';
import type { Tree } from '../tree/layout.ts';
import { bentLeak } from './bent-leak.ts';
import { movedAlong, type OpenLoop, openLoops, pointsAtHole, type SegmentTest } from './opening.ts';

/** Holes that are tried, the longest first. */
const maxHoles = 64;
/** Directions that are tried behind the hole. */
const ways = 128;

/**
 * Returns a way from inside an open mesh through a hole to outside its box, which no triangle touches. Its points are an inner one, the middle
 * of the hole, and one or more beyond. Inside is the side of the hole with the larger winding number. Where one or two straight pieces lead
 * out of no hole, the way goes around corners. Empty if no way was found.
 * @throws whatever `progress` throws.
 */
export function openLeak(
  tree: Tree,
  mesh: TriangleMesh,
  edges: readonly (readonly [from: number, to: number])[],
  progress: Progress = noProgress,
): readonly Vec3[] {
  const bounds = meshBounds(mesh);
  if (bounds === null) return [];
  const isFree: SegmentTest = (from, to) => segmentCast(tree, mesh, { from, to }, { mode: 'any' }).hits.length === 0;
  const all = openLoops(mesh, edges);
  const tried = all.slice(0, maxHoles);
  const winding = createWindingTree(tree, mesh);
  const windingAt = (point: Vec3): number => Math.abs(pointWinding(winding, point).winding ?? 0);
  const reach = 3 * boundsRadius(bounds);
  for (const hole of tried) {
    progress(0);
    const way = straightLeak(tree, mesh, hole, reach, isFree, windingAt);
    if (way !== null) return way;
  }
  return bentLeak(tree, mesh, all, tried, isFree, progress);
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
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

/** Returns a direction of a spiral over the sphere. */
function spread(way: number): Vec3 {
  const z = 1 - (2 * way + 1) / ways;
  const across = Math.sqrt(1 - z * z);
  const angle = 2.399963229728653 * way;
  return [across * Math.cos(angle), across * Math.sin(angle), z];
}
