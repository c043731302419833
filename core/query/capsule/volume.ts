import type { Tree } from '../../tree/layout.ts';
import { relativePadding } from '../volume-padding.ts';

/**
 * Whether a capsule may overlap a node's box (6 f32: min, max, relative to the origin of the tree). Never false if they share a point. Tests
 * the box grown by the radius against the axis: along the axes of the world and their cross products with it. `axis` begins with its two
 * ends. Hot.
 */
export function capsuleReachesNode(axis: Float64Array, radius: number, node: Float32Array, origin: Tree['origin']): boolean {
  let size = radius;
  for (let k = 0; k < 3; k++) {
    const low = node[k] + origin[k]!;
    const high = node[k + 3] + origin[k]!;
    const padding = relativePadding * (Math.abs(low) + Math.abs(high) + Math.abs(origin[k]!) + radius) + radius;
    if (low - padding > Math.max(axis[k], axis[k + 3]) || high + padding < Math.min(axis[k], axis[k + 3])) return false;
    size = Math.max(size, Math.abs(low), Math.abs(high), Math.abs(origin[k]!), Math.abs(axis[k]), Math.abs(axis[k + 3]));
  }
  const ux = axis[3] - axis[0];
  const uy = axis[4] - axis[1];
  const uz = axis[5] - axis[2];
  const x = (node[0] + node[3]) / 2 + origin[0] - axis[0];
  const y = (node[1] + node[4]) / 2 + origin[1] - axis[1];
  const z = (node[2] + node[5]) / 2 + origin[2] - axis[2];
  const halfX = (node[3] - node[0]) / 2;
  const halfY = (node[4] - node[1]) / 2;
  const halfZ = (node[5] - node[2]) / 2;
  const padding = relativePadding * (Math.abs(ux) + Math.abs(uy) + Math.abs(uz)) * size * 8 + 1e-290;
  // After an overflow the NaN is never above.
  return !(
    isApart(uy, uz, y, z, halfY, halfZ, radius, padding) ||
    isApart(uz, ux, z, x, halfZ, halfX, radius, padding) ||
    isApart(ux, uy, x, y, halfX, halfY, radius, padding)
  );
}

/** Whether a line along (u, v) through the origin passes a rectangle around (x, y) at more than the radius, in the plane of two axes. */
function isApart(u: number, v: number, x: number, y: number, halfX: number, halfY: number, radius: number, padding: number): boolean {
  const reach = Math.abs(u) * halfY + Math.abs(v) * halfX + radius * (Math.abs(u) + Math.abs(v));
  return Math.abs(u * y - v * x) > reach + padding;
}
