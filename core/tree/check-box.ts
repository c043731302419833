import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Report } from './check-tree.ts';
import { maxWord, minWord, nodeWords, type AabbTree } from './layout.ts';
import { differenceError } from './round-outward.ts';

/** The box of a node is one: no NaN, min not above max. */
export function checkBox(tree: AabbTree, node: number, report: Report): void {
  const { nodesF32 } = tree;
  for (let axis = 0; axis < 3; axis++) {
    const min = nodesF32[node * nodeWords + minWord + axis];
    const max = nodesF32[node * nodeWords + maxWord + axis];
    if (!(min <= max)) report('box', node, `on ${'xyz'[axis]} the box runs from ${min} to ${max}`);
  }
}

/** The box of a child lies in that of its parent; both are f32 in one frame, so they compare exactly. */
export function checkContainsBox(tree: AabbTree, parent: number, child: number, report: Report): void {
  const { nodesF32 } = tree;
  for (let axis = 0; axis < 3; axis++) {
    const out = parent * nodeWords + axis;
    const inner = child * nodeWords + axis;
    // NaN has been told of by `checkBox`.
    if (nodesF32[inner + minWord] < nodesF32[out + minWord] || nodesF32[inner + maxWord] > nodesF32[out + maxWord]) {
      report('child-box', child, `on ${'xyz'[axis]} the box reaches out of that of its parent ${parent}`);
    }
  }
}

/** The three vertices lie in the box of a leaf: origin + min ≤ vertex ≤ origin + max in exact arithmetic. */
export function checkContainsTriangle(tree: AabbTree, mesh: TriangleMesh, leaf: number, triangle: number, report: Report): void {
  const { nodesF32, origin } = tree;
  const { positions, indices } = mesh;
  for (let axis = 0; axis < 3; axis++) {
    const min = nodesF32[leaf * nodeWords + minWord + axis];
    const max = nodesF32[leaf * nodeWords + maxWord + axis];
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices[3 * triangle + corner];
      const value = positions[3 * vertex + axis];
      if (isAtMost(min, value, origin[axis]!) && isAtLeast(max, value, origin[axis]!)) continue;
      report('vertex', leaf, `triangle ${triangle} has ${'xyz'[axis]} = ${value} at vertex ${vertex}, outside the box`);
    }
  }
}

/**
 * bound ≤ value − origin, exactly. The f64 difference is the nearest to the true one, so any other f32 compares with both
 * alike; only where the bound equals it does its rounding error decide.
 */
function isAtMost(bound: number, value: number, origin: number): boolean {
  const difference = value - origin;
  return bound < difference || (bound === difference && !(differenceError(value, origin, difference) < 0));
}

function isAtLeast(bound: number, value: number, origin: number): boolean {
  const difference = value - origin;
  return bound > difference || (bound === difference && !(differenceError(value, origin, difference) > 0));
}
