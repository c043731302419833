import { length, plus, times, type Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkValues } from '../../options/option.ts';
import { pushOutOptions, type PushOutOptions } from '../../options/push-out-options.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { Tree } from '../../tree/layout.ts';
import { insideTest } from '../inside-closed-mesh.ts';
import type { OverlapStats } from '../overlap-descent.ts';
import { overlap } from '../shape-overlap.ts';
import type { SurfaceFacts } from '../sphere/query.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { moveAlongNormals, moveOffDeepest, moveOutside, type PushMove } from './moves.ts';
import { pushDeepestFirst, type PushedShape, type PushOutLimits } from './push-deepest-first.ts';
import { centerOf, hasFinitePoints, movedShape, type PushShape } from './push-shape.ts';
import { shapeTouch, type ShapeTouch } from './shape-touch.ts';

export type { PushShape } from './push-shape.ts';

/** One move of a shape, and the triangle that caused it. */
export interface ShapePushOutStep extends PushMove {
  /** The push-out vector up to this step. */
  readonly total: Vec3;
}

export interface ShapePushOutResult {
  /** Whether `shouldStop` ended it early: another push-out of `shape` continues. */
  readonly isInterrupted: boolean;
  /** Whether the first centre is inside a closed mesh; `null` for an open mesh, or where it is unknown. */
  readonly isCenterInside: boolean | null;
  readonly steps: readonly ShapePushOutStep[];
  /** The push-out vector. */
  readonly total: Vec3;
  /** The moved shape: each of its points plus `total`, rounded. */
  readonly shape: PushShape;
  /** Triangles that it still overlaps, by an exact query after the last move, ascending; empty when it is free. */
  readonly left: readonly ShapeTouch[];
  /** Depth of the deepest of those; 0 when it is free. */
  readonly leftDepth: number;
  /** Of all overlap queries together. */
  readonly stats: OverlapStats;
}

/** Options, what is known about the mesh, and callbacks. */
export interface ShapePushOutSettings extends Partial<PushOutOptions>, Partial<SurfaceFacts> {
  readonly progress?: Progress;
  /** Called after each step: true ends the push-out early. */
  readonly shouldStop?: () => boolean;
  readonly accepts?: TriangleFilter;
}

/**
 * Moves a box or a capsule until it touches no triangle; returns all moves, and the remaining touches where that fails (catalogue Q4).
 *
 * The deepest triangle (of equally deep ones the lowest) pushes the shape along its direction until it is just free of that triangle. This
 * repeats for at most `steps` steps. After each move the exact overlap query tests the shape again. If the centre is inside a closed mesh,
 * the shape moves from there to the closest touched triangle, and on until it is wholly beyond that point. Touching counts as overlap, so each
 * move is longer than the depth by more than all rounding.
 *
 * The shortest move out of one triangle may lead into its neighbours. So where that takes more than one step, the moves along the normals of
 * the triangles are tried too. The result is the shorter vector of those that free the shape, else the one with the smaller remaining depth.
 * No vector is shorter than the depth of the deepest triangle. In a gap narrower than the shape the moves alternate until the last step, and
 * `left` reports the remaining touches.
 * @throws InspectorError `invalid-argument` as the overlap query, and for options out of range; whatever `progress` throws.
 */
export function pushShapeOut(
  tree: Tree,
  mesh: TriangleMesh,
  shape: PushShape,
  { isClosed = false, progress = noProgress, shouldStop = () => false, accepts = null, ...options }: ShapePushOutSettings = {},
): ShapePushOutResult {
  const { steps } = checkValues(pushOutOptions, options);
  const run: PushOutRun = { isClosed, accepts, maxSteps: steps, shouldStop, progress: (fraction) => progress(fraction / 2) };
  const shortest = pushBy(moveOffDeepest, tree, mesh, shape, run);
  if (shortest.steps.length < 2) return shortest;
  const along = pushBy(moveAlongNormals, tree, mesh, shape, { ...run, progress: (fraction) => progress(0.5 + fraction / 2) });
  const best = isBetter(along, shortest) ? along : shortest;
  const stats = {
    nodesVisited: shortest.stats.nodesVisited + along.stats.nodesVisited,
    trianglesTested: shortest.stats.trianglesTested + along.stats.trianglesTested,
  };
  return { ...best, stats };
}

function isBetter(p: ShapePushOutResult, q: ShapePushOutResult): boolean {
  if (p.left.length === 0 && q.left.length === 0) return length(p.total) < length(q.total);
  if (p.left.length === 0 || q.left.length === 0) return p.left.length === 0;
  return p.leftDepth < q.leftDepth;
}

interface PushOutRun extends PushOutLimits, SurfaceFacts {
  readonly accepts: TriangleFilter;
}

/** A shape after a move in total. */
interface Placed {
  readonly placed: PushShape;
  readonly total: Vec3;
}

function pushBy(
  moveOff: typeof moveOffDeepest,
  tree: Tree,
  mesh: TriangleMesh,
  shape: PushShape,
  { isClosed, accepts, ...limits }: PushOutRun,
): ShapePushOutResult {
  let triangles: Uint32Array = new Uint32Array();
  const isIn = isClosed ? insideTest(tree, mesh) : () => null;
  const isInside = (placed: PushShape): boolean | null => isIn(centerOf(placed));
  const pushed: PushedShape<Placed, ShapePushOutStep> = {
    overlap: ({ placed }) => {
      const found = overlap(tree, mesh, placed, {}, accepts);
      triangles = found.triangles;
      return { count: triangles.length, stats: found.stats };
    },
    next: ({ placed, total }) => {
      const move = (isInside(placed) === true ? moveOutside : moveOff)(mesh, triangles, placed);
      const next = plus(total, times(move.direction, move.length));
      const moved = movedShape(shape, next);
      return hasFinitePoints(moved) ? { step: { ...move, total: next }, shape: { placed: moved, total: next } } : null;
    },
  };
  const { shape: end, steps, count, isInterrupted, stats } = pushDeepestFirst({ placed: shape, total: [0, 0, 0] }, pushed, limits);
  const left = Array.from(count === 0 ? [] : triangles, (triangle) => shapeTouch(mesh, triangle, end.placed));
  return {
    isInterrupted,
    isCenterInside: isInside(shape),
    steps,
    total: end.total,
    shape: end.placed,
    left,
    leftDepth: left.reduce((max, { depth }) => Math.max(max, depth), 0),
    stats,
  };
}
