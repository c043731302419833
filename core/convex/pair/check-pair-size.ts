import type { Transform } from '../../math/transform.ts';
import { checkLengths } from '../../mesh/check-mesh-size.ts';
import { placementReach } from './convex-body.ts';
import type { PreparedHull } from './hull-features.ts';

/**
 * Checks that products of lengths of two hulls stay in the range of numbers, B placed by `m`.
 * @throws InspectorError `too-large`, `too-small`.
 */
export function checkPairSize({ frame: a }: PreparedHull, { frame: b }: PreparedHull, m: Transform): void {
  checkLengths(Math.max(a.extent[0], a.extent[1], a.extent[2]), 2 * a.size);
  const [p, q, r] = [columnSize(m[0], m[1], m[2]), columnSize(m[4], m[5], m[6]), columnSize(m[8], m[9], m[10])];
  checkLengths(Math.max(b.extent[0], b.extent[1], b.extent[2]), 2 * b.size);
  checkLengths(placementReach(b.extent, m), 2 * b.size * Math.max(p, q, r));
}

function columnSize(x: number, y: number, z: number): number {
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
}
