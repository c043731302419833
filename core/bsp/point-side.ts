import type { Vec3 } from '../math/vec3.ts';
import type { BspTree } from './bsp-tree.ts';
import { sideOfCoordinates } from './plane-side.ts';

/** Where a point is: strictly inside the solid, strictly outside it, or on its border. */
export type PointSide = 'solid' | 'empty' | 'on';

/** Returns where a point is, exactly. A point that only solid leaves touch is solid, even if it lies on a triangle inside the solid. */
export function pointSide(tree: BspTree, point: Vec3): PointSide {
  let touchesSolid = false;
  let touchesEmpty = false;
  for (const leaf of leavesAt(tree, point)) {
    if (tree.windings[leaf] === 0) touchesEmpty = true;
    else touchesSolid = true;
  }
  return touchesSolid ? (touchesEmpty ? 'on' : 'solid') : 'empty';
}

/** Returns the leaves whose closed region contains a point: several if it is on planes of nodes. */
export function leavesAt({ space, planes, children }: BspTree, [x, y, z]: Vec3): readonly number[] {
  if (planes.length === 0) return [0];
  const leaves: number[] = [];
  const stack = [0];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node < 0) {
      leaves.push(~node);
      continue;
    }
    const side = sideOfCoordinates(space, planes[node]!, x, y, z);
    if (side >= 0) stack.push(children[2 * node]);
    if (side <= 0) stack.push(children[2 * node + 1]);
  }
  return leaves;
}
