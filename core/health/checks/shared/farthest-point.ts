import { boxesPerRun, type BoxHierarchy } from '../../study/boxes/box-hierarchy.ts';

/**
 * Returns the max of x·X + y·Y + z·Z over the points of a hierarchy (boxes without extent); -Infinity without points. The child with the
 * larger bound is visited first, so most nodes are skipped. Hot.
 */
export function farthestAlong({ order, boxes, nodes, runs }: BoxHierarchy, x: number, y: number, z: number): number {
  let best = -Infinity;
  if (order.length === 0) return best;
  const reach = (at: number): number => x * nodes[at + (x > 0 ? 3 : 0)] + y * nodes[at + (y > 0 ? 4 : 1)] + z * nodes[at + (z > 0 ? 5 : 2)];
  const stack = [1];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!(reach(6 * node) > best)) continue;
    if (node < runs) {
      const left = 12 * node;
      const right = left + 6;
      if (reach(left) < reach(right)) stack.push(2 * node, 2 * node + 1);
      else stack.push(2 * node + 1, 2 * node);
      continue;
    }
    const first = boxesPerRun * (node - runs);
    const end = Math.min(first + boxesPerRun, order.length);
    for (let i = first; i < end; i++) best = Math.max(best, x * boxes[6 * i] + y * boxes[6 * i + 1] + z * boxes[6 * i + 2]);
  }
  return best;
}
