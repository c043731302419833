import { isFiniteTriangle, type TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** A plain tree of boxes for the checker of certificates: split at the median, one triangle in a leaf. */
export interface MovingTree {
  /** Finite triangles, in leaf order; the children of a run are its halves. */
  readonly triangles: Uint32Array;
  readonly indices: Uint32Array;
  /** (12 for each node) box at the start (min, max) and at the end. A node of n triangles is followed by the 2·n − 2 nodes below it. */
  readonly boxes: Float64Array;
}

const boxWords = 12;

export function createMovingTree(mesh: TriangleMesh): MovingTree {
  const { positions, indices } = mesh;
  const finite = Array.from({ length: indices.length / 3 }, (_, triangle) => triangle).filter((triangle) =>
    isFiniteTriangle(mesh, triangle),
  );
  const triangles = Uint32Array.from(finite);
  const centre = (triangle: number, k: number): number =>
    positions[3 * indices[3 * triangle]! + k]! +
    positions[3 * indices[3 * triangle + 1]! + k]! +
    positions[3 * indices[3 * triangle + 2]! + k]!;
  const split = (first: number, end: number): void => {
    if (end - first < 2) return;
    const run = triangles.subarray(first, end);
    let widest = 0;
    let width = -1;
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (const triangle of run) {
        low = Math.min(low, centre(triangle, k));
        high = Math.max(high, centre(triangle, k));
      }
      if (high - low > width) [widest, width] = [k, high - low];
    }
    run.sort((p, q) => centre(p, widest) - centre(q, widest));
    const middle = (first + end) >> 1;
    split(first, middle);
    split(middle, end);
  };
  split(0, triangles.length);
  return { triangles, indices, boxes: new Float64Array(2 * boxWords * triangles.length) };
}

/** Fits the boxes to the positions at both ends of a segment of time, grown by what a triangle's arcs bend. */
export function refitMovingTree(
  { triangles, indices, boxes }: MovingTree,
  start: Float64Array,
  end: Float64Array,
  bend: number | ((triangle: number) => number),
): void {
  const fit = (node: number, first: number, last: number): void => {
    const at = boxWords * node;
    boxes.fill(Infinity, at, at + boxWords);
    for (let k = 0; k < boxWords; k++) if (k % 6 > 2) boxes[at + k] = -Infinity;
    if (last - first > 1) {
      const middle = (first + last) >> 1;
      const right = rightOf(node, first, last);
      fit(node + 1, first, middle);
      fit(right, middle, last);
      grow(boxes, at, boxWords * (node + 1));
      return grow(boxes, at, boxWords * right);
    }
    const triangle = triangles[first]!;
    const by = typeof bend === 'number' ? bend : bend(triangle);
    for (let corner = 0; corner < 3; corner++) {
      const vertex = 3 * indices[3 * triangle + corner]!;
      for (let k = 0; k < 3; k++) {
        boxes[at + k] = Math.min(boxes[at + k]!, start[vertex + k]! - by);
        boxes[at + k + 3] = Math.max(boxes[at + k + 3]!, start[vertex + k]! + by);
        boxes[at + k + 6] = Math.min(boxes[at + k + 6]!, end[vertex + k]! - by);
        boxes[at + k + 9] = Math.max(boxes[at + k + 9]!, end[vertex + k]! + by);
      }
    }
  };
  if (triangles.length > 0) fit(0, 0, triangles.length);
}

function rightOf(node: number, first: number, end: number): number {
  return node + 2 * (((first + end) >> 1) - first);
}

function grow(boxes: Float64Array, at: number, from: number): void {
  for (let k = 0; k < boxWords; k++)
    boxes[at + k] = k % 6 > 2 ? Math.max(boxes[at + k]!, boxes[from + k]!) : Math.min(boxes[at + k]!, boxes[from + k]!);
}

/** Calls `visit` for each pair of triangles whose moving boxes are within `reach`, with the part of the segment, 0 to 1, in which they are. */
export function overlapTrees(
  a: MovingTree,
  b: MovingTree,
  reach: number,
  visit: (triangleA: number, triangleB: number, enter: number, leave: number) => void,
): void {
  const walk = (nodeA: number, firstA: number, endA: number, nodeB: number, firstB: number, endB: number): void => {
    const when = overlap(a.boxes, boxWords * nodeA, b.boxes, boxWords * nodeB, reach);
    if (when === null) return;
    if (endA - firstA === 1 && endB - firstB === 1) return visit(a.triangles[firstA]!, b.triangles[firstB]!, ...when);
    if (endA - firstA >= endB - firstB) {
      const middle = (firstA + endA) >> 1;
      walk(nodeA + 1, firstA, middle, nodeB, firstB, endB);
      walk(rightOf(nodeA, firstA, endA), middle, endA, nodeB, firstB, endB);
    } else {
      const middle = (firstB + endB) >> 1;
      walk(nodeA, firstA, endA, nodeB + 1, firstB, middle);
      walk(nodeA, firstA, endA, rightOf(nodeB, firstB, endB), middle, endB);
    }
  };
  if (a.triangles.length > 0 && b.triangles.length > 0) walk(0, 0, a.triangles.length, 0, 0, b.triangles.length);
}

/** Returns when two boxes, both moving linearly, are within reach: the times at which all six inequalities hold; `null` if there are none. */
function overlap(p: Float64Array, i: number, q: Float64Array, j: number, reach: number): [enter: number, leave: number] | null {
  let [enter, leave] = [0, 1];
  for (let k = 0; k < 6; k++) {
    // Lowest of one minus highest of the other, at the start and at the end: it must not be above the reach.
    const [low, lowAt, high, highAt] = k < 3 ? [q, j + k, p, i + k + 3] : [p, i + k - 3, q, j + k];
    const first = low[lowAt]! - high[highAt]! - reach;
    const last = low[lowAt + 6]! - high[highAt + 6]! - reach;
    if (first > 0 && last > 0) return null;
    if (first > 0) enter = Math.max(enter, first / (first - last));
    else if (last > 0) leave = Math.min(leave, first / (first - last));
  }
  return enter - leave > 2 ** -42 ? null : [Math.max(0, enter - 2 ** -44), Math.min(1, leave + 2 ** -44)];
}
