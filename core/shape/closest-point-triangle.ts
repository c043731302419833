import { faceCode, firstEdgeCode, firstVertexCode } from './triangle-feature.ts';

/** Half the spacing of f64 at 1. */
const unit = 2 ** -53;
/** Added to every bound: more than underflow can lose, and negligible above 1e-70. */
const underflow = 1e-290;
/** Squares of longer offsets may overflow. */
const maxLength = 2 ** 510;
/** Largest relative error of a normal that still counts as certain. */
const normalTolerance = 1e-12;
/** Below this part of the farthest vertex' distance, the offset to an edge loses too many digits of its direction. */
const minEdgeDistance = 2 ** -12;

/**
 * Finds the point of a triangle closest to p, in plain f64. Returns the code of its feature and writes to `out`: 0..2 the closest point
 * minus p; 3 whether all of this is certain (1) or rounding may have changed it (0).
 *
 * For any triangle, p + out is a point of it up to rounding: a small multiple of 2⁻⁵³ of the distance from p to the farthest vertex. If
 * certain, the feature is that of exact arithmetic, the error of the offset is at most 1e-12 of that distance, and the error of its
 * direction at most 1e-11. Triangles without area are certain only at their corners. A result whose squared distance may overflow is never
 * certain.
 *
 * Source: Ericson, Real-Time Collision Detection (2005), 5.1.5: the Voronoi regions of the corners, edges and face. Changed: the sides of
 * the edges come from n·(edge × offset), whose rounding error does not grow with the square of the distance, and every sign has an error
 * bound. Let L be at least every component of the two edges at a, and M at least every component of an offset. Then the error of a product
 * of an edge and an offset is at most 16·unit·L·M, of the normal 8·unit·L², and of a side 264·unit·L³·M. The bounds used are about twice as
 * large. Hot: bench `sphere`.
 */
export function closestPointTriangle(
  px: number,
  py: number,
  pz: number,
  positions: Float64Array,
  a: number,
  b: number,
  c: number,
  out: Float64Array,
): number {
  const abx = positions[b] - positions[a];
  const aby = positions[b + 1] - positions[a + 1];
  const abz = positions[b + 2] - positions[a + 2];
  const acx = positions[c] - positions[a];
  const acy = positions[c + 1] - positions[a + 1];
  const acz = positions[c + 2] - positions[a + 2];
  const bcx = positions[c] - positions[b];
  const bcy = positions[c + 1] - positions[b + 1];
  const bcz = positions[c + 2] - positions[b + 2];
  // From the corners to p.
  const apx = px - positions[a];
  const apy = py - positions[a + 1];
  const apz = pz - positions[a + 2];
  const bpx = px - positions[b];
  const bpy = py - positions[b + 1];
  const bpz = pz - positions[b + 2];
  const cpx = px - positions[c];
  const cpy = py - positions[c + 1];
  const cpz = pz - positions[c + 2];
  const L = Math.max(Math.max(Math.abs(abx), Math.abs(aby), Math.abs(abz)), Math.max(Math.abs(acx), Math.abs(acy), Math.abs(acz)));
  const M = Math.max(
    Math.max(Math.abs(apx), Math.abs(apy), Math.abs(apz)),
    Math.max(Math.abs(bpx), Math.abs(bpy), Math.abs(bpz)),
    Math.max(Math.abs(cpx), Math.abs(cpy), Math.abs(cpz)),
  );
  // Nothing is certain if squared distances overflow.
  const min = M <= maxLength ? underflow : Infinity;
  const alongBound = 64 * unit * L * M + min;

  // Position of p along each edge, from its first corner and from its second.
  const abFromA = abx * apx + aby * apy + abz * apz;
  const acFromA = acx * apx + acy * apy + acz * apz;
  if (abFromA <= 0 && acFromA <= 0) return corner(0, apx, apy, apz, abFromA < -alongBound && acFromA < -alongBound, out);
  const abFromB = abx * bpx + aby * bpy + abz * bpz;
  const bcFromB = bcx * bpx + bcy * bpy + bcz * bpz;
  if (abFromB >= 0 && bcFromB <= 0) return corner(1, bpx, bpy, bpz, abFromB > alongBound && bcFromB < -alongBound, out);
  const acFromC = acx * cpx + acy * cpy + acz * cpz;
  const bcFromC = bcx * cpx + bcy * cpy + bcz * cpz;
  if (acFromC >= 0 && bcFromC >= 0) return corner(2, cpx, cpy, cpz, acFromC > alongBound && bcFromC > alongBound, out);

  const nx = aby * acz - abz * acy;
  const ny = abz * acx - abx * acz;
  const nz = abx * acy - aby * acx;
  const sideBound = 512 * unit * (L * L) * (L * M) + min;
  // Weights of the corners times n·n: negative where p is beyond the opposite edge.
  const wc = nx * (aby * apz - abz * apy) + ny * (abz * apx - abx * apz) + nz * (abx * apy - aby * apx);
  if (wc <= 0 && abFromA >= 0 && abFromB <= 0) {
    const isCertain = wc < -sideBound && abFromA > alongBound && abFromB < -alongBound;
    return edge(0, apx, apy, apz, abx, aby, abz, abFromA, M, isCertain, out);
  }
  const wa = nx * (bcy * bpz - bcz * bpy) + ny * (bcz * bpx - bcx * bpz) + nz * (bcx * bpy - bcy * bpx);
  if (wa <= 0 && bcFromB >= 0 && bcFromC <= 0) {
    const isCertain = wa < -sideBound && bcFromB > alongBound && bcFromC < -alongBound;
    return edge(1, bpx, bpy, bpz, bcx, bcy, bcz, bcFromB, M, isCertain, out);
  }
  const wb = nx * (apy * acz - apz * acy) + ny * (apz * acx - apx * acz) + nz * (apx * acy - apy * acx);
  if (wb <= 0 && acFromA >= 0 && acFromC <= 0) {
    const isCertain = wb < -sideBound && acFromA > alongBound && acFromC < -alongBound;
    return edge(2, apx, apy, apz, acx, acy, acz, acFromA, M, isCertain, out);
  }

  const n = Math.max(Math.abs(nx), Math.abs(ny), Math.abs(nz));
  const height = nx * apx + ny * apy + nz * apz;
  const isAbove = wa > sideBound && wb > sideBound && wc > sideBound && 32 * unit * L * L <= normalTolerance * n;
  if (isAbove && Math.abs(height) > 64 * unit * L * L * M + underflow) {
    const scale = -height / (nx * nx + ny * ny + nz * nz);
    out[0] = nx * scale;
    out[1] = ny * scale;
    out[2] = nz * scale;
    out[3] = 1;
    return faceCode;
  }
  return uncertainFace(wa, wb, wc, apx, apy, apz, bpx, bpy, bpz, cpx, cpy, cpz, out);
}

