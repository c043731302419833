import { boxesPerRun, type BoxHierarchy } from './box-hierarchy.ts';

/** The work of searches: boxes that were tested, including nodes. */
export interface BoxWork {
  tests: number;
}

/**
 * Returns the numbers of the boxes that are within `margin` of a point on every axis. Unsorted.
 * @param work counts the tested boxes.
 */
export function boxesAroundPointUnsorted(
  { order, boxes, nodes, runs }: BoxHierarchy,
  x: number,
  y: number,
  z: number,
  margin: number,
  work?: BoxWork,
): readonly number[] {
  const found: number[] = [];
  const holds = (all: Float64Array, at: number): boolean =>
    all[at] - x <= margin &&
    x - all[at + 3] <= margin &&
    all[at + 1] - y <= margin &&
    y - all[at + 4] <= margin &&
    all[at + 2] - z <= margin &&
    z - all[at + 5] <= margin;
  const stack = order.length === 0 ? [] : [1];
  let tests = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    tests++;
    if (!holds(nodes, 6 * node)) continue;
    if (node < runs) {
      stack.push(2 * node, 2 * node + 1);
      continue;
    }
    const first = boxesPerRun * (node - runs);
    const end = Math.min(first + boxesPerRun, order.length);
    tests += end - first;
    for (let i = first; i < end; i++) if (holds(boxes, 6 * i)) found.push(order[i]);
  }
  if (work !== undefined) work.tests += tests;
  return found;
}
