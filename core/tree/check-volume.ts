import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { checkBox, checkBoxHolds, checkContainsBox } from './check-box.ts';
import type { Report } from './check-tree.ts';
import type { Tree } from './layout.ts';

/** What the header of a kind adds to the common one is sound. */
export function checkExtraHeader(tree: Tree, report: Report): void {
  switch (tree.kind) {
    case 'aabb':
    case 'leaf-free':
      return;
    case 'quantised':
    case 'compressed':
      return checkGrid(tree, report);
  }
}

/** The volume of a node is one of its kind. */
export function checkVolume(tree: Tree, node: number, report: Report): void {
  switch (tree.kind) {
    case 'aabb':
    case 'quantised':
    case 'leaf-free':
    case 'compressed':
      return checkBox(tree, node, report);
  }
}

/** The volume of a child lies in that of its parent, for kinds where it does. */
export function checkHoldsChild(tree: Tree, parent: number, child: number, report: Report): void {
  switch (tree.kind) {
    case 'aabb':
    case 'quantised':
    case 'leaf-free':
    case 'compressed':
      return checkContainsBox(tree, parent, child, report);
  }
}

/** The volume of a leaf holds a triangle, in exact arithmetic. */
export function checkHoldsTriangle(tree: Tree, mesh: TriangleMesh, leaf: number, triangle: number, report: Report): void {
  switch (tree.kind) {
    case 'aabb':
    case 'quantised':
    case 'leaf-free':
    case 'compressed':
      return checkBoxHolds(tree, mesh, leaf, triangle, report);
  }
}

function checkGrid({ grid, nodesU32, nodeCount }: Tree, report: Report): void {
  const after = new Uint32Array(grid.buffer, grid.byteOffset + grid.byteLength, (nodesU32.byteOffset - grid.byteOffset - grid.byteLength) / 4);
  if (after.some((word) => word !== 0)) report('header', null, 'the bytes after the grid are not zero');
  for (let axis = 0; axis < 3; axis++) {
    const low = grid[axis], high = grid[axis + 3], step = grid[axis + 6];
    const isSound = low <= high && step >= 0 && step < Infinity && (nodeCount > 0 || (low === 0 && high === 0 && step === 0));
    if (!isSound) report('header', null, `on ${'xyz'[axis]} the grid runs from ${low} to ${high} in steps of ${step}`);
  }
}
