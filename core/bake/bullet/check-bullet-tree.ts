import type { BulletTree } from './bullet-mesh.ts';
import { maxBulletTriangles, partShift } from './layout.ts';
import { coordinateOfStep } from './quantised-box.ts';

/** What is wrong with a tree, and at which node. */
interface TreeFault {
  readonly node: number;
  readonly what: string;
}

/**
 * Checks the nodes of a tree and returns the first fault, or `null`. Each node but the root must be a child of one node before it, each triangle
 * of the shape in one leaf. Boxes must contain those of their children, and those of leaves their triangle.
 * @param mesh the parts of the shape alone
 * @param ends the first triangle of each part of the shape, and the end of the last one
 */
export function checkBulletTree(
  tree: BulletTree,
  mesh: { readonly positions: Float32Array; readonly index: Uint32Array },
  ends: readonly number[],
): TreeFault | null {
  const { links, boxes, min, stepsPerUnit } = tree;
  if (![...min, ...stepsPerUnit].every(Number.isFinite) || stepsPerUnit.some((value) => value <= 0))
    return { node: 0, what: 'the steps of its boxes are not finite' };
  const nodes = links.length / 4;
  const sizeOf = (node: number): number => Math.max(1, -links[4 * node + 3]);
  const seen = new Uint8Array(ends[ends.length - 1] - ends[0]);
  let held = 0;
  if (sizeOf(0) !== nodes) return { node: 0, what: `its root has ${sizeOf(0)} of ${nodes} nodes` };
  for (let node = 0; node < nodes; node++) {
    const link = links[4 * node + 3];
    if (link < 0) {
      const left = node + 1;
      const right = left + (left < nodes ? sizeOf(left) : 0);
      if (link === -1 || right >= node - link || right + sizeOf(right) !== node - link)
        return { node, what: 'a node of its tree has not two children' };
      for (const child of [left, right]) {
        for (let k = 0; k < 3; k++) {
          if (boxes[8 * child + k] < boxes[8 * node + k] || boxes[8 * child + 3 + k] > boxes[8 * node + 3 + k])
            return { node: child, what: 'the box of a child lies outside the box of its parent' };
        }
      }
      continue;
    }
    const [part, triangle] = [link >>> partShift, link & maxBulletTriangles];
    if (part >= ends.length - 1 || triangle >= ends[part + 1] - ends[part])
      return { node, what: `a leaf names triangle ${triangle} of part ${part}, which the mesh does not have` };
    const number = ends[part] + triangle;
    if (seen[number - ends[0]] === 1) return { node, what: `two leaves hold triangle ${number}` };
    seen[number - ends[0]] = 1;
    held++;
    if (!holdsTriangle(tree, node, mesh, number - ends[0])) return { node, what: `triangle ${number} lies outside the box of its leaf` };
  }
  return held === seen.length ? null : { node: 0, what: `its leaves hold ${held} of ${seen.length} triangles` };
}

function holdsTriangle(
  tree: BulletTree,
  node: number,
  { positions, index }: { readonly positions: Float32Array; readonly index: Uint32Array },
  triangle: number,
): boolean {
  for (let k = 0; k < 3; k++) {
    const [low, high] = [coordinateOfStep(tree, tree.boxes[8 * node + k], k), coordinateOfStep(tree, tree.boxes[8 * node + 3 + k], k)];
    // Far from the origin Bullet rounds the boxes of its own trees, too.
    const room = 2 ** -22 * Math.max(Math.abs(low), Math.abs(high)) + 1 / tree.stepsPerUnit[k];
    for (let i = 3 * triangle; i < 3 * triangle + 3; i++) {
      const value = positions[3 * index[i] + k];
      if (!(value >= low - room && value <= high + room)) return false;
    }
  }
  return true;
}
