import { orient3dSign } from '../math/orientation.ts';

/** Returns the side on which the line from corner i to j of `p` passes that from k to l of `q`: 1, -1, or 0 in one plane. `p` (9), `q` (9). */
export function edgeOrientation(p: Float64Array, i: number, j: number, q: Float64Array, k: number, l: number): number {
  return orient3dSign(
    p[3 * i],
    p[3 * i + 1],
    p[3 * i + 2],
    p[3 * j],
    p[3 * j + 1],
    p[3 * j + 2],
    q[3 * k],
    q[3 * k + 1],
    q[3 * k + 2],
    q[3 * l],
    q[3 * l + 1],
    q[3 * l + 2],
  );
}
