/** In place of the code of a feature: rounding may have changed the result. */
export const unsureFeature: i32 = -1;
const faceCode: i32 = 0;
const firstEdgeCode: i32 = 1;
export const firstVertexCode: i32 = 4;

const unit: f64 = 1.1102230246251565e-16;
const underflow: f64 = 1e-290;
const normalTolerance: f64 = 1e-12;
const minEdgeDistance: f64 = 0.000244140625;

/** For the last triangle: its closest point minus the point (NaN for a face that is unsure), and the largest distance of a vertex along an axis. */
export let offsetX: f64 = 0;
export let offsetY: f64 = 0;
export let offsetZ: f64 = 0;
export let farthest: f64 = 0;

/**
 * Returns the code of the feature of a triangle that is closest to a point, or `unsureFeature`. The operations are those of
 * `closestPointTriangle`, in the same order, so that every bit is the same; the bounds are explained there.
 */
export function closestFeature(
  px: f64, py: f64, pz: f64, ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64, cx: f64, cy: f64, cz: f64,
): i32 {
  const abx = bx - ax, aby = by - ay, abz = bz - az;
  const acx = cx - ax, acy = cy - ay, acz = cz - az;
  const bcx = cx - bx, bcy = cy - by, bcz = cz - bz;
  const apx = px - ax, apy = py - ay, apz = pz - az;
  const bpx = px - bx, bpy = py - by, bpz = pz - bz;
  const cpx = px - cx, cpy = py - cy, cpz = pz - cz;
  const L = largest(largest(abs(abx), abs(aby), abs(abz)), largest(abs(acx), abs(acy), abs(acz)), 0);
  const M = largest(
    largest(abs(apx), abs(apy), abs(apz)),
    largest(abs(bpx), abs(bpy), abs(bpz)),
    largest(abs(cpx), abs(cpy), abs(cpz)),
  );
  farthest = M;
  const alongBound = 64 * unit * L * M + underflow;

  const abFromA = abx * apx + aby * apy + abz * apz;
  const acFromA = acx * apx + acy * apy + acz * apz;
  if (abFromA <= 0 && acFromA <= 0) return corner(0, apx, apy, apz, abFromA < -alongBound && acFromA < -alongBound);
  const abFromB = abx * bpx + aby * bpy + abz * bpz;
  const bcFromB = bcx * bpx + bcy * bpy + bcz * bpz;
  if (abFromB >= 0 && bcFromB <= 0) return corner(1, bpx, bpy, bpz, abFromB > alongBound && bcFromB < -alongBound);
  const acFromC = acx * cpx + acy * cpy + acz * cpz;
  const bcFromC = bcx * cpx + bcy * cpy + bcz * cpz;
  if (acFromC >= 0 && bcFromC >= 0) return corner(2, cpx, cpy, cpz, acFromC > alongBound && bcFromC > alongBound);

  const nx = aby * acz - abz * acy, ny = abz * acx - abx * acz, nz = abx * acy - aby * acx;
  const sideBound = 512 * unit * (L * L) * (L * M) + underflow;
  const wc = nx * (aby * apz - abz * apy) + ny * (abz * apx - abx * apz) + nz * (abx * apy - aby * apx);
  if (wc <= 0 && abFromA >= 0 && abFromB <= 0) {
    return edge(0, apx, apy, apz, abx, aby, abz, abFromA, M, wc < -sideBound && abFromA > alongBound && abFromB < -alongBound);
  }
  const wa = nx * (bcy * bpz - bcz * bpy) + ny * (bcz * bpx - bcx * bpz) + nz * (bcx * bpy - bcy * bpx);
  if (wa <= 0 && bcFromB >= 0 && bcFromC <= 0) {
    return edge(1, bpx, bpy, bpz, bcx, bcy, bcz, bcFromB, M, wa < -sideBound && bcFromB > alongBound && bcFromC < -alongBound);
  }
  const wb = nx * (apy * acz - apz * acy) + ny * (apz * acx - apx * acz) + nz * (apx * acy - apy * acx);
  if (wb <= 0 && acFromA >= 0 && acFromC <= 0) {
    return edge(2, apx, apy, apz, acx, acy, acz, acFromA, M, wb < -sideBound && acFromA > alongBound && acFromC < -alongBound);
  }

  const n = max(max(abs(nx), abs(ny)), abs(nz));
  const height = nx * apx + ny * apy + nz * apz;
  const isSure = wa > sideBound && wb > sideBound && wc > sideBound && 32 * unit * L * L <= normalTolerance * n && abs(height) > 64 * unit * L * L * M + underflow;
  if (!isSure) {
    offsetX = f64.NaN;
    return unsureFeature;
  }
  const scale = -height / (nx * nx + ny * ny + nz * nz);
  offsetX = nx * scale;
  offsetY = ny * scale;
  offsetZ = nz * scale;
  return faceCode;
}

/** Returns the largest of three numbers. None is NaN for a finite triangle and point. */
// @ts-ignore: decorator
@inline
function largest(a: f64, b: f64, c: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), f64x2.splat(c)), 0);
}

// @ts-ignore: decorator
@inline
function corner(index: i32, x: f64, y: f64, z: f64, isSure: bool): i32 {
  offsetX = -x;
  offsetY = -y;
  offsetZ = -z;
  return isSure ? firstVertexCode + index : unsureFeature;
}

function edge(index: i32, x: f64, y: f64, z: f64, edgeX: f64, edgeY: f64, edgeZ: f64, along: f64, M: f64, isSure: bool): i32 {
  const lengthSq = edgeX * edgeX + edgeY * edgeY + edgeZ * edgeZ;
  const t = lengthSq > 0 ? min(1, along / lengthSq) : 0;
  const qx = t * edgeX - x, qy = t * edgeY - y, qz = t * edgeZ - z;
  const minDistance = minEdgeDistance * M;
  offsetX = qx;
  offsetY = qy;
  offsetZ = qz;
  return isSure && qx * qx + qy * qy + qz * qz > minDistance * minDistance ? firstEdgeCode + index : unsureFeature;
}
