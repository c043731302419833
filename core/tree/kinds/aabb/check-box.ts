import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { Report } from '../../tree-rules.ts';
import type { Tree } from '../../layout.ts';
import { readNodeBox } from '../../node-box.ts';
import { differenceError } from '../../round-outward.ts';

/** Checks that the box of a node is valid: no NaN, min not above max. */
export function checkBoxVolume(tree: Tree, node: number, report: Report): void {
  const box = boxOf(tree, node);
  for (let axis = 0; axis < 3; axis++) {
    const min = box[axis];
    const max = box[axis + 3];
    if (!(min <= max)) report('box', node, `the box has min ${min} and max ${max} on ${'xyz'[axis]}`);
  }
}

/** Checks that the box of a child lies in that of its parent. Both are f32 with the same origin, so they compare exactly. */
export function checkBoxHoldsChild(tree: Tree, parent: number, child: number, report: Report): void {
  const outer = boxOf(tree, parent);
  const inner = boxOf(tree, child);
  for (let axis = 0; axis < 3; axis++) {
    // `checkBox` reports NaN.
    if (inner[axis] < outer[axis] || inner[axis + 3] > outer[axis + 3]) {
      report('child-box', child, `the box extends outside that of its parent ${parent} on ${'xyz'[axis]}`);
    }
  }
}

/** Checks that a triangle lies in the box of a leaf: origin + min ≤ vertex ≤ origin + max in exact arithmetic. */
export function checkBoxHolds(tree: Tree, mesh: TriangleMesh, leaf: number, triangle: number, report: Report): void {
  const { origin } = tree;
  const { positions, indices } = mesh;
  const box = boxOf(tree, leaf);
  for (let axis = 0; axis < 3; axis++) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices[3 * triangle + corner];
      const value = positions[3 * vertex + axis];
      if (isAtMost(box[axis], value, origin[axis]!) && isAtLeast(box[axis + 3], value, origin[axis]!)) continue;
      report('vertex', leaf, `triangle ${triangle} has ${'xyz'[axis]} = ${value} at vertex ${vertex}, outside the box`);
    }
  }
}

function boxOf(tree: Tree, node: number): Float32Array {
  const box = new Float32Array(6);
  readNodeBox(tree, node, box);
  return box;
}

/**
 * Returns whether bound ≤ value − origin, exactly. The f64 difference is the nearest to the true one, so an f32 compares
 * with both in the same way, unless it is equal. Then the rounding error of the difference decides.
 */
function isAtMost(bound: number, value: number, origin: number): boolean {
  const difference = value - origin;
  return bound < difference || (bound === difference && !(differenceError(value, origin, difference) < 0));
}

function isAtLeast(bound: number, value: number, origin: number): boolean {
  const difference = value - origin;
  return bound > difference || (bound === difference && !(differenceError(value, origin, difference) > 0));
}
