import type { HalfSpaces } from '../shape/half-spaces.ts';
import type { Tree } from '../tree/layout.ts';
import { relativePadding } from './volume-padding.ts';

/** Whether no half-space has all of a node's box beyond it (6 f32: min, max, relative to the origin of the tree). Never false if they share a point. Hot. */
export function halfSpacesReachNode({ rounded }: HalfSpaces, node: Float32Array, origin: Tree['origin']): boolean {
  for (let at = 0; at < rounded.length; at += 4) {
    let height = rounded[at + 3];
    let size = Math.abs(height);
    for (let k = 0; k < 3; k++) {
      const normal = rounded[at + k];
      height += normal * ((normal > 0 ? node[k + 3] : node[k]) + origin[k]!);
      size += Math.abs(normal) * (Math.abs(node[k]) + Math.abs(node[k + 3]) + Math.abs(origin[k]!));
    }
    // After an overflow the NaN is never below.
    if (height < -(relativePadding * size + 1e-290)) return false;
  }
  return true;
}
