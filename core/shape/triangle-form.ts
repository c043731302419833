/** Measures of how thin a triangle is, without overflow or underflow. */
export interface TriangleForm {
  longestEdge: number;
  /** Above the longest edge. */
  height: number;
  /** Smallest angle. */
  angleRadians: number;
}

/** Writes the measures of a triangle (9) with area; f64. Hot. */
export function triangleForm(t: Float64Array, out: TriangleForm): void {
  const ux = t[3] - t[0];
  const uy = t[4] - t[1];
  const uz = t[5] - t[2];
  const vx = t[6] - t[3];
  const vy = t[7] - t[4];
  const vz = t[8] - t[5];
  const wx = t[0] - t[6];
  const wy = t[1] - t[7];
  const wz = t[2] - t[8];
  const scale = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz), Math.abs(vx), Math.abs(vy), Math.abs(vz));
  const ax = ux / scale;
  const ay = uy / scale;
  const az = uz / scale;
  const bx = vx / scale;
  const by = vy / scale;
  const bz = vz / scale;
  const cx = wx / scale;
  const cy = wy / scale;
  const cz = wz / scale;
  const a = ax * ax + ay * ay + az * az;
  const b = bx * bx + by * by + bz * bz;
  const c = cx * cx + cy * cy + cz * cz;
  const nx = ay * bz - az * by;
  const ny = az * bx - ax * bz;
  const nz = ax * by - ay * bx;
  const doubleArea = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const longest = Math.sqrt(Math.max(a, b, c));
  // The smallest angle is opposite the shortest edge, between the other two.
  const between = a <= b && a <= c ? bx * cx + by * cy + bz * cz : b <= c ? cx * ax + cy * ay + cz * az : ax * bx + ay * by + az * bz;
  out.longestEdge = longest * scale;
  out.height = (doubleArea / longest) * scale;
  out.angleRadians = Math.atan2(doubleArea, -between);
}
