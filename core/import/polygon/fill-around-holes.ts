import { clipEars, maxEarCorners } from './clip-ears.ts';
import { flatPolygon } from './project-polygon.ts';

/** Remaining budget for polygons with holes, in corners squared, so that a file with large ones ends in seconds. */
export interface HoleWork {
  left: number;
}

export function holeWork(): HoleWork {
  return { left: 2 ** 27 };
}

/**
 * Returns the triangles between the outline of a polygon and its holes, as vertex indices (3·T), with the winding of
 * the outline. Returns `null` if exact signs do not confirm them: rings cross, touch or are outside, a ring has fewer
 * than three corners, or there are too many corners.
 *
 * @param positions (3·V)
 * @param rings vertex indices of the outline, then of each hole, in either winding
 */
export function fillAroundHoles(positions: Float64Array, rings: readonly (readonly number[])[], work: HoleWork): readonly number[] | null {
  const [outline = [], ...holes] = rings;
  const count = rings.reduce((sum, { length }) => sum + length, 0);
  if (rings.some(({ length }) => length < 3) || count > maxEarCorners || count ** 2 > work.left) return null;
  work.left -= count ** 2;
  const flat = flatPolygon(positions, rings.flat(), outline.length);
  if (flat === null) return null;
  const starts: number[] = [];
  const corners = [...outline];
  const points = [...flat.points.subarray(0, 2 * outline.length)];
  let at = outline.length;
  for (const hole of holes) {
    const ring = flat.points.subarray(2 * at, 2 * (at + hole.length));
    const order = hole.map((_, i) => (areaSign(ring) === flat.winding ? hole.length - 1 - i : i));
    starts.push(corners.length);
    corners.push(...order.map((i) => hole[i]));
    points.push(...order.flatMap((i) => [ring[2 * i], ring[2 * i + 1]]));
    at += hole.length;
  }
  return clipEars({ points: Float64Array.from(points), winding: flat.winding, holes: starts })?.map((corner) => corners[corner]) ?? null;
}

/**
 * Returns 1 for a counter-clockwise ring, -1 for a clockwise one. The sign is rounded: a wrong sign for a nearly
 * degenerate ring only makes the check fail.
 */
function areaSign(ring: Float64Array): number {
  let area = 0;
  const n = ring.length / 2;
  for (let i = 0; i < n; i++) {
    const next = (i + 1) % n;
    area += (ring[2 * i] - ring[0]) * (ring[2 * next + 1] - ring[1]) - (ring[2 * next] - ring[0]) * (ring[2 * i + 1] - ring[1]);
  }
  return Math.sign(area);
}
