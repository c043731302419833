import { hypot } from '../../math/hypot.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { ConvexHull } from './convex-hull.ts';
import { largestHeight, supportTree } from './support-tree.ts';

/** Sum of the absolute products of a normal over its length, from which rounding turns it visibly: the face is a sliver. */
const sliver = 2 ** 20;

/** Products of slivers and vertices from which boxes around the vertices are faster. */
const manyProducts = 200_000;

/** Part of the work after which the slivers follow. */
const sliversFrom = 0.5;
/** Faces, and slivers, from one report of progress to the next: a sliver may need a search of all vertices. */
const facesPerReport = 4096;
const sliversPerReport = 64;

type Faces = Pick<ConvexHull, 'positions' | 'faceFirst' | 'faceCorners'>;

/**
 * Returns (4·F) the plane of each face of a solid or flat hull: its outward unit normal and its offset. They are rounded. No vertex is beyond an offset
 * by more than 2⁻³⁰ of the size of the hull. The normal of a sliver may point anywhere, so all vertices count for its offset.
 * @throws whatever `progress` throws.
 */
export function hullPlanes(hull: Faces, progress: Progress = noProgress): Float64Array {
  const { positions: p, faceFirst, faceCorners } = hull;
  const faces = faceFirst.length - 1;
  const planes = new Float64Array(4 * faces);
  const slivers: number[] = [];
  for (let face = 0; face < faces; face++) {
    if (face % facesPerReport === 0) progress((sliversFrom * face) / faces);
    const { x, y, z, products } = areaOf(hull, face);
    const size = hypot(x, y, z);
    const [nx, ny, nz] = size > 0 ? [x / size, y / size, z / size] : [0, 0, 0];
    let offset = -Infinity;
    for (let i = faceFirst[face]; i < faceFirst[face + 1]; i++) {
      const at = 3 * faceCorners[i];
      offset = Math.max(offset, nx * p[at] + ny * p[at + 1] + nz * p[at + 2]);
    }
    if (products > sliver * size) slivers.push(face);
    planes.set([nx, ny, nz, offset], 4 * face);
  }
  raiseSlivers(planes, slivers, p, progress);
  return planes;
}

/** Whether a hull has slivers, and faces without a normal. */
export function hasSlivers(hull: Faces): boolean {
  for (let face = 0; face + 1 < hull.faceFirst.length; face++) {
    const { x, y, z, products } = areaOf(hull, face);
    const size = hypot(x, y, z);
    if (!(size > 0) || products > sliver * size) return true;
  }
  return false;
}

/** Returns the sum of area vectors over the fan of a face, which is longer than that of any one triangle, and the sum of all absolute products. */
function areaOf({ positions: p, faceFirst, faceCorners }: Faces, face: number): { x: number; y: number; z: number; products: number } {
  const origin = 3 * faceCorners[faceFirst[face]];
  let [x, y, z] = [0, 0, 0];
  let products = 0;
  for (let i = faceFirst[face] + 1; i + 1 < faceFirst[face + 1]; i++) {
    const [b, c] = [3 * faceCorners[i], 3 * faceCorners[i + 1]];
    const [ux, uy, uz] = [p[b] - p[origin], p[b + 1] - p[origin + 1], p[b + 2] - p[origin + 2]];
    const [vx, vy, vz] = [p[c] - p[origin], p[c + 1] - p[origin + 1], p[c + 2] - p[origin + 2]];
    x += uy * vz - uz * vy;
    y += uz * vx - ux * vz;
    z += ux * vy - uy * vx;
    products += Math.abs(uy * vz) + Math.abs(uz * vy) + Math.abs(uz * vx) + Math.abs(ux * vz) + Math.abs(ux * vy) + Math.abs(uy * vx);
  }
  return { x, y, z, products };
}

/** Raises the offsets of slivers to the farthest vertex. */
function raiseSlivers(planes: Float64Array, slivers: readonly number[], p: Float64Array, progress: Progress): void {
  const tree = slivers.length * p.length > manyProducts ? supportTree(p) : null;
  for (const [i, face] of slivers.entries()) {
    if (i % sliversPerReport === 0) progress(sliversFrom + ((1 - sliversFrom) * i) / slivers.length);
    const [x, y, z] = [planes[4 * face], planes[4 * face + 1], planes[4 * face + 2]];
    let offset = planes[4 * face + 3];
    if (tree !== null) offset = largestHeight(tree, x, y, z, offset);
    else for (let at = 0; at < p.length; at += 3) offset = Math.max(offset, x * p[at] + y * p[at + 1] + z * p[at + 2]);
    planes[4 * face + 3] = offset;
  }
}
