import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { countWord, linkWord, aabbWords } from '../kinds/aabb/node-aabb.ts';
import { headerBytes, leafFlag, type Tree } from '../layout.ts';
import { relativeDownF32, relativeUpF32 } from '../round-outward.ts';
import { notFinite, otherLength } from './refit-errors.ts';

/** Bytes in the header of the option minExtent, the origin and the bounds. */
export const minExtentByte = 48;
const originByte = 56;
const boundsByte = 80;

/**
 * Writes a tree of kind `aabb` with the division of `tree` and boxes around the vertices of `mesh` to `into`, which may be the tree's
 * own bytes. Returns `into`. Hot: bench `refit`.
 * @throws InspectorError `invalid-argument` for bytes of another length, and a triangle of the tree that is not finite.
 */
export function refitBoxes(tree: Tree, mesh: TriangleMesh, into: ArrayBuffer): ArrayBuffer {
  const { bytes, nodeCount, leafOrder, leafTriangles, minExtent } = tree;
  if (into.byteLength !== bytes.byteLength) throw otherLength(into.byteLength, bytes.byteLength);
  if (into !== bytes) new Uint8Array(into).set(new Uint8Array(bytes));
  if (nodeCount === 0) return into;
  const bounds = boundsOfTree(tree, mesh);
  const originX = originOnAxis(bounds, 0);
  const originY = originOnAxis(bounds, 1);
  const originZ = originOnAxis(bounds, 2);
  const words = new Float32Array(into, headerBytes, nodeCount * aabbWords);
  const links = new Uint32Array(into, headerBytes, nodeCount * aabbWords);
  const box = new Float64Array(6);
  let largestSide = minExtent;
  // Children have larger numbers than their parent.
  for (let node = nodeCount - 1; node >= 0; node--) {
    const at = node * aabbWords;
    const word = links[at + countWord];
    if (word < leafFlag) {
      const left = at + aabbWords;
      const right = links[at + linkWord] * aabbWords;
      for (let k = 0; k < 3; k++) {
        words[at + k] = words[left + k] < words[right + k] ? words[left + k] : words[right + k];
        words[at + k + 3] = words[left + k + 3] > words[right + k + 3] ? words[left + k + 3] : words[right + k + 3];
      }
      continue;
    }
    const first = links[at + linkWord];
    const count = word - leafFlag;
    boxOfTriangles(mesh, leafOrder, first, first + count, box);
    words[at] = relativeDownF32(box[0], originX);
    words[at + 1] = relativeDownF32(box[1], originY);
    words[at + 2] = relativeDownF32(box[2], originZ);
    words[at + 3] = relativeUpF32(box[3], originX);
    words[at + 4] = relativeUpF32(box[4], originY);
    words[at + 5] = relativeUpF32(box[5], originZ);
    if (minExtent > 0 && count > leafTriangles) largestSide = Math.max(largestSide, box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  }
  // Leaves that are large because of `minExtent` may have grown; the header gets the extent that is valid for all of them.
  if (minExtent > 0) new DataView(into).setFloat64(minExtentByte, largestSide, true);
  writeOrigin(into, [originX, originY, originZ], bounds);
  return into;
}

/** Writes origin and bounds (6) to the header. */
export function writeOrigin(bytes: ArrayBuffer, origin: Vec3, bounds: Float64Array): void {
  const header = new DataView(bytes);
  origin.forEach((value, k) => header.setFloat64(originByte + 8 * k, value, true));
  bounds.forEach((value, k) => header.setFloat64(boundsByte + 8 * k, value, true));
}

/** Returns the exact box (6) of the triangles in the tree. Hot. */
function boundsOfTree({ leafOrder, triangles }: Tree, mesh: TriangleMesh): Float64Array {
  const bounds = new Float64Array(6);
  boxOfTriangles(mesh, leafOrder, 0, triangles, bounds);
  dropSignsOfZero(bounds);
  return bounds;
}

/** Replaces −0 by 0: the sign of a zero depends on the order of vertices, and the same mesh must give the same bytes. */
export function dropSignsOfZero(bounds: Float64Array): void {
  for (let k = 0; k < bounds.length; k++) bounds[k] += 0;
}

/** Returns the origin for bounds (6) on an axis; never −0, to which half of the smallest f64 rounds. */
export function originOnAxis(bounds: Float64Array, axis: number): number {
  return bounds[axis] / 2 + bounds[axis + 3] / 2 + 0;
}

/** Writes the box (6) of the triangles at positions [first, end) of a leaf order, source space. @throws InspectorError as `refitBoxes`. Hot. */
export function boxOfTriangles(
  { positions, indices }: TriangleMesh,
  order: Uint32Array,
  first: number,
  end: number,
  out: Float64Array,
): void {
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  // x − x is 0 for finite numbers. For NaN and infinities it is NaN, and makes the sum NaN.
  let check = 0;
  for (let i = first; i < end; i++) {
    const from = 3 * order[i];
    for (let corner = from; corner < from + 3; corner++) {
      const at = 3 * indices[corner];
      const x = positions[at];
      const y = positions[at + 1];
      const z = positions[at + 2];
      check += x - x + (y - y) + (z - z);
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
      if (z < minZ) minZ = z;
      if (z > maxZ) maxZ = z;
    }
  }
  if (check !== 0) throw notFinite();
  out[0] = minX;
  out[1] = minY;
  out[2] = minZ;
  out[3] = maxX;
  out[4] = maxY;
  out[5] = maxZ;
}
