/** Scratch memory of `coplanarOverlap`. */
export interface OverlapWorkspace {
  /** Corners (x y height) of the clipped triangle, and memory for the next cut: a triangle cut by five lines has eight corners. */
  readonly polygons: readonly [Float64Array, Float64Array];
}

const maxCorners = 8;

export function createOverlapWorkspace(): OverlapWorkspace {
  return { polygons: [new Float64Array(3 * maxCorners), new Float64Array(3 * maxCorners)] };
}

/**
 * Returns the area of the part of triangle `q` (9) above or below triangle `p` (9), within `distance` of its plane; 0 if there is
 * none. Both have area. Plain f64: for neighbours in one plane rounding may give 10^-15 of their area. Source: Sutherland & Hodgman,
 * "Reentrant Polygon Clipping" (1974), by the edges of `p` and two planes.
 */
export function coplanarOverlap(p: Float64Array, q: Float64Array, distance: number, { polygons }: OverlapWorkspace): number {
  const ux = p[3] - p[0];
  const uy = p[4] - p[1];
  const uz = p[5] - p[2];
  const vx = p[6] - p[0];
  const vy = p[7] - p[1];
  const vz = p[8] - p[2];
  const u = Math.sqrt(ux * ux + uy * uy + uz * uz);
  const ex = ux / u;
  const ey = uy / u;
  const ez = uz / u;
  const along = vx * ex + vy * ey + vz * ez;
  const wx = vx - along * ex;
  const wy = vy - along * ey;
  const wz = vz - along * ez;
  const w = Math.sqrt(wx * wx + wy * wy + wz * wz);
  if (!(w > 0)) return 0;
  const fx = wx / w;
  const fy = wy / w;
  const fz = wz / w;
  const gx = ey * fz - ez * fy;
  const gy = ez * fx - ex * fz;
  const gz = ex * fy - ey * fx;
  const [a, b] = polygons;
  for (let i = 0; i < 9; i += 3) {
    const x = q[i] - p[0];
    const y = q[i + 1] - p[1];
    const z = q[i + 2] - p[2];
    a[i] = x * ex + y * ey + z * ez;
    a[i + 1] = x * fx + y * fy + z * fz;
    a[i + 2] = x * gx + y * gy + z * gz;
  }
  // In this frame the triangle is (0, 0), (u, 0), (along, w), counter-clockwise. No lists of numbers here: this is hot where meshes are crowded.
  let corners = cut(a, 3, 0, 1, 0, 0, b);
  if (corners < 3) return 0;
  corners = cut(b, corners, -w, along - u, 0, w * u, a);
  if (corners < 3) return 0;
  corners = cut(a, corners, w, -along, 0, 0, b);
  if (corners < 3) return 0;
  corners = cut(b, corners, 0, 0, 1, distance, a);
  if (corners < 3) return 0;
  corners = cut(a, corners, 0, 0, -1, distance, b);
  return corners < 3 ? 0 : area(b, corners);
}

/** Writes the part of a polygon where x·X + y·Y + height·H + constant ≥ 0; returns its number of corners. */
function cut(from: Float64Array, corners: number, x: number, y: number, height: number, constant: number, to: Float64Array): number {
  let count = 0;
  let last = 3 * (corners - 1);
  let lastValue = x * from[last] + y * from[last + 1] + height * from[last + 2] + constant;
  for (let at = 0; at < 3 * corners; at += 3) {
    const value = x * from[at] + y * from[at + 1] + height * from[at + 2] + constant;
    if (value >= 0 !== lastValue >= 0) {
      const part = lastValue / (lastValue - value);
      for (let k = 0; k < 3; k++) to[3 * count + k] = from[last + k] + part * (from[at + k] - from[last + k]);
      count++;
    }
    if (value >= 0) {
      for (let k = 0; k < 3; k++) to[3 * count + k] = from[at + k];
      count++;
    }
    last = at;
    lastValue = value;
  }
  return count;
}

function area(polygon: Float64Array, corners: number): number {
  let doubled = 0;
  for (let i = 3; i + 3 < 3 * corners; i += 3) {
    const x = polygon[i] - polygon[0];
    const y = polygon[i + 1] - polygon[1];
    doubled += x * (polygon[i + 4] - polygon[1]) - y * (polygon[i + 3] - polygon[0]);
  }
  return Math.abs(doubled) / 2;
}
