import { symmetricEigen } from '../../math/symmetric-eigen.ts';
import type { ScenePoses } from '../motion/scene-poses.ts';

/** Relative allowance for rounding: spheres are tested a little larger than they are. */
const allowance = 1e-12;

/** The bounding spheres of meshes and of their instances. */
export interface BoundingSpheres {
  /** (4·m) centre and radius of each mesh, in its own space. */
  readonly ofMeshes: Float64Array;
  /** (4·n) centre and radius of each instance, in the scene. */
  readonly ofInstances: Float64Array;
  /** (n) the largest factor by which the matrix of an instance stretches. */
  readonly stretches: Float64Array;
}

/**
 * Returns the spheres about the centres of the bounds, which contain all points.
 * @param points the points of each mesh, at least one: `usedPoints`
 */
export function createBoundingSpheres(points: readonly Float64Array[], poses: ScenePoses): BoundingSpheres {
  const count = poses.scene.meshOf.length;
  const ofMeshes = new Float64Array(4 * points.length);
  points.forEach((list, mesh) => writeMeshSphere(ofMeshes, mesh, list));
  const spheres = { ofMeshes, ofInstances: new Float64Array(4 * count), stretches: new Float64Array(count) };
  for (let i = 0; i < count; i++) spheres.stretches[i] = stretchOf(poses.matrices, i);
  updateBoundingSpheres(spheres, poses);
  return spheres;
}

/** Updates the spheres to the step of the poses. */
export function updateBoundingSpheres({ ofMeshes, ofInstances, stretches }: BoundingSpheres, poses: ScenePoses): void {
  const { scene, matrices, turns } = poses;
  for (let i = 0; i < turns.length; i++) {
    if (turns[i] === 1) stretches[i] = stretchOf(matrices, i);
    const mesh = 4 * scene.meshOf[i];
    for (let row = 0; row < 3; row++) {
      const m = 16 * i + row;
      ofInstances[4 * i + row] =
        matrices[m] * ofMeshes[mesh] + matrices[m + 4] * ofMeshes[mesh + 1] + matrices[m + 8] * ofMeshes[mesh + 2] + matrices[m + 12];
    }
    ofInstances[4 * i + 3] = stretches[i] * ofMeshes[mesh + 3];
  }
}

/** Whether two instances may touch: their spheres share a point, or nearly. Hot. */
export function spheresTouch({ ofInstances: s }: BoundingSpheres, i: number, j: number): boolean {
  const a = 4 * i;
  const b = 4 * j;
  const dx = s[a] - s[b];
  const dy = s[a + 1] - s[b + 1];
  const dz = s[a + 2] - s[b + 2];
  const reach = s[a + 3] + s[b + 3];
  const size = Math.abs(s[a]) + Math.abs(s[a + 1]) + Math.abs(s[a + 2]) + Math.abs(s[b]) + Math.abs(s[b + 1]) + Math.abs(s[b + 2]);
  // Written so that NaN, from an overflow, may touch.
  const square = dx * dx + dy * dy + dz * dz;
  const distance = square < Infinity ? Math.sqrt(square) : Math.hypot(dx, dy, dz);
  return !(distance > reach + allowance * (reach + size));
}

function writeMeshSphere(spheres: Float64Array, mesh: number, points: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let at = axis; at < points.length; at += 3) {
      if (points[at] < min) min = points[at];
      if (points[at] > max) max = points[at];
    }
    spheres[4 * mesh + axis] = min / 2 + max / 2;
  }
  let radius = 0;
  for (let at = 0; at < points.length; at += 3) {
    const distance = Math.hypot(
      points[at] - spheres[4 * mesh],
      points[at + 1] - spheres[4 * mesh + 1],
      points[at + 2] - spheres[4 * mesh + 2],
    );
    if (distance > radius) radius = distance;
  }
  spheres[4 * mesh + 3] = radius * (1 + allowance);
}

/** The largest singular value of the linear part. */
function stretchOf(matrices: Float64Array, i: number): number {
  let largest = 0;
  for (let k = 0; k < 11; k++) if (k % 4 !== 3) largest = Math.max(largest, Math.abs(matrices[16 * i + k]));
  // Squares of scaled numbers stay in the range of f64.
  const scale = 2 ** Math.min(1023, -Math.floor(Math.log2(largest)));
  const product: number[] = [];
  for (let p = 0; p < 3; p++) {
    for (let q = 0; q < 3; q++) {
      let sum = 0;
      for (let row = 0; row < 3; row++) sum += scale * matrices[16 * i + 4 * p + row] * (scale * matrices[16 * i + 4 * q + row]);
      product.push(sum);
    }
  }
  return (Math.sqrt(symmetricEigen(product).values[2]) * (1 + allowance)) / scale;
}
