import { invalidArgument } from '../../error.ts';
import type { PointHull } from './query.ts';

/** The time to find the hull grows with the square of their number: these take a second or two. */
export const maxHullPoints = 4096;

/**
 * Throws for points without a hull.
 * @throws InspectorError `invalid-argument` for no points, too many, and numbers that are not finite.
 */
export function checkHullQuery({ points }: PointHull): void {
  if (points.length === 0) throw invalidArgument('The hull has no points', 'Give one point or more');
  if (points.length > maxHullPoints) {
    throw invalidArgument(`The hull has ${points.length} points`, `Give at most ${maxHullPoints} points, such as the vertices of the hull`);
  }
  const bad = points.findIndex((point) => !point.every(Number.isFinite));
  if (bad >= 0) throw invalidArgument(`Point ${bad} of the hull is not finite`, 'Use finite numbers');
}
