import { addToSum, createSum, sumOf } from '../../../math/compensated-sum.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { readCorners } from '../../../mesh/read-corners.ts';

/** Rounding error of the volume, as a fraction of the sum of the absolute terms. */
const volumeError = 1e-12;

/** Returns 1 if the triangles of a solid face outward, -1 if inward, 0 if its volume is within the rounding error. */
export function volumeSign(mesh: TriangleMesh, triangles: Uint32Array): number {
  const t = new Float64Array(9);
  readCorners(mesh, triangles[0], t);
  const x = t[0];
  const y = t[1];
  const z = t[2];
  const volume = createSum();
  let sizes = 0;
  for (let i = 0; i < triangles.length; i++) {
    readCorners(mesh, triangles[i], t);
    const ax = t[0] - x;
    const ay = t[1] - y;
    const az = t[2] - z;
    const bx = t[3] - x;
    const by = t[4] - y;
    const bz = t[5] - z;
    const cx = t[6] - x;
    const cy = t[7] - y;
    const cz = t[8] - z;
    addToSum(volume, ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx));
    sizes +=
      Math.abs(ax) * (Math.abs(by * cz) + Math.abs(bz * cy)) +
      Math.abs(ay) * (Math.abs(bz * cx) + Math.abs(bx * cz)) +
      Math.abs(az) * (Math.abs(bx * cy) + Math.abs(by * cx));
  }
  const sum = sumOf(volume);
  return Math.abs(sum) > volumeError * sizes ? Math.sign(sum) : 0;
}
