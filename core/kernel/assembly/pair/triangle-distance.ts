/** For the last two triangles: the square of their distance by the nearest points found, and the vector between these points. */
export let distanceSq: f64 = 0;
export let vectorX: f64 = 0;
export let vectorY: f64 = 0;
export let vectorZ: f64 = 0;

/**
 * Measures two triangles of nine f64 each: nine pairs of edges, and six corners above a face. All points are points of the triangles, except for
 * rounding, so the distance is an upper bound. `gapAlong` gives the lower bound.
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
  vectorX = x;
  vectorY = y;
  vectorZ = z;
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

/** Measures from a point to its projection onto a face, if that is inside; `sign` makes the vector run from p to q. */
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

/** Returns a lower bound on the distance of two triangles: their gap along the vector between them; NaN where that is 0. */
export function gapAlong(p: usize, q: usize): f64 {
  let maxP = f64.NEGATIVE_INFINITY, minQ = f64.POSITIVE_INFINITY;
  for (let i: usize = 0; i < 72; i += 24) {
    maxP = max(maxP, vectorX * load<f64>(p + i) + vectorY * load<f64>(p + i, 8) + vectorZ * load<f64>(p + i, 16));
    minQ = min(minQ, vectorX * load<f64>(q + i) + vectorY * load<f64>(q + i, 8) + vectorZ * load<f64>(q + i, 16));
  }
  return (minQ - maxP) / sqrt(distanceSq);
}
