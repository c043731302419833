/** Of the two triangles that were measured last: the square of their distance by the nearest two points that were found, and the way from the one to the other. */
export let distanceSq: f64 = 0;
export let wayX: f64 = 0;
export let wayY: f64 = 0;
export let wayZ: f64 = 0;

/**
 * Measures two triangles, nine f64 each: nine pairs of edges, and six corners over a face. All points are points of the triangles but for rounding, so the
 * distance is never too small; whether it is too large is for `gapAlong` to tell.
 */
export function measureTriangles(p: usize, q: usize): void {
  distanceSq = f64.POSITIVE_INFINITY;
  for (let i: usize = 0; i < 72; i += 24) {
    for (let j: usize = 0; j < 72; j += 24) measureEdges(p + i, p + (i == 48 ? 0 : i + 24), q + j, q + (j == 48 ? 0 : j + 24));
  }
  for (let i: usize = 0; i < 72; i += 24) {
    measureFace(q + i, p, -1);
    measureFace(p + i, q, 1);
  }
}

function keep(x: f64, y: f64, z: f64): void {
  const square = x * x + y * y + z * z;
  if (!(square < distanceSq)) return;
  distanceSq = square;
  wayX = x;
  wayY = y;
  wayZ = z;
}

// @ts-ignore: decorator
@inline
function unitClamped(t: f64): f64 {
  // 0 for NaN.
  return t > 0 ? (t < 1 ? t : 1) : 0;
}

/** Ericson, Real-Time Collision Detection (2005), 5.1.9. */
function measureEdges(a: usize, b: usize, c: usize, d: usize): void {
  const ax = load<f64>(a), ay = load<f64>(a, 8), az = load<f64>(a, 16), cx = load<f64>(c), cy = load<f64>(c, 8), cz = load<f64>(c, 16);
  const ux = load<f64>(b) - ax, uy = load<f64>(b, 8) - ay, uz = load<f64>(b, 16) - az;
  const vx = load<f64>(d) - cx, vy = load<f64>(d, 8) - cy, vz = load<f64>(d, 16) - cz;
  const rx = ax - cx, ry = ay - cy, rz = az - cz;
  const uu = ux * ux + uy * uy + uz * uz, vv = vx * vx + vy * vy + vz * vz, uv = ux * vx + uy * vy + uz * vz;
  const ur = ux * rx + uy * ry + uz * rz, vr = vx * rx + vy * ry + vz * rz;
  let s = unitClamped((uv * vr - ur * vv) / (uu * vv - uv * uv));
  let t = (uv * s + vr) / vv;
  if (!(t > 0 && t < 1)) {
    t = unitClamped(t);
    s = unitClamped((uv * t - ur) / uu);
  }
  keep(t * vx - s * ux - rx, t * vy - s * uy - ry, t * vz - s * uz - rz);
}

/** From a point to where it is over a face, if it is; `sign` turns the way from p to q. */
function measureFace(point: usize, t: usize, sign: f64): void {
  const ax = load<f64>(t), ay = load<f64>(t, 8), az = load<f64>(t, 16);
  const ux = load<f64>(t, 24) - ax, uy = load<f64>(t, 32) - ay, uz = load<f64>(t, 40) - az;
  const vx = load<f64>(t, 48) - ax, vy = load<f64>(t, 56) - ay, vz = load<f64>(t, 64) - az;
  const wx = load<f64>(point) - ax, wy = load<f64>(point, 8) - ay, wz = load<f64>(point, 16) - az;
  const uu = ux * ux + uy * uy + uz * uz, vv = vx * vx + vy * vy + vz * vz, uv = ux * vx + uy * vy + uz * vz;
  const uw = ux * wx + uy * wy + uz * wz, vw = vx * wx + vy * wy + vz * wz;
  const size = uu * vv - uv * uv;
  const s = (uw * vv - vw * uv) / size, r = (vw * uu - uw * uv) / size;
  if (!(s >= 0 && r >= 0 && s + r <= 1)) return;
  keep(sign * (s * ux + r * vx - wx), sign * (s * uy + r * vy - wy), sign * (s * uz + r * vz - wz));
}

/** How far two triangles are apart along the way between them, at least; NaN where there is no way. */
export function gapAlong(p: usize, q: usize): f64 {
  let most = f64.NEGATIVE_INFINITY, least = f64.POSITIVE_INFINITY;
  for (let i: usize = 0; i < 72; i += 24) {
    most = max(most, wayX * load<f64>(p + i) + wayY * load<f64>(p + i, 8) + wayZ * load<f64>(p + i, 16));
    least = min(least, wayX * load<f64>(q + i) + wayY * load<f64>(q + i, 8) + wayZ * load<f64>(q + i, 16));
  }
  return (least - most) / sqrt(distanceSq);
}
