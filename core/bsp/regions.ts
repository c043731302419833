import { noProgress, type Progress } from '../progress.ts';
import type { BspTree } from './bsp-tree.ts';
import type { PlanePolygon } from './polygon.ts';
import { boxRegion, type ConvexRegion, splitRegion } from './convex-region.ts';

/** What `visitRegions` calls. */
export interface RegionVisitor {
  readonly leaf: (leaf: number, region: ConvexRegion) => void;
  /** The part of a node's plane that is inside the node's region, counter-clockwise seen from its front. */
  readonly section?: (node: number, section: PlanePolygon) => void;
}

/** Computes the convex regions of all leaves within the box of the tree, exactly. @throws whatever `progress` throws. */
export function visitRegions(tree: BspTree, { leaf, section }: RegionVisitor, progress: Progress = noProgress): void {
  const { space, planes, children, windings } = tree;
  const stack: { readonly node: number; readonly region: ConvexRegion }[] = [
    { node: planes.length === 0 ? -1 : 0, region: boxRegion(space) },
  ];
  let done = 0;
  for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
    const { node, region } = task;
    if (node < 0) {
      leaf(~node, region);
      if (++done % 16 === 0) progress(done / windings.length);
      continue;
    }
    const split = splitRegion(space, region, planes[node]!);
    section?.(node, split.section);
    stack.push({ node: children[2 * node + 1], region: split.back }, { node: children[2 * node], region: split.front });
  }
}
