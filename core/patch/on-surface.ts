import { toErrorData } from '../error.ts';
import { transformPoint, type Transform } from '../math/transform.ts';
import { normalized, type Vec3 } from '../math/vec3.ts';
import type { BezierPatch } from './bezier-patch.ts';
import type { CurvedSurface } from './curved-surface.ts';
import type { DistanceInterval } from './distance-interval.ts';
import { type PatchBody, patchDistance, patchesOverlap, patchRay, patchSweep } from './patch-queries.ts';

/** A result on the curved surface itself with its error, or why there is none. */
export type OnSurface<Value> = { readonly value: Value; readonly tolerance: number } | { readonly problem: string };

/** Tolerance of queries on the surface itself, as a part of the error of the triangles. */
const fineness = 1 / 100;
/** Halvings of patches before a query that follows the pointer gives up. */
export const quickParts = 20_000;
/** Time of a halving for a hull of several points, in halvings for a sphere. */
const hullCost = 10;
/** Halvings before any other query gives up: about a second. */
const usualParts = 400_000;

/**
 * Returns the distance along a ray at which it first comes within the tolerance of the surface;
 * the value is `null` if it never does.
 */
export function rayOnSurface(
  { patches, error }: CurvedSurface,
  origin: Vec3,
  direction: Vec3,
  parts = usualParts,
): OnSurface<number | null> {
  const unit = normalized(direction);
  return attempt(error, (tolerance) => (unit === null ? null : patchRay(patches, origin, unit, tolerance, parts)));
}

/** Returns the distance of a point from the surface as an interval. */
export function distanceToSurface({ patches, error }: CurvedSurface, point: Vec3, parts = usualParts): OnSurface<DistanceInterval | null> {
  return attempt(error, (tolerance) => patchDistance(patches, point, tolerance, parts));
}

/** Returns the part of its way, 0 to 1, at which a moving convex shape first comes within the tolerance of the surface; `null` if it never does. */
export function sweepOnSurface(
  { patches, error }: CurvedSurface,
  from: Vec3,
  to: Vec3,
  body: PatchBody,
  parts = usualParts,
): OnSurface<number | null> {
  const most = body.points.length > 3 ? parts / hullCost : parts;
  return attempt(error, (tolerance) => patchSweep(patches, from, to, body, tolerance, most));
}

/** Returns whether two surfaces come within the tolerance of each other, the second one placed in the space of the first. */
export function surfacesOverlap(a: CurvedSurface, b: CurvedSurface, aFromB: Transform, parts = usualParts): OnSurface<boolean> {
  return attempt(Math.min(a.error, b.error), (tolerance) =>
    patchesOverlap(
      a.patches,
      b.patches.map((patch) => placedPatch(patch, aFromB)),
      tolerance,
      parts,
    ),
  );
}

/** Returns the patch of transformed control points, which is the transformed patch. */
function placedPatch(patch: BezierPatch, transform: Transform): BezierPatch {
  const points = new Float64Array(patch.points.length);
  for (let at = 0; at < points.length; at += 3)
    points.set(transformPoint(transform, [patch.points[at], patch.points[at + 1], patch.points[at + 2]]), at);
  return { ...patch, points };
}

function attempt<Value>(error: number, run: (tolerance: number) => Value): OnSurface<Value> {
  const tolerance = error * fineness;
  try {
    return { value: run(tolerance), tolerance };
  } catch (thrown) {
    return { problem: toErrorData(thrown).message };
  }
}
