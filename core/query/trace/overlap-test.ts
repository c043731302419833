import type { Tree } from '../../tree/layout.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import type { OverlapTest } from '../overlap-descent.ts';
import type { TriangleFilter } from '../triangle-filter.ts';
import { decide, type Decision } from './recorder.ts';
import type { TracedTest } from './walk.ts';

/** The tests of an overlap query, and how its shape is explained. */
export interface OverlapShape extends OverlapTest {
  /** (6) its AABB in source space, min then max; `null` for an unbounded shape. */
  readonly around: ArrayLike<number> | null;
  /** Writes why a node that the AABB of the shape overlaps was culled; without it the reason is `outside`. */
  explain?(nodeBox: Float32Array, origin: Tree['origin'], decision: Decision): void;
}

/** Returns the tests of any shape that overlap queries test against the AABBs of nodes, for `traceWalk`. */
export function overlapTest(tree: Tree, shape: OverlapShape, isAny: boolean, accepts: TriangleFilter): TracedTest {
  const box = new Float32Array(6);
  const found: number[] = [];
  return {
    enter: (node) => {
      readNodeBox(tree, node, box);
      return shape.reachesNode(box, tree.origin) ? 0 : Infinity;
    },
    explain: (node, decision) => {
      readNodeBox(tree, node, box);
      if (shape.around !== null && explainBoxes(box, tree.origin, shape.around, decision)) return;
      decide(decision, 'outside', 0, 0);
      shape.explain?.(box, tree.origin, decision);
    },
    isBeyond: () => false,
    lengthOf: (entry) => entry,
    limit: () => 0,
    testTriangle: (triangle) => {
      if (accepts !== null && !accepts(triangle)) return 'filtered';
      if (!shape.overlapsTriangle(triangle)) return 'miss';
      found.push(triangle);
      return 'hit';
    },
    isDone: () => isAny && found.length > 0,
    stopsInLeaf: true,
    inheritsEntry: false,
    result: () => Uint32Array.from(found).sort(),
  };
}

/** Writes the coordinate axis with the largest gap between two boxes; false if there is none. */
function explainBoxes(box: Float32Array, origin: Tree['origin'], around: ArrayLike<number>, decision: Decision): boolean {
  let gap = 0;
  let axis = 0;
  for (let k = 0; k < 3; k++) {
    const apart = Math.max(box[k] + origin[k]! - around[k + 3]!, around[k]! - box[k + 3] - origin[k]!);
    if (apart > gap) [gap, axis] = [apart, k];
  }
  if (gap > 0) decide(decision, 'axis', gap, 0, axis);
  return gap > 0;
}
