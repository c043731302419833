import type { Transform } from '../math/transform.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';

/**
 * Writes the placed corners of a triangle to `out` (9), with the same bits as `transformPoints`; returns false if one is not
 * finite, for instance after an overflow. Hot.
 */
export function readPlacedCorners(
  { positions, indices }: TriangleMesh,
  triangle: number,
  transform: Transform,
  out: Float64Array,
): boolean {
  // A finite number minus itself is 0; NaN and infinities give NaN.
  let check = 0;
  for (let corner = 0; corner < 3; corner++) {
    const at = 3 * indices[3 * triangle + corner];
    const x = positions[at];
    const y = positions[at + 1];
    const z = positions[at + 2];
    const placedX = transform[0] * x + transform[4] * y + transform[8] * z + transform[12];
    const placedY = transform[1] * x + transform[5] * y + transform[9] * z + transform[13];
    const placedZ = transform[2] * x + transform[6] * y + transform[10] * z + transform[14];
    out[3 * corner] = placedX;
    out[3 * corner + 1] = placedY;
    out[3 * corner + 2] = placedZ;
    check += placedX - placedX + (placedY - placedY) + (placedZ - placedZ);
  }
  return check === 0;
}
