import { boxesPerRun, type BoxHierarchy } from './box-hierarchy.ts';

export interface BoxSearch {
  readonly isFound: boolean;
  /** Number of tested boxes, including nodes. */
  readonly tests: number;
}

/**
 * Finds whether another box of the hierarchy contains, or overlaps, a box (6 numbers at `at` of `all`). The first one ends the search.
 * Boxes are closed: an equal box contains it, and contact is an overlap. Returns `null` after more than `maxTests` tests.
 * @param self number of the box in the hierarchy.
 */
export function findOtherBox(
  hierarchy: BoxHierarchy,
  all: Float64Array,
  at: number,
  self: number,
  relation: 'contains' | 'overlaps',
  maxTests: number,
): BoxSearch | null {
  const { order, boxes, nodes, runs } = hierarchy;
  const isRelated = relation === 'contains' ? contains : overlaps;
  const stack = order.length === 0 ? [] : [1];
  let tests = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (tests >= maxTests) return null;
    tests++;
    // The box of a node contains and overlaps everything that one of its boxes does.
    if (!isRelated(nodes, 6 * node, all, at)) continue;
    if (node < runs) {
      stack.push(2 * node, 2 * node + 1);
      continue;
    }
    const first = boxesPerRun * (node - runs);
    const end = Math.min(first + boxesPerRun, order.length);
    tests += end - first;
    for (let i = first; i < end; i++) if (order[i] !== self && isRelated(boxes, 6 * i, all, at)) return { isFound: true, tests };
  }
  return { isFound: false, tests };
}

function contains(outer: Float64Array, p: number, inner: Float64Array, q: number): boolean {
  return (
    outer[p] <= inner[q] &&
    outer[p + 1] <= inner[q + 1] &&
    outer[p + 2] <= inner[q + 2] &&
    outer[p + 3] >= inner[q + 3] &&
    outer[p + 4] >= inner[q + 4] &&
    outer[p + 5] >= inner[q + 5]
  );
}

function overlaps(a: Float64Array, p: number, b: Float64Array, q: number): boolean {
  return (
    a[p] <= b[q + 3] && a[p + 1] <= b[q + 4] && a[p + 2] <= b[q + 5] && a[p + 3] >= b[q] && a[p + 4] >= b[q + 1] && a[p + 5] >= b[q + 2]
  );
}
