import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { checkBox, checkBoxHolds, checkContainsBox } from './check-box.ts';
import { checkDop, checkDopHolds, checkDopHoldsChild } from './check-dop.ts';
import { checkObb, checkObbHolds } from './check-obb.ts';
import { checkSphere, checkSphereHolds } from './check-sphere.ts';
import type { Report } from './check-tree.ts';
import type { Tree, TreeKind } from './layout.ts';
import { checkWideHeader } from './wide/check-wide-header.ts';

/** What the header of a kind adds to the common one is sound. */
export function checkExtraHeader(tree: Tree, report: Report): void {
  switch (tree.kind) {
    case 'aabb':
    case 'leaf-free':
    case 'sphere':
    case 'obb':
    case 'dop6':
    case 'dop14':
    case 'dop18':
    case 'dop26':
      return;
    case 'wide':
      return checkWideHeader(tree, report);
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
    case 'wide':
      return checkBox(tree, node, report);
    case 'sphere':
      return checkSphere(tree, node, report);
    case 'obb':
      return checkObb(tree, node, report);
    case 'dop6':
    case 'dop14':
    case 'dop18':
    case 'dop26':
      return checkDop(tree, node, report);
  }
}

/** Whether a node's volume holds those of its children. Where not, it holds the triangles below it all the same. */
export function isNested(kind: TreeKind): boolean {
  return kind !== 'sphere' && kind !== 'obb';
}

/** The volume of a child lies in that of its parent, for kinds where it does. */
export function checkHoldsChild(tree: Tree, parent: number, child: number, report: Report): void {
  switch (tree.kind) {
    case 'aabb':
    case 'quantised':
    case 'leaf-free':
    case 'compressed':
    case 'wide':
      return checkContainsBox(tree, parent, child, report);
    case 'dop6':
    case 'dop14':
    case 'dop18':
    case 'dop26':
      return checkDopHoldsChild(tree, parent, child, report);
    case 'sphere':
    case 'obb':
      return;
  }
}

/** The volume of a node holds a triangle, in exact arithmetic. */
export function checkHoldsTriangle(tree: Tree, mesh: TriangleMesh, node: number, triangle: number, report: Report): void {
  switch (tree.kind) {
    case 'aabb':
    case 'quantised':
    case 'leaf-free':
    case 'compressed':
    case 'wide':
      return checkBoxHolds(tree, mesh, node, triangle, report);
    case 'sphere':
      return checkSphereHolds(tree, mesh, node, triangle, report);
    case 'obb':
      return checkObbHolds(tree, mesh, node, triangle, report);
    case 'dop6':
    case 'dop14':
    case 'dop18':
    case 'dop26':
      return checkDopHolds(tree, mesh, tree.kind, node, triangle, report);
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
