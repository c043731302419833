/** Up to four differences of a point of B and a point of A, and the point of their hull nearest to the origin. */
export interface Simplex {
  /** (12) corners. */
  readonly corners: Float64Array;
  /** (4) index of the points of A and B of each. */
  readonly ofA: Int32Array;
  readonly ofB: Int32Array;
  count: number;
  /** (3) the nearest point. */
  readonly nearest: Float64Array;
  /** (4) weights of the corners in it. */
  readonly weights: Float64Array;
  /** Whether four corners contain the origin. */
  containsOrigin: boolean;
  /** (4) scratch. */
  readonly trial: Float64Array;
}

export function createSimplex(): Simplex {
  return {
    corners: new Float64Array(12),
    ofA: new Int32Array(4),
    ofB: new Int32Array(4),
    count: 0,
    nearest: new Float64Array(3),
    weights: new Float64Array(4),
    containsOrigin: false,
    trial: new Float64Array(4),
  };
}

/**
 * Finds the point of the simplex nearest to the origin, in plain f64, and drops the corners that it does not need. It is the nearest of all
 * vertices, perpendicular feet within edges, and feet within faces; the origin itself if four corners contain it. Hot.
 */
export function reduceSimplex(simplex: Simplex): void {
  const { count, weights } = simplex;
  simplex.containsOrigin = count === 4 && holdsOrigin(simplex);
  if (simplex.containsOrigin) {
    simplex.nearest.fill(0);
    return;
  }
  let best = Infinity;
  for (let i = 0; i < count; i++) {
    best = considerVertex(simplex, i, best);
    for (let j = i + 1; j < count; j++) {
      best = considerEdge(simplex, i, j, best);
      for (let k = j + 1; k < count; k++) best = considerFace(simplex, i, j, k, best);
    }
  }
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (weights[i] === 0) continue;
    simplex.corners.copyWithin(3 * kept, 3 * i, 3 * i + 3);
    simplex.ofA[kept] = simplex.ofA[i];
    simplex.ofB[kept] = simplex.ofB[i];
    weights[kept++] = weights[i];
  }
  simplex.count = kept;
}

function considerVertex(simplex: Simplex, i: number, best: number): number {
  const { corners, weights, nearest } = simplex;
  const x = corners[3 * i];
  const y = corners[3 * i + 1];
  const z = corners[3 * i + 2];
  const sizeSq = x * x + y * y + z * z;
  if (!(sizeSq < best)) return best;
  weights.fill(0);
  weights[i] = 1;
  nearest[0] = x;
  nearest[1] = y;
  nearest[2] = z;
  return sizeSq;
}

function considerEdge(simplex: Simplex, i: number, j: number, best: number): number {
  const { corners: c, weights, nearest } = simplex;
  const ex = c[3 * j] - c[3 * i];
  const ey = c[3 * j + 1] - c[3 * i + 1];
  const ez = c[3 * j + 2] - c[3 * i + 2];
  const lengthSq = ex * ex + ey * ey + ez * ez;
  const along = -(c[3 * i] * ex + c[3 * i + 1] * ey + c[3 * i + 2] * ez);
  if (!(along > 0 && along < lengthSq)) return best;
  const t = along / lengthSq;
  const x = c[3 * i] + t * ex;
  const y = c[3 * i + 1] + t * ey;
  const z = c[3 * i + 2] + t * ez;
  const sizeSq = x * x + y * y + z * z;
  if (!(sizeSq < best)) return best;
  weights.fill(0);
  weights[i] = 1 - t;
  weights[j] = t;
  nearest[0] = x;
  nearest[1] = y;
  nearest[2] = z;
  return sizeSq;
}

function considerFace(simplex: Simplex, i: number, j: number, k: number, best: number): number {
  const { corners: c, weights, nearest, trial } = simplex;
  faceNormal(simplex, i, j, k, trial);
  const nx = trial[0];
  const ny = trial[1];
  const nz = trial[2];
  const size = nx * nx + ny * ny + nz * nz;
  const wi = triple(c, j, k, nx, ny, nz);
  const wj = triple(c, k, i, nx, ny, nz);
  const wk = triple(c, i, j, nx, ny, nz);
  if (!(wi > 0 && wj > 0 && wk > 0)) return best;
  const scale = (nx * c[3 * i] + ny * c[3 * i + 1] + nz * c[3 * i + 2]) / size;
  const x = scale * nx;
  const y = scale * ny;
  const z = scale * nz;
  const sizeSq = x * x + y * y + z * z;
  if (!(sizeSq < best)) return best;
  const sum = wi + wj + wk;
  weights.fill(0);
  weights[i] = wi / sum;
  weights[j] = wj / sum;
  weights[k] = wk / sum;
  nearest[0] = x;
  nearest[1] = y;
  nearest[2] = z;
  return sizeSq;
}

/** Writes the normal of three corners to `out`. */
export function faceNormal({ corners: c }: Simplex, i: number, j: number, k: number, out: Float64Array): void {
  const ux = c[3 * j] - c[3 * i];
  const uy = c[3 * j + 1] - c[3 * i + 1];
  const uz = c[3 * j + 2] - c[3 * i + 2];
  const vx = c[3 * k] - c[3 * i];
  const vy = c[3 * k + 1] - c[3 * i + 1];
  const vz = c[3 * k + 2] - c[3 * i + 2];
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
}

/** Returns (corner i × corner j)·n. */
function triple(c: Float64Array, i: number, j: number, nx: number, ny: number, nz: number): number {
  const x = c[3 * i + 1] * c[3 * j + 2] - c[3 * i + 2] * c[3 * j + 1];
  const y = c[3 * i + 2] * c[3 * j] - c[3 * i] * c[3 * j + 2];
  const z = c[3 * i] * c[3 * j + 1] - c[3 * i + 1] * c[3 * j];
  return x * nx + y * ny + z * nz;
}

function holdsOrigin(simplex: Simplex): boolean {
  return originMargin(simplex) > 0;
}

/**
 * Returns how surely four corners contain the origin: the smallest of the four volumes between the origin and a face. It is not positive if
 * the origin is outside, or the corners are in one plane. The weights of the corners are left in `weights` if it is positive.
 */
export function originMargin(simplex: Simplex): number {
  const { corners: c, weights } = simplex;
  const a = triple(c, 1, 2, c[9], c[10], c[11]);
  const b = -triple(c, 0, 2, c[9], c[10], c[11]);
  const d = triple(c, 0, 1, c[9], c[10], c[11]);
  const e = -triple(c, 0, 1, c[6], c[7], c[8]);
  const volume = a + b + d + e;
  const sign = volume < 0 ? -1 : 1;
  const margin = Math.min(sign * a, sign * b, sign * d, sign * e);
  if (margin > 0) {
    weights[0] = a / volume;
    weights[1] = b / volume;
    weights[2] = d / volume;
    weights[3] = e / volume;
  }
  return margin;
}
