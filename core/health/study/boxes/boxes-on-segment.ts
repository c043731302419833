import type { Vec3 } from '../../../math/vec3.ts';
import { runLength, type BoxHierarchy } from './box-hierarchy.ts';

/** Of the sizes of the coordinates: more than the roundings of one test, so that no box that is met is passed by. */
const slack = 1e-12;

/** What a segment meets of a hierarchy. */
export interface BoxesOnSegment {
  /** Numbers of the boxes that it meets, and perhaps of a few that it only nearly meets. In no particular order. */
  readonly unsorted: readonly number[];
  /** Boxes that were tested, those of nodes too. */
  readonly tests: number;
}

/** @param maxTests tests after which the search ends; `null` then. */
export function boxesOnSegment({ order, boxes, nodes, runs }: BoxHierarchy, from: Vec3, to: Vec3, maxTests: number): BoxesOnSegment | null {
  const unsorted: number[] = [];
  const meets = segmentTest(from, to);
  const stack = order.length === 0 ? [] : [1];
  let tests = 0;
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (tests >= maxTests) return null;
    tests++;
    if (!meets(nodes, 6 * node)) continue;
    if (node < runs) {
      stack.push(2 * node, 2 * node + 1);
      continue;
    }
    const first = runLength * (node - runs);
    const end = Math.min(first + runLength, order.length);
    tests += end - first;
    for (let i = first; i < end; i++) if (meets(boxes, 6 * i)) unsorted.push(order[i]);
  }
  return { unsorted, tests };
}

/**
 * Separating axes of a segment and a box: those of the box, and their cross products with the segment (Ericson, "Real-Time
 * Collision Detection", 5.3.3). All lengths are doubled, so that nothing is divided.
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
    // What overflows is taken for met.
    return !(
      Math.abs(cy * dz - cz * dy) > sy * az + sz * ay + errorSq ||
      Math.abs(cz * dx - cx * dz) > sz * ax + sx * az + errorSq ||
      Math.abs(cx * dy - cy * dx) > sx * ay + sy * ax + errorSq
    );
  };
}
