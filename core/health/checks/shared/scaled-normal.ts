/** Writes a normal of a triangle (9) with area to `out` (3). Edges are scaled to about 1 to avoid overflow and underflow. Hot. */
export function scaledNormal(t: Float64Array, out: Float64Array): void {
  const ux = t[3] - t[0];
  const uy = t[4] - t[1];
  const uz = t[5] - t[2];
  const vx = t[6] - t[0];
  const vy = t[7] - t[1];
  const vz = t[8] - t[2];
  const u = Math.max(Math.abs(ux), Math.abs(uy), Math.abs(uz));
  const v = Math.max(Math.abs(vx), Math.abs(vy), Math.abs(vz));
  out[0] = (uy / u) * (vz / v) - (uz / u) * (vy / v);
  out[1] = (uz / u) * (vx / v) - (ux / u) * (vz / v);
  out[2] = (ux / u) * (vy / v) - (uy / u) * (vx / v);
}

/** Returns the angle between two non-zero vectors (3) in radians. */
export function angleBetween(p: Float64Array, q: Float64Array): number {
  const x = p[1] * q[2] - p[2] * q[1];
  const y = p[2] * q[0] - p[0] * q[2];
  const z = p[0] * q[1] - p[1] * q[0];
  return Math.atan2(Math.sqrt(x * x + y * y + z * z), p[0] * q[0] + p[1] * q[1] + p[2] * q[2]);
}
