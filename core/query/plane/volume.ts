import { relativePadding } from '../volume-padding.ts';
import type { Slab } from './side.ts';

/** Whether a plane or slab may overlap a node's box (6 f32: min, max, relative to the origin of the tree). Never false if they share a point. Hot. */
export function slabReachesNode(
  { plane: { normal, point }, reach }: Slab,
  node: Float32Array,
  origin: readonly [number, number, number],
): boolean {
  let height = 0;
  let extent = 0;
  let size = reach;
  for (let k = 0; k < 3; k++) {
    const middle = (node[k] + node[k + 3]) / 2 + origin[k]!;
    const half = (node[k + 3] - node[k]) / 2;
    height += normal[k]! * (middle - point[k]!);
    extent += Math.abs(normal[k]!) * half;
    size += Math.abs(normal[k]!) * (Math.abs(node[k]) + Math.abs(node[k + 3]) + Math.abs(origin[k]!) + Math.abs(point[k]!));
  }
  // After an overflow the NaN is never above.
  return !(Math.abs(height) > reach + extent + relativePadding * size + 1e-290);
}
