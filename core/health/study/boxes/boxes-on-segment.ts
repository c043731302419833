import type { Vec3 } from '../../../math/vec3.ts';
import { boxesPerRun, type BoxHierarchy } from './box-hierarchy.ts';

/** Padding above the rounding error of a test, relative to the coordinates, so that no box is missed. */
const slack = 1e-12;

/** The boxes of a hierarchy on a segment. */
export interface BoxesOnSegment {
  /** Numbers of the boxes that the segment hits, and of a few that it nearly hits. Unsorted. */
  readonly unsorted: readonly number[];
  /** Number of tested boxes, including nodes. */
  readonly tests: number;
}

/** Returns the boxes that a segment hits; `null` after more than `maxTests` tests. */
export function boxesOnSegment({ order, boxes, nodes, runs }: BoxHierarchy, from: Vec3, to: Vec3, maxTests: number): BoxesOnSegment | null {
  const unsorted: number[] = [];
  const hitsBox = segmentTest(from, to);
  const stack = order.length === 0 ? [] : [1];
  let tests = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (tests >= maxTests) return null;
    tests++;
    if (!hitsBox(nodes, 6 * node)) continue;
    if (node < runs) {
      stack.push(2 * node, 2 * node + 1);
      continue;
    }
    const first = boxesPerRun * (node - runs);
    const end = Math.min(first + boxesPerRun, order.length);
    tests += end - first;
    for (let i = first; i < end; i++) if (hitsBox(boxes, 6 * i)) unsorted.push(order[i]);
  }
  return { unsorted, tests };
}

/**
 * Returns a separating-axis test of a segment against boxes: the axes of the box and their cross products with the segment (Ericson,
 * "Real-Time Collision Detection", 5.3.3). All lengths are doubled to avoid divisions.
 */
function segmentTest(from: Vec3, to: Vec3): (boxes: Float64Array, at: number) => boolean {
  const [x, y, z] = [from[0] + to[0], from[1] + to[1], from[2] + to[2]];
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const ax = Math.abs(dx);
  const ay = Math.abs(dy);
  const az = Math.abs(dz);
  const reach = Math.max(...from.map(Math.abs), ...to.map(Math.abs));
  return (boxes, at) => {
    const sx = boxes[at + 3] - boxes[at];
    const sy = boxes[at + 4] - boxes[at + 1];
    const sz = boxes[at + 5] - boxes[at + 2];
    const cx = x - (boxes[at + 3] + boxes[at]);
    const cy = y - (boxes[at + 4] + boxes[at + 1]);
    const cz = z - (boxes[at + 5] + boxes[at + 2]);
    const error = slack * (reach + Math.abs(cx) + Math.abs(cy) + Math.abs(cz) + sx + sy + sz);
    if (Math.abs(cx) > sx + ax + error || Math.abs(cy) > sy + ay + error || Math.abs(cz) > sz + az + error) return false;
    const errorSq = error * (ax + ay + az + error);
    // Overflow counts as a hit.
    return !(
      Math.abs(cy * dz - cz * dy) > sy * az + sz * ay + errorSq ||
      Math.abs(cz * dx - cx * dz) > sz * ax + sx * az + errorSq ||
      Math.abs(cx * dy - cy * dx) > sx * ay + sy * ax + errorSq
    );
  };
}
