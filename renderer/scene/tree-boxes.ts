import type { Tree } from '#core/tree/layout';
import { readNodeBox } from '#core/tree/node-box';
import type { Boxes } from './boxes.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Rgb } from './palette.ts';

/** Writes the boxes around nodes as instances from `at` on, in a document's local space. Hot: levels have very many. */
export function setNodeBoxes(
  boxes: Boxes,
  at: number,
  tree: Tree,
  nodes: ArrayLike<number>,
  space: LocalSpace,
  colour: Rgb,
): void {
  const box = new Float32Array(6);
  const { corners, colours } = boxes;
  const scale = 1 / space.unit;
  const move = toLocal(space, tree.origin);
  const red = Math.round(255 * colour[0]), green = Math.round(255 * colour[1]), blue = Math.round(255 * colour[2]);
  for (let i = 0; i < nodes.length; i++) {
    readNodeBox(tree, nodes[i]!, box);
    const to = 6 * (at + i);
    for (let axis = 0; axis < 3; axis++) {
      corners[to + axis] = box[axis]! * scale + move[axis]!;
      corners[to + 3 + axis] = box[3 + axis]! * scale + move[axis]!;
    }
    colours[4 * (at + i)] = red;
    colours[4 * (at + i) + 1] = green;
    colours[4 * (at + i) + 2] = blue;
  }
}
