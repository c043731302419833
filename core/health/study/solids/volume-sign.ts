import { addToSum, createSum, sumOf } from '../../../math/compensated-sum.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { readCorners } from '../../../mesh/read-corners.ts';

/** Rounding error of the volume, as a fraction of the sum of the absolute terms. */
const volumeError = 1e-12;

/** Bound on the rounding error of a plain sum for each term, as a fraction of the sum of the absolute terms: twice that of one addition. */
const sumError = 2 ** -52;

/** Returns 1 if the triangles of a solid face outward, -1 if inward, 0 if its volume is within the rounding error. */
export function volumeSign(mesh: TriangleMesh, triangles: Uint32Array): number {
  const { sum, sizes } = plainVolume(mesh, triangles);
  // Most solids are decided without a compensated sum, which takes longer.
  if (Math.abs(sum) > (2 * volumeError + sumError * triangles.length) * sizes) return Math.sign(sum);
  const volume = compensatedVolume(mesh, triangles);
  return Math.abs(volume) > volumeError * sizes ? Math.sign(volume) : 0;
}

/** Returns six times the volume, and the sum of the absolute terms. Hot. */
function plainVolume({ positions, indices }: TriangleMesh, triangles: Uint32Array) {
  const origin = 3 * indices[3 * triangles[0]];
  const x = positions[origin];
  const y = positions[origin + 1];
  const z = positions[origin + 2];
  let sum = 0;
  let sizes = 0;
  for (let i = 0; i < triangles.length; i++) {
    const corner = 3 * triangles[i];
    const a = 3 * indices[corner];
    const b = 3 * indices[corner + 1];
    const c = 3 * indices[corner + 2];
    const ax = positions[a] - x;
    const ay = positions[a + 1] - y;
    const az = positions[a + 2] - z;
    const bx = positions[b] - x;
    const by = positions[b + 1] - y;
    const bz = positions[b + 2] - z;
    const cx = positions[c] - x;
    const cy = positions[c + 1] - y;
    const cz = positions[c + 2] - z;
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    sizes +=
      Math.abs(ax) * (Math.abs(by * cz) + Math.abs(bz * cy)) +
      Math.abs(ay) * (Math.abs(bz * cx) + Math.abs(bx * cz)) +
      Math.abs(az) * (Math.abs(bx * cy) + Math.abs(by * cx));
  }
  return { sum, sizes };
}

/** Returns six times the volume with the rounding error of one addition. */
function compensatedVolume(mesh: TriangleMesh, triangles: Uint32Array): number {
  const t = new Float64Array(9);
  readCorners(mesh, triangles[0], t);
  const [x, y, z] = t;
  const volume = createSum();
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
  }
  return sumOf(volume);
}
