import type { Vec3 } from '#core/math';
import { pointToWorld, type Placement } from '../pair/placement.ts';
import { isKept, type HalfSpace } from './section.ts';

/** Whether a point of a document, in its source space, is cut away in the view. */
export function isCutAway(kept: readonly HalfSpace[], placement: Placement, point: Vec3): boolean {
  return kept.length > 0 && !isKept(kept, pointToWorld(placement, point));
}
