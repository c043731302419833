import type { Transform } from '../../math/transform.ts';
import type { Tree } from '../../tree/layout.ts';
import { isDopKind } from '../../tree/kinds/dop/dop-directions.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { boxesApart, compareBoxes, createBoxSeparation, type BoxSeparation } from './box-separation.ts';
import { createDopSeparation, slabsApart, type DopSeparation } from './dop-separation.ts';
import { compareObbs, createObbSeparation, type ObbSeparation } from './obb-separation.ts';
import { compareSpheres, createSphereSeparation, type SphereSeparation } from './sphere-separation.ts';

/** How nodes of two trees are tested, for one placement of B: by their own volumes if both trees have suitable ones, else by their AABBs. */
export type VolumeSeparation =
  | { readonly kind: 'plain'; readonly boxes: BoxSeparation }
  | { readonly kind: 'boxes'; readonly boxes: BoxSeparation; readonly a: Tree; readonly b: Tree }
  | { readonly kind: 'spheres'; readonly spheres: SphereSeparation }
  | { readonly kind: 'obbs'; readonly obbs: ObbSeparation }
  | { readonly kind: 'dops'; readonly boxes: BoxSeparation; readonly a: Tree; readonly b: Tree; readonly dops: DopSeparation };

/** Returns the values for `compareVolumes`, for one placement of B. */
export function createVolumeSeparation(a: Tree, b: Tree, aFromB: Transform): VolumeSeparation {
  const boxes = createBoxSeparation(a, b, aFromB);
  if (a.isReadInPlace && b.isReadInPlace) return { kind: 'plain', boxes };
  const { columns, offset, padding } = boxes;
  if (a.volume === 'obb' || b.volume === 'obb') return { kind: 'obbs', obbs: createObbSeparation(a, b, columns, offset, padding) };
  if (a.volume === 'sphere' && b.volume === 'sphere')
    return { kind: 'spheres', spheres: createSphereSeparation(a, b, columns, offset, padding) };
  if (isDopKind(a.kind) && a.kind === b.kind)
    return { kind: 'dops', boxes, a, b, dops: createDopSeparation(a, b, a.kind, columns, offset, padding) };
  return { kind: 'boxes', boxes, a, b };
}

/**
 * Tests two nodes: returns `boxesApart`, or else `largerIsA` or `largerIsB`. Never apart if both volumes share a point of their
 * triangles, B's placed with rounding. Hot.
 */
export function compareVolumes(s: VolumeSeparation, a: number, b: number): number {
  switch (s.kind) {
    case 'plain':
      return compareBoxes(s.boxes, a, b);
    case 'boxes':
      return compareAround(s, a, b);
    case 'spheres':
      return compareSpheres(s.spheres, a, b);
    case 'obbs':
      return compareObbs(s.obbs, a, b);
    case 'dops': {
      const larger = compareAround(s, a, b);
      return larger !== boxesApart && slabsApart(s.dops, a, b) ? boxesApart : larger;
    }
  }
}

/** Runs `compareBoxes` on the AABBs of two nodes of any kind. Hot. */
function compareAround(s: { readonly boxes: BoxSeparation; readonly a: Tree; readonly b: Tree }, a: number, b: number): number {
  return compareBoxes(s.boxes, boxAt(s.a, a, s.boxes.nodesA), boxAt(s.b, b, s.boxes.nodesB));
}

/** Returns the index in `nodes` of a node's box: the node itself if read in place, else 0 after writing the box there. Hot. */
function boxAt(tree: Tree, node: number, nodes: Float32Array): number {
  if (tree.isReadInPlace) return node;
  readNodeBox(tree, node, nodes);
  return 0;
}
