import { nodeBox, treeKinds, type Tree } from '#core/tree';
import { type ShownUnit, shownLength } from '../../text/shown-unit.ts';

/**
 * Returns the sides of a node's volume: those of an oriented box, three times the diameter of a sphere, and for every other kind those of
 * its bounding box.
 */
export function volumeSides(tree: Tree, node: number): readonly number[] {
  const { geometry } = treeKinds[tree.kind];
  if (geometry.kind === 'sphere') return Array<number>(3).fill(2 * geometry.sphereOf(tree, node).radius);
  if (geometry.kind === 'polytope' && geometry.sidesOf !== null) return geometry.sidesOf(tree, node);
  const { min, max } = nodeBox(tree, node);
  return [0, 1, 2].map((k) => max[k]! - min[k]!);
}

/** The same in the unit that is shown. */
export function shownSides(tree: Tree, node: number, units: ShownUnit): readonly number[] {
  return volumeSides(tree, node).map((side) => shownLength(units, side));
}
