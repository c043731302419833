import type { Vec3 } from '#core/math';
import { pointToWorld, type Placement } from '../pair/placement.ts';
import { isKept, keptSegment, type HalfSpace } from './section.ts';

/** Whether a point of a document, in its source space, is cut away in the view. */
export function isCutAway(kept: readonly HalfSpace[], placement: Placement, point: Vec3): boolean {
  return kept.length > 0 && !isKept(kept, pointToWorld(placement, point));
}

/** Whether nothing of the point, segment or outline of a contact is drawn; the points are in world space. */
export function isContactCutAway(kept: readonly HalfSpace[], points: readonly Vec3[]): boolean {
  if (kept.length === 0) return false;
  return points.every((point, i) => {
    const next = points[(i + 1) % points.length]!;
    return !isKept(kept, point) && (next === point || keptSegment(kept, point, next) === null);
  });
}
