/**
 * Where documents lie in the world, the space that all of them share: each as its file has it, but for the moving mesh.
 * A placement maps a document's source space to the world; `null` leaves everything where it is, and its numbers as they are.
 */
import { inverseTransform, transformPoint, transformVector, type Transform } from '#core/math/transform';
import { length, type Vec3 } from '#core/math/vec3';
import type { Bounds } from '#core/mesh/bounds';
import type { DocumentId } from '#host-api';
import { movingTransform } from './pair-query.ts';
import type { MovingInput, Scene } from '../store/records.ts';

export type Placement = Transform | null;

export function placementOf({ movingMesh }: Pick<Scene, 'movingMesh'>, document: DocumentId | null): Placement {
  return movingMesh !== null && movingMesh.document === document ? placementOfMovingMesh(movingMesh) : null;
}

/** An invalid pose leaves the mesh where its file has it; the pair query reports the error. */
function placementOfMovingMesh(movingMesh: MovingInput): Placement {
  try {
    return movingTransform(movingMesh);
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

/** How many units of the world one of the document is: moving meshes are scaled alike along all axes. */
export function scaleOf(placement: Placement): number {
  return placement === null ? 1 : length(transformVector(placement, [1, 0, 0]));
}

/** The box around the eight corners of a placed one. */
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
