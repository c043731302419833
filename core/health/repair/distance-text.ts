import type { ChangeDistance } from './surface-change.ts';

/** Above this times the distance found, its bound is shown too. */
const closeBound = 1.01;

/**
 * Returns the largest distance found, and its bound where that is clearly larger, such as `0.5 to 0.7`; `none` for unchanged triangles,
 * `unknown` without a measure.
 *
 * @param text writes a length
 * @param whole adds what follows the last length, such as its unit
 */
export function distanceText(
  distance: ChangeDistance | null,
  text: (length: number) => string,
  whole: (lengths: string) => string = (lengths) => lengths,
): string {
  if (distance === null) return 'unknown';
  const { found, atMost } = distance;
  if (atMost === 0) return 'none';
  return whole(atMost > closeBound * found ? `${text(found)} to ${text(atMost)}` : text(found));
}
