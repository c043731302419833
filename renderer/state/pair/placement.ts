/**
 * Transforms from the source space of documents to world space, which all documents share. Only the moving mesh has one;
 * `null` is the identity and keeps coordinates exactly.
 */
import { inverseTransform, length, type Transform, transformPoint, transformVector, type Vec3 } from '#core/math';
import type { Bounds } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { shownTransform } from './pair-query.ts';
import type { MovingInput, Scene } from '../store/records.ts';

export type Placement = Transform | null;

export function placementOf({ movingMesh }: Pick<Scene, 'movingMesh'>, document: DocumentId | null): Placement {
  return movingMesh !== null && movingMesh.document === document ? placementOfMovingMesh(movingMesh) : null;
}

/** An invalid pose counts as the identity; the pair query reports the error. */
function placementOfMovingMesh(movingMesh: MovingInput): Placement {
  try {
    return shownTransform(movingMesh);
  } catch {
    return null;
  }
}

export function pointToWorld(placement: Placement, point: Vec3): Vec3 {
  return placement === null ? point : transformPoint(placement, point);
}

export function pointFromWorld(placement: Placement, point: Vec3): Vec3 {
  return placement === null ? point : transformPoint(inverseTransform(placement), point);
}

export function vectorToWorld(placement: Placement, vector: Vec3): Vec3 {
  return placement === null ? vector : transformVector(placement, vector);
}

export function vectorFromWorld(placement: Placement, vector: Vec3): Vec3 {
  return placement === null ? vector : transformVector(inverseTransform(placement), vector);
}

/** Returns the length of a document unit in world units. The scale of moving meshes is uniform. */
export function scaleOf(placement: Placement): number {
  return placement === null ? 1 : length(transformVector(placement, [1, 0, 0]));
}

/** Returns the bounds of the eight transformed corners. */
export function boundsToWorld(placement: Placement, bounds: Bounds): Bounds {
  if (placement === null) return bounds;
  const { min, max } = bounds;
  const corners = Array.from({ length: 8 }, (_, i) =>
    transformPoint(placement, [i & 1 ? max[0] : min[0], i & 2 ? max[1] : min[1], i & 4 ? max[2] : min[2]]),
  );
  const side = (pick: (...values: number[]) => number, axis: 0 | 1 | 2): number => pick(...corners.map((corner) => corner[axis]));
  return {
    min: [side(Math.min, 0), side(Math.min, 1), side(Math.min, 2)],
    max: [side(Math.max, 0), side(Math.max, 1), side(Math.max, 2)],
  };
}