/** Writes the result for a corner. */
function corner(index: number, x: number, y: number, z: number, isCertain: boolean, out: Float64Array): number {
  out[0] = -x;
  out[1] = -y;
  out[2] = -z;
  out[3] = isCertain ? 1 : 0;
  return firstVertexCode + index;
}

/** Writes the result for an edge: p minus its first corner, the edge, their product, and M of above. */
function edge(
  index: number,
  x: number,
  y: number,
  z: number,
  edgeX: number,
  edgeY: number,
  edgeZ: number,
  along: number,
  M: number,
  isCertain: boolean,
  out: Float64Array,
): number {
  const lengthSq = edgeX * edgeX + edgeY * edgeY + edgeZ * edgeZ;
  const t = lengthSq > 0 ? Math.min(1, along / lengthSq) : 0;
  const qx = t * edgeX - x;
  const qy = t * edgeY - y;
  const qz = t * edgeZ - z;
  const min = minEdgeDistance * M;
  out[0] = qx;
  out[1] = qy;
  out[2] = qz;
  out[3] = isCertain && qx * qx + qy * qy + qz * qz > min * min ? 1 : 0;
  return firstEdgeCode + index;
}

/** Writes an uncertain result for the face, from the weights of the corners and p minus each corner. */
function uncertainFace(
  wa: number,
  wb: number,
  wc: number,
  apx: number,
  apy: number,
  apz: number,
  bpx: number,
  bpy: number,
  bpz: number,
  cpx: number,
  cpy: number,
  cpz: number,
  out: Float64Array,
): number {
  // A weighted mean of corners is on the triangle, however inaccurate the weights are.
  const u = Math.max(0, wa);
  const v = Math.max(0, wb);
  const w = Math.max(0, wc);
  const sum = u + v + w;
  const scale = sum > 0 ? -1 / sum : 0;
  out[0] = sum > 0 ? (u * apx + v * bpx + w * cpx) * scale : -apx;
  out[1] = sum > 0 ? (u * apy + v * bpy + w * cpy) * scale : -apy;
  out[2] = sum > 0 ? (u * apz + v * bpz + w * cpz) * scale : -apz;
  out[3] = 0;
  return faceCode;
}
