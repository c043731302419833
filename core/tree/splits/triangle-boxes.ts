import type { Bounds } from '../../mesh/bounds.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** Input of builders: the exact boxes of the triangles, and the list of triangles that splits reorder. */
export interface TriangleBoxes {
  /** (6·T) min then max of every triangle, f64, source space; zeros where the triangle is not finite. */
  readonly boxes: Float64Array;
  /** The finite triangles, ascending at first. */
  readonly order: Uint32Array;
  /** Scratch memory for partitions, as long as `order`. */
  readonly scratch: Uint32Array;
  /** Box of the finite triangles, with 0 instead of −0; `null` without finite triangles. */
  readonly bounds: Bounds | null;
}

/** Returns the boxes of all finite triangles, from the f64 vertices without rounding. */
export function triangleBoxes(mesh: TriangleMesh): TriangleBoxes {
  const { positions, indices } = mesh;
  const triangles = triangleCount(mesh);
  const boxes = new Float64Array(6 * triangles);
  const order = new Uint32Array(triangles);
  let finite = 0;
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let t = 0; t < triangles; t++) {
    const a = 3 * indices[3 * t];
    const b = 3 * indices[3 * t + 1];
    const c = 3 * indices[3 * t + 2];
    const at = 6 * t;
    const ax = positions[a];
    const bx = positions[b];
    const cx = positions[c];
    const ay = positions[a + 1];
    const by = positions[b + 1];
    const cy = positions[c + 1];
    const az = positions[a + 2];
    const bz = positions[b + 2];
    const cz = positions[c + 2];
    // x − x is NaN for NaN and infinities, and makes the sum NaN.
    if (ax - ax + (ay - ay) + (az - az) + (bx - bx) + (by - by) + (bz - bz) + (cx - cx) + (cy - cy) + (cz - cz) !== 0) continue;
    const lowX = min(ax, bx, cx);
    const lowY = min(ay, by, cy);
    const lowZ = min(az, bz, cz);
    const highX = max(ax, bx, cx);
    const highY = max(ay, by, cy);
    const highZ = max(az, bz, cz);
    boxes[at] = lowX;
    boxes[at + 1] = lowY;
    boxes[at + 2] = lowZ;
    boxes[at + 3] = highX;
    boxes[at + 4] = highY;
    boxes[at + 5] = highZ;
    if (lowX < minX) minX = lowX;
    if (lowY < minY) minY = lowY;
    if (lowZ < minZ) minZ = lowZ;
    if (highX > maxX) maxX = highX;
    if (highY > maxY) maxY = highY;
    if (highZ > maxZ) maxZ = highZ;
    order[finite++] = t;
  }
  const bounds: Bounds | null = finite === 0 ? null : { min: [minX + 0, minY + 0, minZ + 0], max: [maxX + 0, maxY + 0, maxZ + 0] };
  return { boxes, order: order.subarray(0, finite), scratch: new Uint32Array(finite), bounds };
}

/** Writes the box of the triangles at positions [first, end) of the list into `out` (6). Hot. */
export function boxOfRun(work: TriangleBoxes, first: number, end: number, out: Float64Array): void {
  const { boxes, order } = work;
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let i = first; i < end; i++) {
    const at = 6 * order[i];
    if (boxes[at] < minX) minX = boxes[at];
    if (boxes[at + 1] < minY) minY = boxes[at + 1];
    if (boxes[at + 2] < minZ) minZ = boxes[at + 2];
    if (boxes[at + 3] > maxX) maxX = boxes[at + 3];
    if (boxes[at + 4] > maxY) maxY = boxes[at + 4];
    if (boxes[at + 5] > maxZ) maxZ = boxes[at + 5];
  }
  out[0] = minX;
  out[1] = minY;
  out[2] = minZ;
  out[3] = maxX;
  out[4] = maxY;
  out[5] = maxZ;
}

/** Returns the minimum of finite numbers. `Math.min` also handles NaN and −0, which took half of the time here. */
function min(a: number, b: number, c: number): number {
  const low = a < b ? a : b;
  return low < c ? low : c;
}

function max(a: number, b: number, c: number): number {
  const high = a > b ? a : b;
  return high > c ? high : c;
}
