import { convexHull, type ConvexHull } from '../convex/hull/convex-hull.ts';
import { farthestFirst } from '../convex/hull/farthest-first.ts';
import { simplifyHull } from '../convex/hull/simplify-hull.ts';
import { noProgress, type Progress } from '../progress.ts';
import type { EngineFacts } from './engines.ts';

/** The hull that an engine holds. */
export interface HeldHull {
  readonly hull: ConvexHull;
  /** Vertices of the exact hull if the engine stores fewer; else `null`. */
  readonly reducedFrom: number | null;
  /** Whether points of the exact hull may be outside. */
  readonly isInner: boolean;
}

/**
 * Returns the hull of points as an engine holds it: of the points in 32-bit floats, with at most as many vertices as it stores. Where engines
 * enlarge such a hull, this one is the smallest that cuts of planes find; the hull of the engine contains the points too, but its faces differ.
 * @param points (3·N) finite in 32-bit floats. @throws whatever `progress` throws.
 */
export function heldHull(points: Float64Array, { hull: limit }: EngineFacts, progress: Progress = noProgress): HeldHull {
  const exact = convexHull(points.map(Math.fround));
  const vertices = exact.positions.length / 3;
  const whole: HeldHull = { hull: exact, reducedFrom: null, isInner: false };
  if (limit === null || exact.dimension < 3) return whole;
  const triangles = exact.faceCorners.length - 2 * (exact.faceFirst.length - 1);
  if (vertices <= limit.maxVertices && triangles <= limit.maxTriangles) return whole;
  // A solid of triangles has two for each vertex, less four.
  const max = Math.min(limit.maxVertices, Math.floor((limit.maxTriangles + 4) / 2));
  if (limit.reduces === 'inner') return { hull: farthestFirst(exact, max, progress), reducedFrom: vertices, isInner: true };
  return { hull: simplifyHull(exact, { maxVertices: max }, progress).hull, reducedFrom: vertices, isInner: false };
}
