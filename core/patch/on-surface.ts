import { toErrorData } from '#core/error';
import { normalized, type Vec3 } from '#core/math';
import { type CurvedSurface, type DistanceInterval, patchDistance, patchRay } from '#core/patch';

/** A result on the curved surface itself, or why there is none. */
export type OnSurface<Value> = { readonly value: Value; readonly tolerance: number } | { readonly problem: string };

/** Tolerance of queries on the surface itself, as a part of the error of the triangles. */
const fineness = 1 / 100;
/** Halvings of patches before a query that follows the pointer gives up. */
const maxParts = 20_000;

/**
 * Returns the distance along a ray at which it first comes within the tolerance of the surface;
 * the value is `null` if it never does.
 */
export function rayOnSurface({ patches, error }: CurvedSurface, origin: Vec3, direction: Vec3): OnSurface<number | null> {
  const unit = normalized(direction);
  return attempt(error, (tolerance) => (unit === null ? null : patchRay(patches, origin, unit, tolerance, maxParts)));
}

/** Returns the distance of a point from the surface as an interval. */
export function distanceToSurface({ patches, error }: CurvedSurface, point: Vec3): OnSurface<DistanceInterval | null> {
  return attempt(error, (tolerance) => patchDistance(patches, point, tolerance, maxParts));
}

function attempt<Value>(error: number, run: (tolerance: number) => Value): OnSurface<Value> {
  const tolerance = error * fineness;
  try {
    return { value: run(tolerance), tolerance };
  } catch (thrown) {
    return { problem: toErrorData(thrown).message };
  }
}
