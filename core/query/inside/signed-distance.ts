import type { ClosestPoint } from '../closest/query.ts';
import type { InsideResult } from './query.ts';

/** Returns the distance of a point to the surface, negative inside; `null` where the side or the closest point is unknown. */
export function signedDistance(closest: Pick<ClosestPoint, 'distance'> | null, inside: InsideResult['inside']): number | null {
  if (closest === null || inside === null) return null;
  return inside === 'on' ? 0 : inside ? -closest.distance : closest.distance;
}
