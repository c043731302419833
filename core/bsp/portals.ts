import type { BspTree } from './bsp-tree.ts';
import { behind, inFront, type PlanePolygon, sidesOf, splitPolygon } from './polygon.ts';

/** An opening between two empty leaves: the whole border that they share. */
export interface Portal {
  readonly front: number;
  readonly back: number;
  /** Counter-clockwise seen from the front leaf. */
  readonly polygon: PlanePolygon;
}

/** Returns the portals in the plane of a node, from the part of the plane inside its region. */
export function portalsOfNode(tree: BspTree, node: number, section: PlanePolygon): readonly Portal[] {
  return emptyParts(tree, tree.children[2 * node], section).flatMap(({ leaf: front, polygon }) =>
    emptyParts(tree, tree.children[2 * node + 1], polygon).map(({ leaf: back, polygon: part }) => ({ front, back, polygon: part })),
  );
}

/** Returns the parts of a polygon that border on empty leaves of a subtree. */
function emptyParts({ space, planes, children, windings }: BspTree, root: number, polygon: PlanePolygon) {
  const parts: { readonly leaf: number; readonly polygon: PlanePolygon }[] = [];
  const stack = [{ node: root, part: polygon }];
  for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
    const { node, part } = task;
    if (node < 0) {
      if (windings[~node] === 0) parts.push({ leaf: ~node, polygon: part });
      continue;
    }
    const plane = planes[node]!;
    const sides = sidesOf(space, plane, part);
    if (sides === (inFront | behind)) {
      const [front, back] = splitPolygon(space, part, plane);
      stack.push({ node: children[2 * node + 1], part: back }, { node: children[2 * node], part: front });
    } else stack.push({ node: children[2 * node + (sides === inFront ? 0 : 1)], part });
  }
  return parts;
}
