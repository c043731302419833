import { unitRoundoff } from './plane.ts';
import type { BspPoint } from './point.ts';
import type { ConvexRegion } from './convex-region.ts';

/** A volume with a bound of its rounding error. */
export interface BoundedVolume {
  readonly volume: number;
  readonly error: number;
}

/** Returns the volume of a convex region, from its points as rounded. */
export function regionVolume(region: ConvexRegion): BoundedVolume {
  const origin = region[0]!.points[0]!;
  let sixfold = 0;
  let error = 0;
  for (const { points } of region) {
    if (points.includes(origin)) continue;
    const p = relative(points[0]!, origin);
    for (let i = 2; i < points.length; i++) {
      const q = relative(points[i - 1]!, origin);
      const r = relative(points[i]!, origin);
      sixfold += p.x * (q.y * r.z - q.z * r.y) + p.y * (q.z * r.x - q.x * r.z) + p.z * (q.x * r.y - q.y * r.x);
      const moved = p.error * q.size * r.size + p.size * q.error * r.size + p.size * q.size * r.error;
      error += moved + (16 * p.size * q.size * r.size + Math.abs(sixfold)) * unitRoundoff;
    }
  }
  return { volume: sixfold / 6, error };
}

function relative(point: BspPoint, origin: BspPoint) {
  const x = point.x - origin.x;
  const y = point.y - origin.y;
  const z = point.z - origin.z;
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
  // The error of the sum of three coordinates.
  return { x, y, z, size, error: 3 * (point.error + origin.error) + 2 * size * unitRoundoff };
}
