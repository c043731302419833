import type { TriangleMesh } from '#core/mesh';
import { exactBox, readNodeBox, type Tree } from '#core/tree';
import { createBoxes, setBox, type Boxes } from './boxes.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import type { Rgb } from './palette.ts';

/** Writes the boxes around nodes as instances, in a document's local space. Hot: levels have very many. */
export function setNodeBoxes(boxes: Boxes, tree: Tree, nodes: ArrayLike<number>, space: LocalSpace, colourOf: (at: number) => Rgb): void {
  const box = new Float32Array(6);
  const { corners, colours } = boxes;
  const scale = 1 / space.unit;
  const move = toLocal(space, tree.origin);
  for (let i = 0; i < nodes.length; i++) {
    readNodeBox(tree, nodes[i]!, box);
    const colour = colourOf(i);
    for (let axis = 0; axis < 3; axis++) {
      corners[6 * i + axis] = box[axis]! * scale + move[axis]!;
      corners[6 * i + 3 + axis] = box[3 + axis]! * scale + move[axis]!;
      colours[4 * i + axis] = Math.round(255 * colour[axis]!);
    }
  }
}

/** The boxes that the triangles below nodes fill, to the last digit, in a document's local space. */
export function exactBoxes(mesh: TriangleMesh, tree: Tree, nodes: ArrayLike<number>, space: LocalSpace, colour: Rgb): Boxes {
  const boxes = createBoxes(nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    const { min, max } = exactBox(tree, mesh, nodes[i]!);
    setBox(boxes, i, toLocal(space, min), toLocal(space, max), colour);
  }
  return boxes;
}

/** Scales the distance of box sides from the exact ones by `times`, to make small slack visible. */
export function stretchSlack(boxes: Boxes, exact: Boxes, times: number): void {
  for (let i = 0; i < boxes.corners.length; i++) boxes.corners[i] = exact.corners[i]! + times * (boxes.corners[i]! - exact.corners[i]!);
}
