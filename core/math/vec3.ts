/** Three numbers in mesh units, or a direction. Records and options use it; hot code works on flat arrays. */
export type Vec3 = readonly [x: number, y: number, z: number];

/** Length without overflow or underflow for every finite input. */
export function length(v: Vec3): number {
  return Math.hypot(v[0], v[1], v[2]);
}

/** The vector at length 1; `null` for a zero or non-finite one. */
export function normalized(v: Vec3): Vec3 | null {
  // Scaled first, so that 1e-300 and 1e300 keep all their digits.
  const largest = Math.max(Math.abs(v[0]), Math.abs(v[1]), Math.abs(v[2]));
  if (!(largest > 0 && largest < Infinity)) return null;
  const x = v[0] / largest, y = v[1] / largest, z = v[2] / largest;
  const size = Math.sqrt(x * x + y * y + z * z);
  return [x / size, y / size, z / size];
}
