/** Three numbers in mesh units, or a direction. Records and options use it; hot code works on flat arrays. */
export type Vec3 = readonly [x: number, y: number, z: number];

/** Length without overflow or underflow for every finite input. */
export function length(v: Vec3): number {
  return Math.hypot(v[0], v[1], v[2]);
}

/** The vector at length 1; `null` for a zero or non-finite one. */
export function normalized(v: Vec3): Vec3 | null {
  const unit = new Float64Array(3);
  return normalizeInto(v[0], v[1], v[2], unit) ? [unit[0], unit[1], unit[2]] : null;
}

/** Writes (x, y, z) at length 1 into `out` (3); false, and `out` as it was, for a zero or non-finite vector. Hot. */
export function normalizeInto(x: number, y: number, z: number, out: Float64Array): boolean {
  // Scaled first, so that 1e-300 and 1e300 keep all their digits.
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(largest > 0 && largest < Infinity)) return false;
  const sx = x / largest, sy = y / largest, sz = z / largest;
  const size = Math.sqrt(sx * sx + sy * sy + sz * sz);
  out[0] = sx / size;
  out[1] = sy / size;
  out[2] = sz / size;
  return true;
}
