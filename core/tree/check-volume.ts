import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { checkBox, checkBoxHolds, checkContainsBox } from './kinds/aabb/check-box.ts';
import { checkDop, checkDopHolds, checkDopHoldsChild } from './kinds/dop/check-dop.ts';
import { checkObb, checkObbHolds } from './kinds/obb/check-obb.ts';
import { checkSphere, checkSphereHolds } from './kinds/sphere/check-sphere.ts';
import type { Report } from './check-tree.ts';
import type { Tree, TreeKind } from './layout.ts';
import type { DopKind } from './kinds/dop/dop-directions.ts';
import { checkWideHeader } from './kinds/wide/check-wide-header.ts';

/** What the header of a kind adds to the common one is sound. */
export function checkExtraHeader(tree: Tree, report: Report): void {
  checks[tree.kind].extraHeader(tree, report);
}

/** The volume of a node is one of its kind. */
export function checkVolume(tree: Tree, node: number, report: Report): void {
  checks[tree.kind].volume(tree, node, report);
}

/** Whether a node's volume holds those of its children. Where not, it holds the triangles below it all the same. */
export function isNested(kind: TreeKind): boolean {
  return checks[kind].holdsChild !== null;
}

/** The volume of a child lies in that of its parent, for kinds where it does. */
export function checkHoldsChild(tree: Tree, parent: number, child: number, report: Report): void {
  checks[tree.kind].holdsChild?.(tree, parent, child, report);
}

/** The volume of a node holds a triangle, in exact arithmetic. */
export function checkHoldsTriangle(tree: Tree, mesh: TriangleMesh, node: number, triangle: number, report: Report): void {
  checks[tree.kind].holdsTriangle(tree, mesh, node, triangle, report);
}

interface VolumeChecks {
  readonly extraHeader: (tree: Tree, report: Report) => void;
  readonly volume: (tree: Tree, node: number, report: Report) => void;
  /** `null` for kinds whose volumes need not hold those of their children. */
  readonly holdsChild: ((tree: Tree, parent: number, child: number, report: Report) => void) | null;
  readonly holdsTriangle: (tree: Tree, mesh: TriangleMesh, node: number, triangle: number, report: Report) => void;
}

const nothing = (): void => {};
const boxes: VolumeChecks = { extraHeader: nothing, volume: checkBox, holdsChild: checkContainsBox, holdsTriangle: checkBoxHolds };
const dops = (kind: DopKind): VolumeChecks => ({
  extraHeader: nothing,
  volume: checkDop,
  holdsChild: checkDopHoldsChild,
  holdsTriangle: (tree, mesh, node, triangle, report) => checkDopHolds(tree, mesh, kind, node, triangle, report),
});

const checks: Readonly<Record<TreeKind, VolumeChecks>> = {
  aabb: boxes,
  quantised: { ...boxes, extraHeader: checkGrid },
  'leaf-free': boxes,
  compressed: { ...boxes, extraHeader: checkGrid },
  wide: { ...boxes, extraHeader: checkWideHeader },
  sphere: { extraHeader: nothing, volume: checkSphere, holdsChild: null, holdsTriangle: checkSphereHolds },
  obb: { extraHeader: nothing, volume: checkObb, holdsChild: null, holdsTriangle: checkObbHolds },
  dop6: dops('dop6'),
  dop14: dops('dop14'),
  dop18: dops('dop18'),
  dop26: dops('dop26'),
};

function checkGrid({ grid, nodesU32, nodeCount }: Tree, report: Report): void {
  const after = new Uint32Array(
    grid.buffer,
    grid.byteOffset + grid.byteLength,
    (nodesU32.byteOffset - grid.byteOffset - grid.byteLength) / 4,
  );
  if (after.some((word) => word !== 0)) report('header', null, 'the bytes after the grid are not zero');
  for (let axis = 0; axis < 3; axis++) {
    const low = grid[axis];
    const high = grid[axis + 3];
    const step = grid[axis + 6];
    const isSound = low <= high && step >= 0 && step < Infinity && (nodeCount > 0 || (low === 0 && high === 0 && step === 0));
    if (!isSound) report('header', null, `on ${'xyz'[axis]} the grid runs from ${low} to ${high} in steps of ${step}`);
  }
}
