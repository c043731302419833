import type { BoxSetup } from '../../shape/box-solid.ts';
import { relativePadding } from '../volume-padding.ts';

/**
 * Whether a box may overlap a node's box (6 f32: min, max, relative to the origin of the tree). Never false if they share a point.
 * Tests the axes of the world and the face normals of the box. Hot.
 */
export function boxReachesNode(
  { center, halfEdges: e, normals, around, size }: BoxSetup,
  node: Float32Array,
  origin: readonly [number, number, number],
): boolean {
  let span = size;
  for (let k = 0; k < 3; k++) {
    const low = node[k] + origin[k]!;
    const high = node[k + 3] + origin[k]!;
    const padding = relativePadding * (Math.abs(low) + Math.abs(high) + Math.abs(origin[k]!) + size);
    if (low - padding > around[k + 3] || high + padding < around[k]) return false;
    span = Math.max(span, Math.abs(low), Math.abs(high), Math.abs(origin[k]!));
  }
  const x = (node[0] + node[3]) / 2 + origin[0] - center[0];
  const y = (node[1] + node[4]) / 2 + origin[1] - center[1];
  const z = (node[2] + node[5]) / 2 + origin[2] - center[2];
  const halfX = (node[3] - node[0]) / 2;
  const halfY = (node[4] - node[1]) / 2;
  const halfZ = (node[5] - node[2]) / 2;
  for (let i = 0; i < 9; i += 3) {
    const nx = normals[i];
    const ny = normals[i + 1];
    const nz = normals[i + 2];
    const ax = Math.abs(nx);
    const ay = Math.abs(ny);
    const az = Math.abs(nz);
    const reach =
      Math.abs(nx * e[0] + ny * e[1] + nz * e[2]) +
      Math.abs(nx * e[3] + ny * e[4] + nz * e[5]) +
      Math.abs(nx * e[6] + ny * e[7] + nz * e[8]);
    const padding = relativePadding * (ax + ay + az) * span * 4 + 1e-290;
    // After an overflow the NaN is never above.
    if (Math.abs(nx * x + ny * y + nz * z) > reach + ax * halfX + ay * halfY + az * halfZ + padding) return false;
  }
  return true;
}
