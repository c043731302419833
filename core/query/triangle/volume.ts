import type { Tree } from '../../tree/layout.ts';
import { relativePadding } from '../volume-padding.ts';

/**
 * Whether a triangle (9) may overlap a node's box (6 f32: min, max, relative to the origin of the tree). Never false if they share a point.
 * Tests the axes of the world and the normal of the triangle. Hot.
 */
export function triangleReachesNode(t: Float64Array, node: Float32Array, origin: Tree['origin']): boolean {
  let size = 0;
  for (let k = 0; k < 3; k++) {
    const low = node[k] + origin[k]!;
    const high = node[k + 3] + origin[k]!;
    const min = Math.min(t[k], t[k + 3], t[k + 6]);
    const max = Math.max(t[k], t[k + 3], t[k + 6]);
    const padding = relativePadding * (Math.abs(low) + Math.abs(high) + Math.abs(origin[k]!));
    if (low - padding > max || high + padding < min) return false;
    size = Math.max(size, Math.abs(low), Math.abs(high), Math.abs(origin[k]!), Math.abs(min), Math.abs(max));
  }
  const ux = t[3] - t[0];
  const uy = t[4] - t[1];
  const uz = t[5] - t[2];
  const vx = t[6] - t[0];
  const vy = t[7] - t[1];
  const vz = t[8] - t[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const x = (node[0] + node[3]) / 2 + origin[0] - t[0];
  const y = (node[1] + node[4]) / 2 + origin[1] - t[1];
  const z = (node[2] + node[5]) / 2 + origin[2] - t[2];
  const extent = (Math.abs(nx) * (node[3] - node[0]) + Math.abs(ny) * (node[4] - node[1]) + Math.abs(nz) * (node[5] - node[2])) / 2;
  // The normal has an error of a few roundings of the squared sides, however small it is itself.
  const u = Math.abs(ux) + Math.abs(uy) + Math.abs(uz);
  const v = Math.abs(vx) + Math.abs(vy) + Math.abs(vz);
  const padding = relativePadding * u * v * size * 8 + 1e-290;
  // After an overflow the NaN is never above.
  return !(Math.abs(nx * x + ny * y + nz * z) > extent + padding);
}
